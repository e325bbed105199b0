"""Answers outside the plans of a turn: displaced pieces, replacement markers, Move 3."""

from typing import Final

from games.bots.teutonica.plans import best_rate, plans
from games.bots.teutonica.position import Position
from games.bots.teutonica.turn import in_the_way
from games.bots.teutonica.worth import MARKER
from games.rules.teutonica.pieces import EMPTY, MERCHANT, owner, piece
from games.rules.title import Order, Orders

BLOCK: Final = 0.15
"""Blocking another player's plan: they have to displace, and that brings pieces."""
SPARED: Final = 0.05
"""A merchant on the board is worth keeping in the stock where a trader does as well."""
MINE: Final = 0.6
"""How much less a replacement marker is worth on a route that others will claim sooner."""


def displaced(position: Position, seat: int, orders: Orders) -> Order:
    """Return where the displaced piece or an extra one goes (T5.2); free pieces are welcome."""
    best: Order | None = None
    gain = 0.0
    for order in orders.groups.get("put", ()):
        value = put_gain(position, seat, order)
        if best is None or value > gain:
            best, gain = order, value
    if best is None or (gain <= 0 and "done" in orders.groups):
        return ("done",)
    return best


def put_gain(position: Position, seat: int, order: Order) -> float:
    """Return what a piece on this space does for the seat's plans and against those of others."""
    _, kind, space, source = order
    route = position.board.space_route[space]
    after = position.with_piece(space, piece(seat, kind))
    gain: float = best_rate(after, seat, route) - 0.5 * best_rate(position, seat, route)
    others = [s for s in range(position.view.players) if s != seat]
    gain += BLOCK * max(best_rate(position, other, route) for other in others)
    gain -= SPARED * (kind == MERCHANT)
    if source >= 0:
        left = position.board.space_route[source]
        cleared = position.with_piece(source, EMPTY)
        gain -= best_rate(position, seat, left) - 0.5 * best_rate(cleared, seat, left)
    return gain


def replacement(position: Position, seat: int, orders: Orders) -> Order:
    """Return where a replacement marker goes: where the seat can claim it first (T8.4)."""
    others = [s for s in range(position.view.players) if s != seat]
    wanted: dict[int, float] = {}
    for _, _, route in orders:
        if route not in wanted:
            rival = max(best_rate(position, other, route) for other in others)
            wanted[route] = best_rate(position, seat, route) - MINE * rival
    return max(orders, key=lambda order: (wanted[order[2]], MARKER[order[1]]))


def lift(position: Position, seat: int, orders: Orders) -> Order:
    """Return the next piece that leaves the best plan's route, for where it is of least use."""
    moves = orders.groups["move"]
    best = plans(position, seat)[:1]
    blocked = {space for plan in best for space in in_the_way(position, plan)}
    mine = {space for plan in best for space in position.board.routes[plan.route].spaces}
    landings = [
        order for order in moves if order[2] not in mine and position.spaces[order[2]] == EMPTY
    ]
    wanted = [order for order in landings if order[1] in blocked]
    if position.view.hand:
        wanted = landings or list(moves)
    if not wanted:
        return ("done",) if "done" in orders.groups else (landings or moves)[0]
    victim = owner((position.view.hand or bytes((position.spaces[wanted[0][1]],)))[0])
    start = wanted[0][1]
    return min(
        (order for order in wanted if order[1] == start),
        key=lambda order: usefulness(position, victim, order[2]),
    )


def usefulness(position: Position, seat: int, space: int) -> float:
    """Return how useful a space is to a seat."""
    if seat >= position.view.players:
        return 0.0
    return best_rate(position, seat, position.board.space_route[space])
