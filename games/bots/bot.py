"""The types of bots."""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from games.rules.title import AnyOrders, Order

Bot = Callable[[Any, AnyOrders, random.Random], Order]
"""Returns one of `orders`, which is not empty, from what `view` shows and nothing else."""


class TimedBot(Protocol):
    """A bot that looks for better orders until a `deadline`, a moment of `time.monotonic`."""

    def __call__(
        self, view: Any, orders: AnyOrders, rng: random.Random, deadline: float | None = None
    ) -> Order: ...


class Advice(NamedTuple):
    """An order, and the figures by which a bot decided for it.

    `goal` is the order that it works for, itself or a later one, None if the bot can't tell.
    `points` are what the goal brings over the rest of the game, by the bots' estimate, 0 if they
    don't tell. `chance` is how likely the seat is to win then, None if there was no choice.
    """

    order: Order
    goal: Order | None = None
    points: float = 0.0
    chance: float | None = None


class Thinker(Protocol):
    """A bot that takes its time, and says why it decides as it does.

    It looks for better orders until a `deadline`, a moment of `time.monotonic`. `opponents` are
    what it knows of the table: the level of the bot in each seat, '' for people.
    """

    def __call__(
        self,
        view: Any,
        orders: AnyOrders,
        rng: random.Random,
        deadline: float | None = None,
        opponents: Sequence[str] = (),
    ) -> Advice: ...
