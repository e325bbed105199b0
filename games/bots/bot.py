"""The types of bots."""

import random
from collections.abc import Callable
from typing import Any, Protocol

from games.rules.title import AnyOrders, Order

Bot = Callable[[Any, AnyOrders, random.Random], Order]
"""Returns one of `orders`, which is not empty, from what `view` shows and nothing else."""


class Thinker(Protocol):
    """A bot that may be told until which moment of `time.monotonic` to look for better orders."""

    def __call__(
        self, view: Any, orders: AnyOrders, rng: random.Random, until: float | None = None
    ) -> Order: ...
