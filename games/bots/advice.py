"""Advice: what a merchant would do in a seat, and what for."""

import random
from typing import Any

from games.bots import MINDS
from games.bots.bot import Advice
from games.bots.levels import merchant
from games.rules.title import AnyOrders


def advice(view: Any, orders: AnyOrders, rng: random.Random, until: float) -> Advice | None:
    """Return what a merchant would do who thinks until a moment of `time.monotonic`.

    `view.seat` is the seat that is asked. None for a title that bots know nothing about.
    """
    mind = MINDS.get(view.title)
    return None if mind is None else merchant(mind).advise(view, orders, rng, until)
