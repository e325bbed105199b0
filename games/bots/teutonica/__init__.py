"""The greedy bots of Hansa Teutonica: they work for what brings the most points per action."""

import random
from collections.abc import Callable
from functools import partial

from games.bots.cache import KeyedCache
from games.bots.random_bot import random_order
from games.bots.teutonica import access, answers, modules, turn
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.cache import key_of
from games.bots.teutonica.plans import best_rate, plans
from games.bots.teutonica.weights import JOURNEYMAN, Weights, expected, trained
from games.rules.teutonica.orders import Develop, Order
from games.rules.teutonica.view import View
from games.rules.title import Orders

_decisions = KeyedCache(4096)


def greedy(view: View, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the order that serves the best plan; `view.seat` is the one asked."""
    return greedy_with(JOURNEYMAN, view, orders, rng)


def trained_greedy(view: View, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the order that serves the best plan by trained weights."""
    return greedy_with(trained(view.players), view, orders, rng)


def expected_greedy(view: View, orders: Orders[Order], rng: random.Random) -> Order:
    """Return what masters expect another player to order."""
    return greedy_with(expected(view.players), view, orders, rng)


def greedy_with(weights: Weights, view: View, orders: Orders[Order], rng: random.Random) -> Order:
    """Return the order that serves the best plan by some weights; `orders` are all there are."""
    if view.seat is None or not orders.leave_a_choice:
        return orders[0]
    key = (weights, *key_of(view))
    order = _decisions.get(key, lambda: decided(weights, view, orders))
    if order is not None:
        return order
    if view.prompt == "turn":
        return turn.idle(Position(view, weights), view.seat, orders, rng)
    return random_order(orders, rng)


def decided(weights: Weights, view: View, orders: Orders[Order]) -> Order | None:
    """Return the one of `orders` that serves the best plan by some weights, None if none does.

    `view.seat` is the one asked.
    """
    position = Position(view, weights)
    position.shares_cache = view.prompt not in TRIED or position.has_plenty
    answer = ANSWERS.get(view.prompt)
    return answer(position, view.seat, orders) if answer and view.seat is not None else None


def _turn(position: Position, seat: int, orders: Orders[Order]) -> Order | None:
    if "favour" in orders.groups:
        order = modules.tile(position, seat, orders, next(plans(position, seat), None))
        if order is not None:
            return order
    return turn.turn(position, seat, orders)


def _move_any(position: Position, seat: int, orders: Orders[Order]) -> Order:
    return modules.relocation(position, seat, orders) or answers.lift(position, seat, orders)


def _develop(position: Position, seat: int, orders: Orders[Order]) -> Order:
    return orders.of(Develop)[0]


def _pawn(position: Position, seat: int, orders: Orders[Order]) -> Order:
    return access.first(position, partial(best_rate, position, position.view.start_seat), orders)


TRIED = ("displaced", "neutral displaced", "place claimed", "place abroad")
"""What is answered by trying pieces on spaces, which changes what is known of a seat's pieces."""
ANSWERS: dict[str, Callable[[Position, int, Orders[Order]], Order | None]] = {
    "turn": _turn,
    "moving": turn.more_moves,
    "displaced": answers.displaced,
    "neutral displaced": modules.neutral_trader,
    "place claimed": answers.displaced,
    "place abroad": answers.displaced,
    "plate": answers.replacement,
    "move3": answers.lift,
    "move any": _move_any,
    "remove3": modules.removal,
    "develop privilege": _develop,
    "found": modules.found,
    "income tile": modules.share,
    "neutral office": modules.neutral_city,
    "pawn": _pawn,
}
"""The function that answers each thing asked."""
