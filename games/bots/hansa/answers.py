"""Answers outside the plans of a turn: first booths, losses and tolls."""

import random
from collections.abc import Sequence
from typing import TypeVar

from games.bots.hansa import values
from games.bots.hansa.planning_view import PlanningView
from games.rules.hansa.orders import Booths, Discard, End, Lose, Order
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.title import Orders

Gone = TypeVar("Gone", Discard, Lose)


def booths(planning: PlanningView, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the city where the next booths are worth most (H1.4)."""
    return max(
        orders.of(Booths),
        key=lambda order: (values.city(planning, order.city, BOOTHS_A_ROUND), rng.random()),
    )


def toll(planning: PlanningView, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the end of the turn, or the marker to give up before it (H2.5)."""
    return end(planning, orders)


def end(planning: PlanningView, orders: Orders[Order]) -> Order:
    """Return the end of the turn, or the marker to give up before it (H2.5)."""
    return End() if "end" in orders.groups else spared(planning, orders.of(Discard))


def loss(planning: PlanningView, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the marker to lose to a sale (H3.3)."""
    return spared(planning, orders.of(Lose))


def spared(planning: PlanningView, orders: Sequence[Gone]) -> Gone:
    """Return the order that takes the least valuable marker."""
    unsold = bytes(planning.view.desks[planning.seat].unsold)

    def left(order: Gone) -> float:
        rest = values.less(unsold, order.good)
        return values.hand(planning.weights, rest, planning.turns, planning.risks)

    return max(orders, key=left)
