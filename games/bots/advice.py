"""Advice: what a merchant who knows what masters know would do in a seat, and what for."""

import random
from collections.abc import Sequence
from typing import Any, Final

from games.bots import STRATEGIES
from games.bots.bot import Advice
from games.bots.levels import adviser
from games.rules.title import AnyOrders, Order

TRIALS: Final = 2
"""How often a position is played on to estimate the chance to win that goes with advice."""
LEAST_POINTS: Final = 0.5
"""A goal that brings fewer points is not what a turn was for."""


def advice(view: Any, orders: AnyOrders, rng: random.Random, deadline: float) -> Advice:
    """Return what a merchant would order who values things as masters do, and what for.

    It thinks until the deadline, a moment of `time.monotonic`. `view.seat` is the seat that is
    asked. The title is one of STRATEGIES.
    """
    return adviser(STRATEGIES[view.title]).advise(view, orders, rng, deadline)


def explained(view: Any, order: Order) -> Advice:
    """Return why a bot that answers at once would give an order: its goal and points."""
    strategy = STRATEGIES.get(view.title)
    return Advice(order) if strategy is None else strategy.explain(view, order)


def main_of(said: Sequence[Advice | None]) -> int | None:
    """Return the index of the order that a turn is for, None if unknown.

    `said` is about each order of the turn. The turn is for the goal that it reaches and that brings
    most points, else for the first order that was chosen among several or that has a goal.
    """
    given = [(number, each) for number, each in enumerate(said) if each is not None]
    reached = [
        (each.points, -number)
        for number, each in given
        if each.goal == each.order and each.points >= LEAST_POINTS
    ]
    if reached:
        return -max(reached)[1]
    chosen = [number for number, each in given if each.chance is not None]
    with_goal = [number for number, each in given if each.goal and each.points >= LEAST_POINTS]
    return next(iter([*chosen, *with_goal]), None)
