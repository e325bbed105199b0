"""The types of bots."""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from games.rules.title import AnyOrders, Order

Bot = Callable[[Any, AnyOrders, random.Random], Order]
"""Returns one of `orders`, which is not empty, from what `view` shows and nothing else."""


class Patient(Protocol):
    """A bot that may be told until which moment of `time.monotonic` to look for better orders."""

    def __call__(
        self, view: Any, orders: AnyOrders, rng: random.Random, until: float | None = None
    ) -> Order: ...


class Advice(NamedTuple):
    """An order, and the figures by which a bot decided for it.

    `aim` is the order that it works for, itself or a later one, None if the bot can't tell.
    `points` are what the aim brings over the rest of the game, by the reckoning of the bots, 0 if
    they don't tell. `chance` is how likely the seat is to win then, None if there was no choice.
    """

    order: Order
    aim: Order | None = None
    points: float = 0.0
    chance: float | None = None


class Thinker(Protocol):
    """A bot that takes its time, and says why it decides as it does.

    It may be told until which moment of `time.monotonic` to look for better orders, and in what
    `company` it is: the level of the bot in each seat, '' for people.
    """

    def __call__(
        self,
        view: Any,
        orders: AnyOrders,
        rng: random.Random,
        until: float | None = None,
        company: Sequence[str] = (),
    ) -> Advice: ...
