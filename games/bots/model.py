"""A model of who will win: each seat's strength is a weighted sum of its features.

The weights are made by `games.lab.training`. Chances follow from strengths as in the models of
Bradley, Terry and Luce: each seat's is in proportion to the exponential of its strength.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from math import exp
from operator import eq, mul
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.rules.title import AnyTitle

LEAD: Final = 0.002
"""What a point ahead counts beside the chance to win, so that lost and won games are played on."""


class Features(NamedTuple):
    """The features of each seat in a position, in rows of equal length, points first.

    `setup` names the weights to use, `left` is how much of the game is left, from 1 to 0.
    """

    setup: str
    left: float
    seats: Sequence[Sequence[float]]


class Weights(NamedTuple):
    """What each feature counts at the end of a game, and how much more at its beginning."""

    last: Sequence[float]
    more: Sequence[float]

    def at(self, left: float) -> list[float]:
        """Return what each feature counts when this part of the game is left."""
        return [last + left * more for last, more in zip(*self, strict=True)]


class Evaluation(NamedTuple):
    """What each seat can hope for in a position: its chance to win, and its points so far."""

    chances: Sequence[float]
    points: Sequence[float]

    def value(self, seat: int) -> float:
        """Return how good it is for a seat: its chance, and a little for its lead."""
        rivals = max(each for other, each in enumerate(self.points) if other != seat)
        return self.chances[seat] + LEAD * (self.points[seat] - rivals)


class Model:
    """The model of a title: `features` of a position, their `names`, and a file of weights."""

    def __init__(
        self, path: Path, names: Sequence[str], features: Callable[[Any], Features]
    ) -> None:
        self.path = path
        self.names = names
        self.features = features

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
        if setup in self.weights:
            return self.weights[setup]
        return self.weights[max(self.weights, key=lambda each: _letters_alike(each, setup))]

    def strengths(self, features: Features) -> list[float]:
        """Return how strong each seat is."""
        now = self.weights_of(features.setup).at(features.left)
        return [sum(map(mul, now, row)) for row in features.seats]

    def evaluate(self, state: Any) -> Evaluation:
        """Return what each seat can hope for; the game is not over."""
        found = self.features(state)
        return Evaluation(shares(self.strengths(found)), [row[0] for row in found.seats])


def _letters_alike(one: str, other: str) -> int:
    """Return how many letters two names have in common at their beginning."""
    return len([*takewhile(bool, map(eq, one, other))])


def final_evaluation(title: AnyTitle, state: Any) -> Evaluation:
    """Return the evaluation of a game that is over: its winners share the win."""
    result = title.result(state)
    places: Sequence[int] = result.places if result else ()
    won = 1 / max(1, places.count(1))
    points = [lines["total"] for lines in result.scores] if result else []
    return Evaluation([won * (place == 1) for place in places], points)


def shares(strengths: Sequence[float]) -> list[float]:
    """Return the chance to win of each seat by their strengths."""
    most = max(strengths)
    odds = [exp(strength - most) for strength in strengths]
    whole = sum(odds)
    return [each / whole for each in odds]
