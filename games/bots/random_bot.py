"""The random bot: it plays every title."""

import random
from typing import Any, TypeVar

from games.rules.title import AnyOrders, Order, Orders

OrderT = TypeVar("OrderT", bound=Order)

ENDINGS = ("end", "done")
"""Verbs that only stop something: given only when nothing else is legal."""


def random_order(orders: Orders[OrderT], rng: random.Random) -> OrderT:
    """Return any order: every verb is equally likely, then every order of it."""
    verbs = [verb for verb in orders.groups if verb not in ENDINGS] or list(orders.groups)
    group = orders.groups[rng.choice(verbs)]
    return group[rng.randrange(len(group))]


def any_order(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
    """Return any order, whatever the view shows."""
    order: Order = random_order(orders, rng)
    return order
