"""The greedy bot of Hansa Teutonica: it works for what brings most points an action."""

import random

from games.bots.chance import random_order
from games.bots.teutonica import answers, turn
from games.bots.teutonica.position import Position
from games.rules.teutonica.view import View
from games.rules.title import Order, Orders


def greedy(view: View, orders: Orders, rng: random.Random) -> Order:
    """Return the order that serves the best plan; `view.seat` is the one asked."""
    if len(orders) == 1 or view.seat is None:
        return orders[0]
    position = Position(view)
    if view.asked == "turn":
        return turn.turn(position, view.seat, orders, rng)
    if view.asked == "moving":
        return turn.more_moves(position, view.seat, orders)
    if view.asked == "displaced":
        return answers.displaced(position, view.seat, orders)
    if view.asked == "markers":
        return answers.replacement(position, view.seat, orders)
    if view.asked == "move3":
        return answers.lift(position, view.seat, orders)
    return random_order(view, orders, rng)
