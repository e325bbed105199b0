"""Answers outside the plans of a turn: displaced pieces, replacement markers, Move 3."""

from itertools import islice
from math import inf
from typing import Final

from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.plans import best_rate, gives_up_nothing, plans, rival_rate
from games.bots.teutonica.turn import in_the_way
from games.bots.teutonica.values import MARKER
from games.rules.teutonica.orders import Done, Mark, Move, Order, Put
from games.rules.teutonica.pieces import EMPTY, MERCHANT, owner, piece
from games.rules.title import Orders

SPARED: Final = 0.05
"""A merchant on the board is worth keeping in the stock where a trader does as well."""


def displaced(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return where the displaced piece or an extra one goes (T5.2); free pieces are welcome."""
    best: Put | None = None
    gain = 0.0
    for order in orders.of(Put):
        value = put_gain(position, seat, order)
        if best is None or value > gain:
            best, gain = order, value
    if best is None or (gain <= 0 and "done" in orders.groups):
        return Done()
    return best


def put_gain(position: Position, seat: int, order: Put) -> float:
    """Return what a piece on this space does for the seat's plans and against those of others."""
    kind, space, source, _ = order
    gain = _gain_there(position, seat, kind, space)
    return gain - _loss_here(position, seat, source) if source >= 0 else gain


def _gain_there(position: Position, seat: int, kind: int, space: int) -> float:
    route = position.board.space_route[space]

    def work() -> float:
        after = position.with_piece(space, piece(seat, kind))
        gain: float = best_rate(after, seat, route) - 0.5 * best_rate(position, seat, route)
        gain += position.weights.block * rival_rate(position, seat, route)
        return gain - SPARED * (kind == MERCHANT)

    # All spaces of a route do the same, but for boats.
    return position.once_here(("put", seat, kind, route, position.board.boats[space]), work)


def _loss_here(position: Position, seat: int, space: int) -> float:
    route = position.board.space_route[space]

    def work() -> float:
        cleared = position.with_piece(space, EMPTY)
        return best_rate(position, seat, route) - 0.5 * best_rate(cleared, seat, route)

    return position.once_here(("lift", seat, space), work)


def replacement(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return where a replacement marker goes: where the seat can claim it first (T8.4)."""
    marks = orders.of(Mark)
    rates = {route: best_rate(position, seat, route) for _, route, _ in marks}
    others = [other for other in range(position.view.players) if other != seat]
    wanted: dict[int, float] = {}
    most = -inf
    for route in sorted(rates, key=rates.__getitem__, reverse=True):
        # Rivals only make it less wanted, unless moves make all their plans worse than nothing.
        if rates[route] < most and any(gives_up_nothing(position, o, route) for o in others):
            continue
        wanted[route] = rates[route] - position.weights.mine * rival_rate(position, seat, route)
        most = max(most, wanted[route])
    return max(
        (order for order in marks if order.route in wanted),
        key=lambda order: (wanted[order.route], MARKER[order.marker]),
    )


def lift(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return the next piece that leaves the best plan's route, for where it is of least use."""
    moves = orders.of(Move)
    best = list(islice(plans(position, seat), 1))
    blocked = {space for plan in best for space in in_the_way(position, plan)}
    mine = {space for plan in best for space in position.board.routes[plan.route].spaces}
    landings = [
        order for order in moves if order.end not in mine and position.spaces[order.end] == EMPTY
    ]
    wanted = [order for order in landings if order.start in blocked]
    if position.view.hand:
        wanted = landings or list(moves)
    if not wanted:
        return Done() if "done" in orders.groups else (landings or moves)[0]
    victim = owner((position.view.hand or bytes((position.spaces[wanted[0].start],)))[0])
    start = wanted[0].start
    return min(
        (order for order in wanted if order.start == start),
        key=lambda order: usefulness(position, victim, order.end),
    )


def usefulness(position: Position, seat: int, space: int) -> float:
    """Return how useful a space is to a seat."""
    if seat >= position.view.players:
        return 0.0
    return best_rate(position, seat, position.board.space_route[space])
