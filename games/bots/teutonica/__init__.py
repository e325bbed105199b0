"""The greedy bot of Hansa Teutonica: it works for what brings the most points per action."""

import random
from collections.abc import Callable

from games.bots.chance import random_order
from games.bots.teutonica import answers, lands, modules, turn
from games.bots.teutonica.plans import plans
from games.bots.teutonica.position import Position
from games.rules.teutonica.pieces import NEUTRAL
from games.rules.teutonica.view import View
from games.rules.title import Order, Orders


def greedy(view: View, orders: Orders, rng: random.Random) -> Order:
    """Return the order that serves the best plan; `view.seat` is the one asked."""
    if len(orders) == 1 or view.seat is None:
        return orders[0]
    position = Position(view)
    if view.asked == "turn":
        return _turn(position, view.seat, orders, rng)
    answer = ANSWERS.get(view.asked)
    return answer(position, view.seat, orders) if answer else random_order(view, orders, rng)


def _turn(position: Position, seat: int, orders: Orders, rng: random.Random) -> Order:
    if "favour" in orders.groups:
        order = modules.tile(position, seat, orders, plans(position, seat))
        if order is not None:
            return order
    return turn.turn(position, seat, orders, rng)


def _displaced(position: Position, seat: int, orders: Orders) -> Order:
    if position.view.victim == NEUTRAL:
        return modules.neutral_trader(position, seat, orders)
    return answers.displaced(position, seat, orders)


def _move_2(position: Position, seat: int, orders: Orders) -> Order:
    return modules.relocation(position, seat, orders) or answers.lift(position, seat, orders)


def _develop(position: Position, seat: int, orders: Orders) -> Order:
    order: Order = orders.groups["develop"][0]
    return order


def _pawn(position: Position, seat: int, orders: Orders) -> Order:
    rates = turn.best_rates(plans(position, position.view.start_seat))
    return lands.first(position, rates, orders)


ANSWERS: dict[str, Callable[[Position, int, Orders], Order]] = {
    "moving": turn.more_moves,
    "displaced": _displaced,
    "place_2": answers.displaced,
    "markers": answers.replacement,
    "move3": answers.lift,
    "move_2": _move_2,
    "remove3": modules.removal,
    "develop": _develop,
    "found": modules.found,
    "income": modules.share,
    "neutral": modules.neutral_city,
    "pawn": _pawn,
}
"""The function that answers each thing asked outside a turn."""
