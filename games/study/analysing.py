"""Work out the analysis of a finished game, turn by turn."""

import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.bots import STRATEGIES
from games.bots.analysis import found
from games.bots.evaluation import Chances, chances
from games.play.history import walk
from games.play.models import Game
from games.study.models import JudgedTurn
from games.study.turns import turns_of


class PlayedTurn(NamedTuple):
    """A turn of a seat as it was played: the position before its first order, move `number`."""

    number: int
    seat: int
    state: Any
    orders: Sequence[str]


def can_be_analysed(game: Game) -> bool:
    """Return whether a game has come to its end, and bots know its title."""
    return game.is_over and game.result is not None and game.title in STRATEGIES


def played_turns(game: Game) -> Iterator[PlayedTurn]:
    """Yield the turns of a finished game; raises RulesError if its log does not replay."""
    turns = {turn.number: turn for turn in turns_of(game)}
    before = game.first_position()
    for move, after in walk(game):
        if move.number in turns:
            turn = turns[move.number]
            yield PlayedTurn(turn.number, turn.seat, before, [*turn.orders])
        before = after


def judge(game: Game, done: int, seconds: float) -> tuple[list[JudgedTurn], int]:
    """Return the next turns of a game, at least one, and how many the game has in all.

    `done` is how many have been judged before. Raises RulesError if the log does not replay.
    """
    until = time.monotonic() + seconds
    turns = list(played_turns(game))
    judged: list[JudgedTurn] = []
    before = _outlook(game, turns[done:])
    for number, turn in enumerate(turns[done:], done + 1):
        after = _outlook(game, turns[number:])
        judged.append(_judged(game, turn, before, after))
        before = after
        if time.monotonic() > until:
            break
    return judged, len(turns)


def _outlook(game: Game, turns: Sequence[PlayedTurn]) -> Chances:
    """Return what everybody could see of the chances before the first of some turns, or the end."""
    if not turns:
        return chances(game.rules().view(game.position(), None))
    return chances(game.rules().view(turns[0].state, None), turns[0].number)


def _judged(game: Game, turn: PlayedTurn, before: Chances, after: Chances) -> JudgedTurn:
    title, state, seat = game.rules(), turn.state, turn.seat
    played = [title.read(state, text) for text in turn.orders]
    finding = found(title.view(state, seat), played, turn.number)
    gain, error = finding.gain(seat)
    return JudgedTurn(
        number=turn.number,
        seat=seat,
        orders=turn.orders,
        best=[title.write(state, order) for order in finding.orders],
        gain=None if finding.won is None else round(gain, 3),
        error=round(error, 3),
        better=finding.is_better(seat, before, after),
        chances=[round(chance, 3) for chance in before.values],
        errors=[round(each, 3) for each in before.errors],
    )
