"""Plans: a route, what to claim it for, what that costs, and the next step toward it."""

import math
from collections.abc import Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from games.bots.teutonica import worth
from games.bots.teutonica.position import Position
from games.bots.teutonica.ways import Stray, Way, front, may_move, ways
from games.rules.teutonica.pieces import EXTRA, MERCHANT, PRIVILEGE, TRADER, piece
from games.rules.title import Order

RISK: Final = 0.05
"""The chance, for each action still needed beyond this turn, that others come between."""


class Plan(NamedTuple):
    """A claim to work for; `rate` is points per action.

    `need` is the kind of piece that the use wants and the route does not have yet, if any.
    """

    seat: int
    order: Order
    rate: float
    way: Way
    need: int | None

    @property
    def route(self) -> int:
        number: int = self.order[1]
        return number


class Aim(NamedTuple):
    """The best use of a claim that wants a piece of one kind, or of any: None, and its points."""

    order: Order
    kind: int | None
    points: float


def aims(position: Position, seat: int, number: int) -> list[Aim]:
    """Return what a route is worth claiming for now, whatever pieces are on it."""

    def work() -> list[Aim]:
        base = worth.claim(position, seat, number)
        best: dict[int | None, Aim] = {}
        for order, kind in uses(position, seat, number):
            points = base + worth.use(position, seat, order)
            if points > 0 and (kind not in best or points > best[kind].points):
                best[kind] = Aim(order, kind, points)
        return list(best.values())

    return position.once(("aims", seat, number), work)


def uses(position: Position, seat: int, number: int) -> list[tuple[Order, int | None]]:
    """Return what a route may be claimed for now, each with the kind of piece it needs."""
    board, route = position.board, position.board.routes[number]
    privilege = position.value(seat, PRIVILEGE)
    found: list[tuple[Order, int | None]] = [(("claim", number, "nothing"), None)]
    for index in route.cities:
        city, vacant = board.cities[index], position.vacant(index)
        if vacant is not None and board.offices[vacant].privilege <= privilege:
            found.append((("claim", number, "office", index), board.offices[vacant].kind))
        found += [
            (("claim", number, "develop", ability), None)
            for ability in city.develops
            if not position.is_complete(seat, ability)
        ]
        if city.special_prestige:
            fields = [f for f in range(privilege + 1) if not position.view.special[f]]
            found += [(("claim", number, "prestige", f), MERCHANT) for f in fields[-1:]]
        if EXTRA in position.view.desks[seat].markers and (city.green or any(position.city(index))):
            found.append((("claim", number, "extra", index, TRADER), TRADER))
    return found


def route_plans(position: Position, seat: int, number: int, movable: Sequence[Stray]) -> list[Plan]:
    """Return the plans for a route that can be carried out at all; `movable` may move there."""
    pieces, now = position.on_route(number), front(position, seat, number)
    found = []
    for order, kind, points in aims(position, seat, number):
        need = None if kind is None or piece(seat, kind) in pieces else kind
        plans = [
            Plan(seat, order, rate(position, points, way), way, need)
            for way in ways(position, seat, number, need, now, movable)
        ]
        if plans:
            found.append(max(plans, key=attrgetter("rate")))
    return found


def rate(position: Position, points: float, way: Way) -> float:
    """Return what each action of a way brings in points, less what it gives up elsewhere."""
    brought = (points - way.lost) / way.cost
    late = way.cost - max(position.view.actions_left, 1)
    return brought * math.pow(1 - RISK, late) if late > 0 else brought


def strays(position: Position, seat: int, number: int) -> list[Stray]:
    """Return a seat's pieces that may move to a route, the least useful first."""
    route_of = position.board.space_route

    def work() -> list[Stray]:
        return sorted(
            Stray(staying_rate(position, seat, route_of[space]), kind, space)
            for space, kind in position.strays(seat)
        )

    found = position.once_here(("strays", seat), work)
    return may_move(position, number, [s for s in found if route_of[s.space] != number])


def plans(position: Position, seat: int) -> list[Plan]:
    """Return all plans of a seat, the best first."""
    found = []
    for route in range(len(position.board.routes)):
        found += route_plans(position, seat, route, strays(position, seat, route))
    return sorted(found, key=lambda plan: -plan.rate)


def best_rate(position: Position, seat: int, route: int) -> float:
    """Return the rate of the best plan for a route."""

    def work() -> float:
        found = route_plans(position, seat, route, strays(position, seat, route))
        return max((plan.rate for plan in found), default=0.0)

    return position.once_here(("best", seat, route), work)


def staying_rate(position: Position, seat: int, route: int) -> float:
    """Return the rate of the best plan for a route to which no piece moves, 0 at least."""

    def work() -> float:
        return max([0.0, *(plan.rate for plan in route_plans(position, seat, route, ()))])

    return position.once_on(route, ("staying", seat), work)
