"""Guess the turn: how much a guess agrees with a turn."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.bots.random_bot import ENDINGS
from games.rules.title import without_spaces

MOST_POINTS: Final = 10
"""The points of a guess that is the same turn."""
MOST_ORDERS: Final = 60
"""The most orders of a guess."""


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
