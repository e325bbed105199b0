"""Work out the analysis of a finished game, turn by turn."""

import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from games.bots.analysis import found, outlook
from games.play.models import Game, JudgedTurn
from games.play.pages.history import first_state, walk


class PlayedTurn(NamedTuple):
    """A turn of a seat as it was played: the position before its first order, move `number`."""

    number: int
    seat: int
    state: Any
    orders: Sequence[str]


def played_turns(game: Game) -> Iterator[PlayedTurn]:
    """Yield the turns of a game's log; raises RulesError if it does not replay."""
    before, steps = first_state(game), []
    for move, state in walk(game):
        steps.append((move, before))
        before = state
    for _, group in groupby(steps, key=lambda step: step[0].turn):
        own = [(move, state) for move, state in group if move.seat == move.on_turn]
        first, state = own[0] if own else (None, None)
        if first is not None and first.seat is not None:
            yield PlayedTurn(first.number, first.seat, state, [move.order for move, _ in own])


def judge(game: Game, done: int, seconds: float) -> tuple[list[JudgedTurn], int]:
    """Return the next turns of a game, at least one, and how many the game has in all.

    `done` is how many have been judged before. Raises RulesError if the log does not replay.
    """
    until = time.monotonic() + seconds
    turns = list(played_turns(game))
    judged: list[JudgedTurn] = []
    for turn in turns[done:]:
        judged.append(_judged(game, turn))
        if time.monotonic() > until:
            break
    return judged, len(turns)


def _judged(game: Game, turn: PlayedTurn) -> JudgedTurn:
    title, state = game.rules(), turn.state
    played = [title.read(state, text) for text in turn.orders]
    finding = found(title.view(state, turn.seat), played, turn.number)
    return JudgedTurn(
        number=turn.number,
        seat=turn.seat,
        orders=turn.orders,
        best=[title.write(state, order) for order in finding.orders],
        won=_rounded(finding.won),
        could=_rounded(finding.could),
        better=finding.better,
        chances=[round(chance, 3) for chance in outlook(title.view(state, None), turn.number)],
    )


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 3)
