"""Replay a game's log."""

from collections.abc import Iterator
from typing import Any

from games.play.models import Game, Move
from games.rules.title import Title


def first_state(game: Game) -> Any:
    """Return the position before the first move."""
    return game.rules().start(game.options, game.players.count(), game.rules_version)


def walk(game: Game, *, upto: int | None = None) -> Iterator[tuple[Move, Any]]:
    """Yield each move with the position after it; raises RulesError if the log does not replay."""
    title: Title = game.rules()
    state = first_state(game)
    moves = game.moves.order_by("number")
    if upto is not None:
        moves = moves.filter(number__lte=upto)
    for move in moves:
        state = title.apply(state, move.rules_seat, title.read(state, move.order))
        yield move, state


def state_after(game: Game, number: int) -> Any:
    """Return the position after a move; 0 is the position before the first."""
    state = first_state(game)
    for _, after in walk(game, upto=number):
        state = after
    return state
