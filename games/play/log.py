"""The log in sentences, turn by turn, as one viewer may read it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.urls import reverse

from games.play.models import Game, Move, PlayedBy


@dataclass(frozen=True)
class Entry:
    """One move in words; `seat` is None for chance.

    `by` says who chose it, if not the seat's player there and then: 'by a standing order'.
    """

    number: int
    seat: int | None
    sentence: str
    url: str
    by: str = ""


@dataclass(frozen=True)
class Turn:
    """The moves of one turn; `seat` is whose turn it is, None while the game is set up."""

    seat: int | None
    name: str
    entries: list[Entry] = field(default_factory=list)


def entries_of(
    game: Game, moves: Iterable[Move], state: Any, names: Sequence[str], viewer: int | None
) -> list[Entry]:
    """Return moves in words; any state of the game does for `state`."""
    title = game.rules()
    step = reverse("play:move", args=[game.pk, 0]).removesuffix("0/")
    return [
        Entry(
            number=move.number,
            seat=move.seat,
            sentence=title.describe(state, move.rules_seat, move.order, move.events, names, viewer),
            url=f"{step}{move.number}/",
            by=f"by {PlayedBy(move.played_by).label}" if move.played_by else "",
        )
        for move in moves
    ]


def turns_of(moves: Sequence[Move], entries: Sequence[Entry], names: Sequence[str]) -> list[Turn]:
    """Return the entries of moves by turn."""
    turns = []
    pairs = zip(moves, entries, strict=True)
    for _, group in groupby(pairs, key=lambda pair: pair[0].turn):
        both = list(group)
        seat = both[0][0].on_turn
        name = "Setting up" if seat is None else names[seat]
        turns.append(Turn(seat=seat, name=name, entries=[entry for _, entry in both]))
    return turns


def orders_of(game: Game, moves: Iterable[Move], viewer: int | None) -> list[str]:
    """Return the orders of moves as the viewer may know them."""
    title = game.rules()
    return [title.redact(move.rules_seat, move.order, move.events, viewer) for move in moves]
