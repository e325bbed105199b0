"""Answers about modules: tiles, neutral offices, green cities, other players' pieces."""

from itertools import islice
from typing import Final

from games.bots.teutonica import values
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.plans import Plan, best_rate, plans
from games.bots.teutonica.turn import in_the_way, move
from games.rules.teutonica.modules.favour import BETTER_ABILITY_POINTS, BETTER_CITY_POINTS
from games.rules.teutonica.orders import (
    BuyTile,
    Decline,
    Done,
    Found,
    Move,
    NeutralOffice,
    Order,
    Put,
    Remove,
    Take,
)
from games.rules.teutonica.pieces import (
    EMPTY,
    MERCHANT,
    NEUTRAL,
    TILES,
    TRADER,
    kind_of,
    owner,
    piece,
)
from games.rules.teutonica.questions import ABILITY_POINTS, CITY_POINTS, developed
from games.rules.title import Orders

TILE: Final = {"action": 14.0, "income": 5.0, "trader": 3.0, "anywhere": 2.0}
"""What a tile is worth that is owned for a whole game."""
LOST: Final = 0.9
"""The part of a turn's points that is lost with it and not only delayed."""

TAKEN_OFFICE: Final = 0.3
"""The part of an office's worth that is lost when the neutral player takes the next one."""


def tile(position: Position, seat: int, orders: Orders[Order], plan: Plan | None) -> BuyTile | None:
    """Return the tile to take now, paid with the markers that are wanted least (T13)."""
    best, gain = None, 0.0
    turn = position.view.actions_left * (plan.rate if plan else 0.0) * LOST
    for order in orders.of(BuyTile):
        paid = (order.one, order.other)
        price = sum(values.use_of_marker(position, kind) for kind in paid)
        value = tile_worth(position, seat, TILES[order.tile]) - price - turn
        if value > gain:
            best, gain = order, value
    return best


def tile_worth(position: Position, seat: int, name: str) -> float:
    """Return what a tile brings in what is left of the game."""
    if name == "cities":
        more = BETTER_CITY_POINTS - CITY_POINTS
        return more * (position.offices.controllers.count(seat) + 3 * position.left)
    if name == "abilities":
        more = BETTER_ABILITY_POINTS - ABILITY_POINTS
        return more * (len(developed(position.view, seat)) + 1.5 * position.left)
    return TILE[name] * position.left


def share(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return the piece to take when another player has income: a merchant where none is left."""
    takes = orders.of(Take)
    wanted = TRADER if position.view.desks[seat].supply[MERCHANT] else MERCHANT
    order = Take(wanted)
    return order if order in takes else next(iter(takes), Decline())


def neutral_city(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return the city where a neutral office does more harm to the other player (T18.4)."""

    def gain(order: NeutralOffice) -> float:
        city, code = order.city, piece(NEUTRAL, TRADER)
        offices = position.offices.rows[city]
        place = offices.index(EMPTY)
        after = offices[:place] + bytes((code,)) + offices[place + 1 :]
        kind = position.board.offices[position.board.cities[city].offices.start].kind
        own, rival = (
            values.control(position, who, offices, after)
            - TAKEN_OFFICE * values.office(position, who, city, kind)
            for who in (seat, 1 - seat)
        )
        return own - rival

    return max(orders.of(NeutralOffice), key=gain)


def neutral_trader(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return where a neutral trader hinders the other player more than this one (T18.3)."""

    def gain(order: Put) -> float:
        space = order.space
        route = position.board.space_route[space]

        def work() -> float:
            after = position.with_piece(space, piece(NEUTRAL, TRADER))
            harm, own = (
                best_rate(position, who, route) - best_rate(after, who, route)
                for who in (1 - seat, seat)
            )
            return harm - own

        # All spaces of a route that a trader may be on do the same.
        return position.once_here(("neutral", route), work)

    best = max(orders.of(Put), key=gain, default=None)
    if best is None or ("done" in orders.groups and gain(best) <= 0):
        return Done()
    return best


def found(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return the green city to open an office in, with a trader where there is one (T14.3)."""

    def gain(order: Found) -> float:
        city, kind, _ = order
        offices = position.offices.rows[city]
        after = offices + bytes((piece(seat, kind),))
        value = position.weights.office - values.scarcity(position, seat)
        value += values.control(position, seat, offices, after)
        value += values.network(position, seat, city) + values.connection(position, seat, city)
        return value - (0.5 if kind == MERCHANT else 0.0)

    best = max(orders.of(Found), key=gain)
    return best if gain(best) > 0 else Done()


def removal(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return the next piece to take off the best plan's route, or off another's (T9.6)."""
    best = list(islice(plans(position, seat), 1))
    for space in [space for plan in best for space in in_the_way(position, plan)]:
        return Remove(space)
    if "done" in orders.groups:
        return Done()

    def harm(order: Remove) -> float:
        code, route = position.spaces[order.space], position.board.space_route[order.space]
        victim = owner(code)
        if victim in (seat, NEUTRAL):
            return -1.0 * (victim == seat)
        return best_rate(position, victim, route) + kind_of(code)

    return max(orders.of(Remove), key=harm)


def relocation(position: Position, seat: int, orders: Orders[Order]) -> Move | None:
    """Return a move of an own piece onto the best plan's route, if the marker allows it (T14.3)."""
    if position.view.hand:
        return None
    for plan in islice(plans(position, seat), 1):
        order = move(position, plan)
        if order is not None and order in orders:
            return order
    return None
