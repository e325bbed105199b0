"""The random bot: it plays every title."""

import random
from typing import Any

from games.rules.title import Order, Orders

ENDINGS = ("end", "done")
"""Verbs that only stop something: given only when nothing else is legal."""


def random_order(view: Any, orders: Orders, rng: random.Random) -> Order:
    """Return any order: every verb is equally likely, then every order of it."""
    verbs = [verb for verb in orders.groups if verb not in ENDINGS] or list(orders.groups)
    group = orders.groups[rng.choice(verbs)]
    return group[rng.randrange(len(group))]
