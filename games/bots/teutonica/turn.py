"""The seat's own turn: markers that help now, then a step of the best plan that has one."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, tee
from math import inf
from typing import Final, cast

from games.bots.teutonica import access, values
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.plans import Plan, best_rate, nearest_to_the_end, plans, toward_the_end
from games.bots.teutonica.route_cost import boats
from games.rules.teutonica.orders import (
    Claim,
    Displace,
    Done,
    End,
    Income,
    Move,
    Order,
    Place,
    Use,
    UseDevelop,
    UseSwap,
)
from games.rules.teutonica.pieces import (
    BANK,
    EMPTY,
    MERCHANT,
    MOVE3,
    PLUS3,
    PLUS4,
    REMOVE3,
    TRADER,
    kind_of,
    owner,
)
from games.rules.teutonica.questions import leader, toll
from games.rules.title import Orders

SWAP_GAIN: Final = 2.0
"""A Swap is kept until it brings this much, or until the game is near its end."""
CLEARED: Final = 2
"""How many pieces a Move 3 must clear off the best plan's route; until then it is kept."""
LATE: Final = 0.25
"""The part of the game left in which markers are no longer saved."""


def turn(position: Position, seat: int, orders: Orders[Order]) -> Order | None:
    """Return an order for the seat's own turn, None if no plan has a step."""
    ranked, first = tee(plans(position, seat))
    use = marker(position, seat, orders, first)
    if use is not None:
        return use
    if position.view.actions_left:
        claim = best_claim(position, seat, orders, position.weights.an_action)
        if claim is not None:
            return claim
        for plan in ranked:
            order = toward(position, plan, orders)
            if order is not None:
                return order
    return leave(position, seat, orders)


def leave(position: Position, seat: int, orders: Orders[Order]) -> Order | None:
    """Return the pawn's move away from the next player's plans, if it is worth it (T17.2)."""
    if position.view.pawn is None:
        return None
    other = (seat + 1) % position.view.players
    return access.leave(position, partial(best_rate, position, other), orders)


def best_claim(position: Position, seat: int, orders: Orders[Order], least: float) -> Claim | None:
    """Return the best claim that can be made now, None if it brings less than that."""
    claims = cast("Sequence[Claim]", orders.groups.get("claim", ()))
    ranked = [(values.whole(position, seat, order), order) for order in claims]
    points, order = max(ranked, key=lambda pair: pair[0], default=(-inf, None))
    return order if points >= least else None


def marker(
    position: Position, seat: int, orders: Orders[Order], ranked: Iterator[Plan]
) -> Use | None:
    """Return the use of a marker that should not wait, if there is one; `ranked` has the best plan.

    The plan is asked for only where it matters.
    """
    found = cast("Sequence[Use]", orders.groups.get("use", ()))
    if not found:
        return None
    late = position.left < LATE
    for_plans = (MOVE3, REMOVE3) if position.view.actions_left else (PLUS3, PLUS4)
    plan = next(ranked, None) if any(order.marker in for_plans for order in found) else None
    best, gain = None, 0.0
    for order in found:
        kind = order.marker
        value = 0.0
        if isinstance(order, UseDevelop):
            value = values.development(position, seat, order.ability)
        elif isinstance(order, UseSwap):
            value = swap_gain(position, seat, order.city, order.left)
            value = value if value >= SWAP_GAIN or late else 0.0
        elif kind in (PLUS3, PLUS4) and not position.view.actions_left:
            # With actions left, the current plan does not need it.
            value = 1.0 + (kind == PLUS4) if late or (plan and plan.cost.actions <= 4) else 0.0
        elif kind in (MOVE3, REMOVE3) and plan and position.view.actions_left:
            value = 0.5 if len(in_the_way(position, plan)) >= CLEARED else 0.0
        if value > gain:
            best, gain = order, value
    return best


def swap_gain(position: Position, seat: int, city: int, left: int) -> float:
    """Return what swapping two neighbouring offices brings."""
    offices = position.offices.rows[city]
    place = len(position.view.extras[city]) + left
    after = bytearray(offices)
    after[place], after[place + 1] = after[place + 1], after[place]
    if leader(bytes(after)) == leader(offices):
        return 0.0
    return values.control(position, seat, offices, bytes(after))


def in_the_way(position: Position, plan: Plan) -> list[int]:
    """Return the spaces of a plan's route with other players' pieces."""
    return [
        space
        for space in position.board.routes[plan.route].spaces
        if position.spaces[space] != EMPTY and owner(position.spaces[space]) != plan.seat
    ]


def toward(position: Position, plan: Plan, orders: Orders[Order]) -> Order | None:
    """Return the next of the orders toward a plan, the pawn's way included, None if there is none.

    The plan is one of the seat that is asked.
    """
    order = step(position, plan)
    if order is not None and order in orders:
        return order
    # The obstacle is the pawn, or a country's border that own pieces may cross.
    walk = access.walk(position, plan.route, partial(best_rate, position, plan.seat), orders)
    return walk if walk is not None and walk in orders else None


def step(position: Position, plan: Plan) -> Order | None:
    """Return the next order toward a plan, None if no order helps it now."""
    desk = position.view.desks[plan.seat]
    move_there = move(position, plan)
    if move_there is not None:
        return move_there
    wanted = [TRADER, MERCHANT] if plan.need is None else [plan.need]
    # The kind that is needed goes down first; the rest are traders where there are any.
    kinds = [kind for kind in wanted if desk.supply[kind]]
    for kind in kinds:
        for space in landings(position, plan, kind):
            return Place(kind, space)
    others = in_the_way(position, plan)
    for kind in kinds:
        order = displacement(position, plan, kind, others)
        if order is not None:
            return order
    if position.is_full(plan.seat, plan.route):
        return None
    merchants = boats(position, plan.seat, plan.route) and not desk.supply[MERCHANT]
    need = MERCHANT if merchants else plan.need
    return income(position, plan.seat, need)


def landings(position: Position, plan: Plan, kind: int) -> list[int]:
    """Return the free spaces of a plan's route for a piece: merchants take boats first."""
    is_boat = position.board.boats
    free = [
        space
        for space in position.board.routes[plan.route].spaces
        if position.spaces[space] == EMPTY and not (kind == TRADER and is_boat[space])
    ]
    return sorted(free, key=lambda space: not is_boat[space])


def displacement(position: Position, plan: Plan, kind: int, others: list[int]) -> Displace | None:
    """Return the cheapest displacement on a plan's route, paid with traders where possible."""
    supply = list(position.view.desks[plan.seat].supply)
    supply[kind] -= 1
    others = [space for space in others if kind == MERCHANT or not position.board.boats[space]]
    if not others:
        return None
    target = min(others, key=lambda space: kind_of(position.spaces[space]))
    price = toll(position.spaces[target])
    traders = min(price, supply[TRADER])
    if price - traders > supply[MERCHANT]:
        return None
    return Displace(kind, target, traders, price - traders)


def income(position: Position, seat: int, need: int | None = None) -> Income | None:
    """Return an income of as many pieces as Bank gives, with a merchant if one is wanted."""
    stock = position.view.desks[seat].stock
    bank = position.value(seat, BANK)
    merchants = int(need == MERCHANT and stock[MERCHANT] > 0)
    traders = min(stock[TRADER], bank - merchants)
    merchants = min(stock[MERCHANT], bank - traders)
    return Income(traders, merchants) if traders + merchants else None


def move(position: Position, plan: Plan) -> Move | None:
    """Return the next move of a plan; no piece leaves a better plan, even a waiting one.

    The best plan may have to wait, for example for a permission of the next turn (T15.1).
    """
    for loose in plan.cost.moved:
        if loose.rate < plan.rate:
            for space in landings(position, plan, loose.kind):
                return Move(loose.space, space)
    return None


def more_moves(position: Position, seat: int, orders: Orders[Order]) -> Order:
    """Return the next move of a series, or its end."""
    for plan in islice(plans(position, seat), 1):
        order = move(position, plan)
        if order is not None and order in orders:
            return order
    return Done()


def idle(position: Position, seat: int, orders: Orders[Order], rng: random.Random) -> Order:
    """Return something harmless if no plan has a step: income, a piece on the board, the end.

    A seat without a better order makes claims that bring nothing. Where no other seat has a plan,
    it works for what brings the end nearest, so that no game lasts forever.
    """
    order = income(position, seat)
    if order is not None and order in orders:
        return order
    places = orders.of(Place)
    if places:
        return places[rng.randrange(len(places))]
    if others_have_plans(position, seat):
        return best_claim(position, seat, orders, -inf) or End()
    return last_claim(position, seat, orders) or to_the_end(position, seat, orders) or End()


def others_have_plans(position: Position, seat: int) -> bool:
    """Return whether another seat has a step toward a plan to take."""
    others = (other for other in range(position.view.players) if other != seat)
    return any(step(position, plan) for other in others for plan in plans(position, other))


def last_claim(position: Position, seat: int, orders: Orders[Order]) -> Claim | None:
    """Return the claim that brings the end nearest, None if there is none."""
    claims = cast("Sequence[Claim]", orders.groups.get("claim", ()))

    def order(claim: Claim) -> tuple[float, bool, float]:
        nearer = toward_the_end(position, claim.route)
        return nearer, claim.use != "nothing", values.whole(position, seat, claim)

    return max(claims, key=order, default=None)


def to_the_end(position: Position, seat: int, orders: Orders[Order]) -> Order | None:
    """Return a step toward a claim that brings the end nearer, None if there is none."""
    plan = nearest_to_the_end(position, seat)
    return toward(position, plan, orders) if plan else None
