"""The log in sentences, turn by turn, as one viewer may read it."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from django.urls import reverse

from games.play.language import say, spoken
from games.play.models import Game, Move, PlayedBy
from games.play.pages.reasons import reason_of
from games.play.seat_history import Handover, SeatHistory
from games.rules.common.message import term
from games.rules.title import Touched
from games.wording import WORDINGS

_BY: Final = {
    PlayedBy.STANDING: term("log", "by a standing order"),
    PlayedBy.PLANNED: term("log", "by a conditional turn"),
    PlayedBy.CLOCK: term("log", "by the bot, as time had run out"),
    PlayedBy.SITE: term("log", "by the site, as nothing else was left to do"),
}
"""Who chose an order, if it was not the seat's player at that moment."""


@dataclass(frozen=True)
class Entry:
    """One move in words; `seat` is None for chance.

    `by` says who chose the order if it was not the player at that moment: 'by a standing order'.
    `why` is what a bot's order was for, '' if there is nothing to tell.
    """

    number: int
    seat: int | None
    sentence: str
    url: str
    by: str = ""
    why: str = ""


@dataclass(frozen=True)
class Turn:
    """The moves of one turn; `seat` is whose turn it is, None during setup.

    `page` is the URL of the page about that player, if there is one. Handovers of seats are listed
    between the moves.
    """

    seat: int | None
    name: str
    page: str = ""
    entries: list[Entry | Handover] = field(default_factory=list)


def entries_of(
    game: Game, moves: Iterable[Move], state: Any, history: SeatHistory, viewer: int | None
) -> list[Entry]:
    """Return moves in words; `state` can be any position of the game."""
    wording, language = WORDINGS[game.title], spoken()
    step = reverse("play:move", args=[game.pk, 0]).removesuffix("0/")
    return [
        Entry(
            number=move.number,
            seat=move.seat,
            sentence=wording.describe(
                state,
                move.rules_seat,
                move.order,
                move.events,
                history.at(move.number),
                viewer,
                language,
            ),
            url=f"{step}{move.number}/",
            by=say(_BY[PlayedBy(move.played_by)]) if move.played_by else "",
            why=reason_of(game, move, state, history.at(move.number), viewer),
        )
        for move in moves
    ]


def turns_of(moves: Sequence[Move], entries: Sequence[Entry], history: SeatHistory) -> list[Turn]:
    """Return the entries of a game's newest moves by turn, with the handovers of seats."""
    turns = []
    handovers = deque(history.after(moves[0].number - 1)) if moves else deque()
    pairs = zip(moves, entries, strict=True)
    for _, group in groupby(pairs, key=lambda pair: pair[0].turn):
        both = list(group)
        first = both[0][0]
        turn = Turn(seat=None, name=say(term("turn", "Setting up")))
        if first.on_turn is not None:
            name = history.at(first.number)[first.on_turn]
            turn = Turn(first.on_turn, name, history.page_at(first.number, first.on_turn))
        for move, entry in both:
            while handovers and handovers[0].number <= move.number:
                turn.entries.append(handovers.popleft())
            turn.entries.append(entry)
        turns.append(turn)
    if turns:
        turns[-1].entries.extend(handovers)
    return turns


def steps_of(
    entries: Sequence[Entry], handovers: Sequence[Handover]
) -> list[tuple[int, Entry | Handover]]:
    """Return entries and handovers in order: moves are numbered from 1, handovers have 0."""
    counted = {entry.number: step for step, entry in enumerate(entries, 1)}
    # Sorting is stable, so a handover comes before the move with its number.
    both: list[Entry | Handover] = [*handovers, *entries]
    told = sorted(both, key=lambda each: each.number)
    return [(counted[each.number] if isinstance(each, Entry) else 0, each) for each in told]


def touched_by(game: Game, moves: Iterable[Move], state: Any) -> list[Touched]:
    """Return what moves touched on the board; any state of the game will do."""
    title = game.rules()
    return [title.touched(state, move.order, move.events) for move in moves]
