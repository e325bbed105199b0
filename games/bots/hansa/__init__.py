"""The greedy bots of Hansa: they plan the rest of a turn and take the first step of the plan."""

import random
from collections.abc import Callable

from games.bots.hansa import answers, turn
from games.bots.hansa.planning_view import PlanningView
from games.bots.hansa.weights import JOURNEYMAN, Weights, trained
from games.bots.random_bot import random_order
from games.rules.hansa.orders import Order
from games.rules.hansa.view import View
from games.rules.title import Orders


def greedy(view: View, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the order that serves the best plan; `view.seat` is the one asked."""
    return greedy_with(JOURNEYMAN, view, orders, rng)


def trained_greedy(view: View, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the order that serves the best plan by trained weights."""
    return greedy_with(trained(view.players), view, orders, rng)


def greedy_with(weights: Weights, view: View, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the order that serves the best plan by some weights."""
    if view.seat is None or not orders.leave_a_choice:
        return orders[0]
    answer = ANSWERS.get(view.prompt)
    if answer is None:
        return random_order(orders, rng)
    return answer(PlanningView(view, view.seat, weights), orders, rng)


ANSWERS: dict[str, Callable[[PlanningView, Orders[Order], random.Random], Order]] = {
    "booths": answers.booths,
    "turn": turn.turn,
    "tolls": answers.toll,
    "lose": answers.loss,
}
"""The function that answers each thing asked."""
