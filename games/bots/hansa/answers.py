"""Answers outside the plans of a turn: first booths, losses and tolls."""

import random

from games.bots.hansa import worth
from games.bots.hansa.outlook import Outlook
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.title import Order, Orders


def booths(outlook: Outlook, orders: Orders, rng: random.Random) -> Order:
    """Return the city where the next booths are worth most (H1.4)."""
    offered = orders.groups["booths"]
    best: Order = max(
        offered, key=lambda order: (worth.city(outlook, order[1], BOOTHS_A_ROUND), rng.random())
    )
    return best


def toll(outlook: Outlook, orders: Orders, rng: random.Random) -> Order:
    """Return the end of the turn, or the marker to give up before it (H2.5)."""
    return ("end",) if "end" in orders.groups else spared(outlook, orders, "discard")


def loss(outlook: Outlook, orders: Orders, rng: random.Random) -> Order:
    """Return the marker to lose to a sale (H3.3)."""
    return spared(outlook, orders, "lose")


def spared(outlook: Outlook, orders: Orders, verb: str) -> Order:
    """Return the order that takes the least valuable marker."""
    unsold = outlook.view.desks[outlook.seat].unsold
    best: Order = max(
        orders.groups[verb],
        key=lambda order: worth.hand(worth.less(unsold, order[1]), outlook.turns),
    )
    return best
