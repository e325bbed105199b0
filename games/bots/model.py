"""A model of who will win: each seat's strength is a weighted sum of facts about it.

The weights are made by `games.lab.training`. Chances follow from strengths as in the models of
Bradley, Terry and Luce: each seat's is in proportion to the exponential of its strength.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import exp
from operator import mul
from os.path import commonpath
from pathlib import Path
from typing import Any, Final, NamedTuple

LEAD: Final = 0.002
"""What a point ahead counts beside the chance to win, so that lost and won games are played on."""


class Facts(NamedTuple):
    """What is known of each seat in a position, in rows of equal length, points first.

    `setup` names the weights to use, `left` is how much of the game is left, from 1 to 0.
    """

    setup: str
    left: float
    seats: Sequence[Sequence[float]]


class Weights(NamedTuple):
    """What each fact counts at the end of a game, and how much more at its beginning."""

    last: Sequence[float]
    more: Sequence[float]

    def at(self, left: float) -> list[float]:
        """Return what each fact counts with so much of the game left."""
        return [last + left * more for last, more in zip(*self, strict=True)]


class Prospects(NamedTuple):
    """What each seat can hope for in a position: its chance to win, and its points so far."""

    chances: Sequence[float]
    points: Sequence[float]

    def of(self, seat: int) -> float:
        """Return how good they are for a seat: its chance, and a little for its lead."""
        rivals = max(each for other, each in enumerate(self.points) if other != seat)
        return self.chances[seat] + LEAD * (self.points[seat] - rivals)


class Model:
    """The model of a title: `facts` about a position, their `names`, and a file of weights."""

    def __init__(self, path: Path, names: Sequence[str], facts: Callable[[Any], Facts]) -> None:
        self.path = path
        self.names = names
        self.facts = facts

    @cached_property
    def weights(self) -> Mapping[str, Weights]:
        """The weights of each set-up, in the order of the names."""
        setups = json.loads(self.path.read_text())
        return {
            setup: Weights(*zip(*[rows[name] for name in self.names], strict=True))
            for setup, rows in setups.items()
        }

    def weights_of(self, setup: str) -> Weights:
        """Return the weights of a set-up; of one whose name begins alike if it has none."""
        if setup not in self.weights:
            return max(self.weights.items(), key=lambda each: len(commonpath([setup, each[0]])))[1]
        return self.weights[setup]

    def strengths(self, facts: Facts) -> list[float]:
        """Return how strong each seat is."""
        now = self.weights_of(facts.setup).at(facts.left)
        return [sum(map(mul, now, row)) for row in facts.seats]

    def prospects(self, state: Any) -> Prospects:
        """Return what each seat can hope for; the game is not over."""
        found = self.facts(state)
        return Prospects(shares(self.strengths(found)), [row[0] for row in found.seats])


def shares(strengths: Sequence[float]) -> list[float]:
    """Return the chance to win of each seat by their strengths."""
    most = max(strengths)
    odds = [exp(strength - most) for strength in strengths]
    whole = sum(odds)
    return [each / whole for each in odds]
