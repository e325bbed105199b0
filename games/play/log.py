"""The log in sentences, turn by turn, as one viewer may read it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.urls import reverse

from games.play.models import Game, Move

SPACE = re.compile(r"\b[a-z]+-[a-z]+\.\d+\b")
ROUTE = re.compile(r"\b[a-z]+-[a-z]+\b")
CITY = re.compile(r"\b(?:office|extra|neutral|found|swap) ([a-z]+)\b")


@dataclass(frozen=True)
class Entry:
    """One move in words; `seat` is None for chance."""

    number: int
    seat: int | None
    sentence: str
    url: str


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


def touched_by(moves: Iterable[Move]) -> list[str]:
    """Return for each move the place on the board that it changed, '' where there is none."""
    return [_place(move.order) for move in moves]


def _place(order: str) -> str:
    """Return where an order ends: the last space that it names, else its city, else its route."""
    if spaces := SPACE.findall(order):
        return f"space:{spaces[-1]}"
    if city := CITY.search(order):
        return f"city:{city[1]}"
    route = ROUTE.search(order)
    return f"route:{route[0]}" if route else ""


def last_claimed(moves: Sequence[Move]) -> str | None:
    """Return the route that was claimed last, if any of the moves is a claim."""
    for move in reversed(moves):
        if move.order.startswith("claim "):
            return move.order.split()[1]
    return None
