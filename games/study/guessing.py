"""Guess the turn: the turns of a game's log, and how much a guess agrees with one of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from games.bots.random_bot import ENDINGS
from games.play.models import Game, Log
from games.rules.common.lru import LRUCache
from games.rules.title import without_spaces

MOST_POINTS: Final = 10
"""The points of a guess that is the same turn."""
MOST_ORDERS: Final = 60
"""The most orders of a guess."""

_COLUMNS: Final = ("number", "turn", "on_turn", "seat", "order", "events")

_turns = LRUCache(200)


class LoggedTurn(NamedTuple):
    """A turn of a seat: its own `orders`, the first of which is move `number`.

    As long as the game runs they are as everybody may read them. `turn` is the number of the turn
    in the log, `last` that of the last move of the turn, whoever made it.
    """

    number: int
    turn: int
    seat: int
    orders: Sequence[str]
    last: int


def turns_of(game: Game) -> Sequence[LoggedTurn]:
    """Return the turns of a game in which the seat whose turn it is has ordered something."""
    turns: Sequence[LoggedTurn] = _turns.get((game.token, game.version), lambda: [*_turns_of(game)])
    return turns


def _turns_of(game: Game) -> Iterator[LoggedTurn]:
    title = game.rules()
    for turn, group in groupby(Log(game).columns(*_COLUMNS), key=lambda row: row[1]):
        moves = list(group)
        on_turn: int | None = moves[0][2]
        own = [
            (number, text, events) for number, _, _, seat, text, events in moves if seat == on_turn
        ]
        if on_turn is None or not own:
            continue
        orders = tuple(
            text if game.is_over else title.redact(on_turn, text, events, None)
            for _, text, events in own
        )
        yield LoggedTurn(own[0][0], turn, on_turn, orders, moves[-1][0])


def points(guess: Sequence[str], turn: Sequence[str]) -> int:
    """Return how much a guess agrees with a turn, from 0 to MOST_POINTS.

    It is the share of steps that are the same, in whatever order and on whichever space of a route;
    the end of the turn is no step. The same kind of step on the same route counts half. Only the
    same turn has all points.

    >>> points(["place t bremen-hamburg.1", "end"], ["place t bremen-hamburg.2", "end"])
    10
    >>> points(["claim bremen-hamburg nothing"], ["claim bremen-hamburg office hamburg"])
    5
    >>> points(["income 3t", "income 2t1m"], ["income 3t", "place t bremen-hamburg.1"])
    5
    """
    mine, theirs = _steps(guess), _steps(turn)
    if mine == theirs:
        return MOST_POINTS
    same = mine & theirs
    half = _routes(mine - same) & _routes(theirs - same)
    share = (same.total() + half.total() / 2) / max(mine.total(), theirs.total())
    return int(share * MOST_POINTS)


def _steps(orders: Sequence[str]) -> Counter[str]:
    return Counter(without_spaces(text) for text in orders if text.split()[0] not in ENDINGS)


def _routes(steps: Counter[str]) -> Counter[tuple[str, ...]]:
    """Return the kind of each step on a route, and the route."""
    found = Counter[tuple[str, ...]]()
    for text, times in steps.items():
        verb, *words = text.split()
        routes = [word for word in words if "-" in word]
        if routes:
            found[verb, *routes] += times
    return found
