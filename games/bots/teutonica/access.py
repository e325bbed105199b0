"""Access to a planned route: permissions for countries (T15.1), the pawn's provinces (T17)."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from games.bots.teutonica.analysis_view import Position
from games.rules.teutonica.board import Board
from games.rules.teutonica.modules.pawn import borders, free_targets, provinces
from games.rules.teutonica.orders import FREE_WALK, PAID_WALK, Order, Walk
from games.rules.teutonica.pieces import HOME
from games.rules.title import Orders

WAIT: Final = 0.6
"""Actions that each piece costs that must wait for a permission of a later turn."""
STROLL: Final = 0.1
"""Actions that the pawn's free move is worth."""
LATER: Final = 0.4
"""Actions that the pawn's move costs a player whose turn is still to come."""

Rate = Callable[[int], float]
"""Returns the rate of the best plan for a route."""


def barred(position: Position, seat: int, number: int) -> bool:
    """Return whether a seat has no permission ever to place or displace on a route (T15.1)."""
    country = position.board.routes[number].country
    return country != HOME and not position.permits(seat, country)


def wait(position: Position, seat: int, number: int, placed: int) -> float:
    """Return about how many actions it costs to wait for permissions to place pieces on a route."""
    country = position.board.routes[number].country
    if not placed or country == HOME:
        return 0.0
    each_turn = position.permits(seat, country)
    now = each_turn
    if seat == position.view.turn:
        now = sum(country in grants for grants in position.view.permissions)
    return WAIT * max(0, placed - now) / each_turn


def stroll(position: Position, seat: int, number: int) -> float:
    """Return about how many actions it costs to bring the pawn to a route."""
    view = position.view
    if view.pawn is None or borders(view, number):
        return 0.0
    if seat != view.turn or not view.actions_left:
        return LATER
    if not view.walk_ends and not free_targets(view).isdisjoint(bordering(position.board, number)):
        return STROLL
    return 1.0


@lru_cache(maxsize=256)
def bordering(board: Board, number: int) -> frozenset[int]:
    """Return the provinces that a route borders."""
    routes = provinces(board).routes
    return frozenset(province for province in routes if number in routes[province])


def walk(position: Position, number: int, rate: Rate, orders: Orders[Order]) -> Walk | None:
    """Return the pawn's move to a route, near the best rates; None if it is not needed.

    It spends an action only if another action can follow.
    """
    view = position.view
    if view.pawn is None or borders(view, number):
        return None
    routes = provinces(position.board).routes
    targets = sorted(
        bordering(position.board, number),
        key=lambda province: -sum(map(rate, routes[province])),
    )
    near = free_targets(view)
    if near and not view.walk_ends:
        for province in targets:
            if province in near:
                return Walk(province, FREE_WALK)
    if view.actions_left >= 2:
        for province in targets:
            order = Walk(province, PAID_WALK if province in near else FREE_WALK)
            if order in orders:
                return order
    return None


def leave(position: Position, rate: Rate, orders: Orders[Order]) -> Walk | None:
    """Return the pawn's free move after the last action, to where another's rates are worst."""
    view = position.view
    if view.pawn is None or not view.free_walk or view.actions_left:
        return None
    routes = provinces(position.board).routes

    def best(province: int) -> float:
        return sum(sorted(map(rate, routes[province]), reverse=True)[:2])

    order = min(orders.of(Walk), key=lambda order: best(order.province), default=None)
    return order if order is not None and best(order.province) < best(view.pawn) else None


def first(position: Position, rate: Rate, orders: Orders[Order]) -> Order:
    """Return where the pawn starts: where the start player's rates are worst (T17.1)."""
    routes = provinces(position.board).routes
    return min(
        orders.of(Walk),
        key=lambda order: max(map(rate, routes[order.province])),
    )
