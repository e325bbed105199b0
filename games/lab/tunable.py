"""What tuning needs to know of each title."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from math import exp
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.bots.bot import Bot
from games.bots.hansa import greedy_with as hansa_greedy_with
from games.bots.hansa import weights as hansa_weights
from games.bots.teutonica import greedy_with as teutonica_greedy_with
from games.bots.teutonica import weights as teutonica_weights
from games.rules.title import Order


class Tunable(NamedTuple):
    """What is tuned of a title: a dataclass of weights, and a file of them by number of players.

    `usual` are a journeyman's. `moved` takes weights and as many steps as there are weights, about
    1 each, and returns weights that differ by that. `greedy` takes weights before what a bot takes,
    and gives the order that is best by them.
    """

    title: str
    path: Path
    usual: Any
    moved: Callable[[Any, Sequence[float]], Any]
    greedy: Callable[..., Order]

    def bot(self, weights: Any) -> Bot:
        """Return the quick bot that has some weights."""
        return partial(self.greedy, weights)


STEP: Final = 0.3
"""How much larger a step makes a weight of Hansa Teutonica, as a power of e."""
STEPS: Final[Mapping[str, float]] = {
    "paired": 0.2,
    "triple": 0.1,
    "rivalry": 0.1,
    "single": 0.12,
    "answer": 0.08,
    "safe": 0.15,
    "taler": 0.15,
    "spare": 0.15,
    "charge": 0.2,
    "long": 2.0,
    "lead": 0.2,
    "call": 0.8,
    "sale": 0.3,
    "more": 0.15,
    "crowded": 0.25,
    "spoiled": 0.3,
    "broken": 0.4,
    "offered": 0.05,
    "ending": 3.0,
    "a_turn": 0.3,
}
"""How far a step changes each weight of Hansa."""


def scaled(begin: Any, steps: Sequence[float]) -> Any:
    """Return weights changed by `steps`, in the order of the fields; none is below 0."""
    changed = zip(asdict(begin).items(), steps, strict=True)
    return replace(begin, **{name: weight * exp(STEP * by) for (name, weight), by in changed})


def shifted(begin: Any, steps: Sequence[float]) -> Any:
    """Return weights changed by `steps`, in the order of STEPS."""
    changed = zip(STEPS.items(), steps, strict=True)
    return replace(
        begin, **{name: getattr(begin, name) + size * by for (name, size), by in changed}
    )


TUNABLE: dict[str, Tunable] = {
    "teutonica": Tunable(
        "teutonica",
        teutonica_weights.PATH,
        teutonica_weights.JOURNEYMAN,
        scaled,
        teutonica_greedy_with,
    ),
    "hansa": Tunable(
        "hansa", hansa_weights.PATH, hansa_weights.JOURNEYMAN, shifted, hansa_greedy_with
    ),
}
"""What bots value things at, to be tuned, by title."""
