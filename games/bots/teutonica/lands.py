"""Access to a planned route: permissions for countries (T15.1), the pawn's provinces (T17)."""

from typing import Final

from games.bots.teutonica.position import Position
from games.rules.teutonica.modules.pawn import FREE_WALK, PAID_WALK, provinces
from games.rules.title import Order, Orders

WAIT: Final = 0.6
"""Actions that each piece costs that must wait for a permission of a later turn."""
STROLL: Final = 0.1
"""Actions that the pawn's free move is worth."""
LATER: Final = 0.4
"""Actions that the pawn's way costs a player whose turn is still to come."""


def barred(position: Position, seat: int, number: int) -> bool:
    """Return whether a seat has no permission ever to place or displace on a route (T15.1)."""
    country = position.board.routes[number].country
    return country != "england" and not position.permits(seat, country)


def way(position: Position, seat: int, number: int, placed: int) -> float:
    """Return about how many actions it costs to be allowed to put some pieces on a route."""
    country = position.board.routes[number].country
    if placed and country != "england":
        each_turn = position.permits(seat, country)
        now = each_turn
        if seat == position.view.turn:
            now = sum(country in grants for grants in position.view.permissions)
        return WAIT * max(0, placed - now) / each_turn
    return _walk(position, seat, number)


def _walk(position: Position, seat: int, number: int) -> float:
    view = position.view
    if view.pawn is None or number in provinces(position.board).routes[view.pawn]:
        return 0.0
    if seat != view.turn or not view.actions_left:
        return LATER
    near = provinces(position.board).near[view.pawn]
    if view.free_walk and not view.walk_ends and near & bordering(position, number):
        return STROLL
    return 1.0


def bordering(position: Position, number: int) -> set[int]:
    """Return the provinces that a route borders."""
    routes = provinces(position.board).routes
    return {province for province in routes if number in routes[province]}


def walk(position: Position, number: int, rates: dict[int, float], orders: Orders) -> Order | None:
    """Return the pawn's move to a route, near the best rates; None if it is not needed.

    It spends an action only if another action can follow.
    """
    view = position.view
    if view.pawn is None or number in provinces(position.board).routes[view.pawn]:
        return None
    routes = provinces(position.board).routes
    targets = sorted(
        bordering(position, number),
        key=lambda province: -sum(rates.get(route, 0.0) for route in routes[province]),
    )
    near = provinces(position.board).near[view.pawn] if view.free_walk else set()
    if near and not view.walk_ends:
        for province in targets:
            if province in near:
                return ("pawn", province, FREE_WALK)
    if view.actions_left >= 2:
        for province in targets:
            order = ("pawn", province, PAID_WALK if province in near else FREE_WALK)
            if order in orders:
                return order
    return None


def leave(position: Position, rates: dict[int, float], orders: Orders) -> Order | None:
    """Return the pawn's free move after the last action, to where another's rates are worst."""
    view = position.view
    if view.pawn is None or not view.free_walk or view.actions_left:
        return None
    routes = provinces(position.board).routes

    def best(province: int) -> float:
        return sum(sorted((rates.get(route, 0.0) for route in routes[province]), reverse=True)[:2])

    order = min(orders.groups.get("pawn", ()), key=lambda order: best(order[1]), default=None)
    return order if order is not None and best(order[1]) < best(view.pawn) else None


def first(position: Position, rates: dict[int, float], orders: Orders) -> Order:
    """Return where the pawn starts: where the start player's rates are worst (T17.1)."""
    routes = provinces(position.board).routes
    return min(orders, key=lambda order: max(rates.get(route, 0.0) for route in routes[order[1]]))
