"""Replay a game's log."""

from collections.abc import Iterator
from typing import Any, Final

from games.play.models import Game, Log, Move
from games.rules.common.lru import LRUCache
from games.rules.title import CHANCE, AnyTitle

OPENING: Final = 3
"""How many turns of a game are its opening."""
STRIDE = 50
"""Every move of this number leaves a snapshot, from which later positions are replayed."""

# Positions never change, so all moves of a long game cost the same to look at.
_snapshots = LRUCache(1000)


def walk(game: Game) -> Iterator[tuple[Move, Any]]:
    """Yield each move with the position after it; raises RulesError if the log does not replay."""
    title: AnyTitle = game.rules()
    state = game.first_position()
    for move in Log(game).all():
        state = title.apply(state, move.rules_seat, title.read(state, move.order))
        yield move, state


def state_after(game: Game, number: int) -> Any:
    """Return the position after a move; 0 is the position before the first."""
    if number == 0:
        return game.first_position()
    title: AnyTitle = game.rules()
    start = (number - 1) // STRIDE * STRIDE
    moves = Log(game).columns("digest", "seat", "order", first=max(start, 1), last=number)
    # Game ids and, after a rewind, numbers can be reused; tokens and digests tell them apart.
    key = (game.token, start, moves.pop(0)[0] if start else "")
    state = _snapshots.get(key, lambda: state_after(game, start))
    for _, seat, order in moves:
        state = title.apply(state, CHANCE if seat is None else seat, title.read(state, order))
    return state
