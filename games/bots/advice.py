"""Advice: what a merchant would do in a seat, and what for."""

import random
from typing import Any, NamedTuple

from games.bots import MINDS
from games.bots.levels import merchant
from games.rules.title import AnyOrders, Order


class Advice(NamedTuple):
    """An order, the one that it works for if it is not that itself, and what this is worth.

    `points` are for the rest of the game, by the reckoning of the bots, 0 if they do not tell.
    `chance` is how likely the seat is to win then, None if nothing else was possible.
    """

    order: Order
    aim: Order | None = None
    points: float = 0.0
    chance: float | None = None


def advice(view: Any, orders: AnyOrders, rng: random.Random, until: float) -> Advice | None:
    """Return what a merchant would do who thinks until a moment of `time.monotonic`.

    `view.seat` is the seat that is asked. None for a title that bots know nothing about.
    """
    mind = MINDS.get(view.title)
    if mind is None:
        return None
    tried = merchant(mind).tried(view, orders, rng, until)
    if not tried:
        return Advice(mind.quick(view, orders, rng))
    best = tried[0]
    # The quick bot's idea has no aim, but another that begins alike may be as good.
    alike = [each for each in tried if each.order == best.order and each.idea.aim is not None]
    idea = alike[0].idea if alike else best.idea
    aim = None if idea.aim == best.order else idea.aim
    return Advice(best.order, aim, idea.points, best.chance)
