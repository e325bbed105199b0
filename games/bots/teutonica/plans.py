"""Plans: a route, what to claim it for, what that costs, and the next step toward it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from math import ceil, inf
from typing import Final, final

from games.bots.teutonica import values
from games.bots.teutonica.access import barred
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.route_cost import Cost, LoosePiece, boats, costs, may_move, route_need
from games.rules.teutonica.orders import (
    Claim,
    ClaimDevelop,
    ClaimExtra,
    ClaimNothing,
    ClaimOffice,
    ClaimPrestige,
)
from games.rules.teutonica.pieces import (
    EMPTY,
    EXTRA,
    MERCHANT,
    PRIVILEGE,
    SPECIAL_PRESTIGE,
    TRADER,
    kind_of,
    piece,
)
from games.rules.teutonica.questions import takes_extra_office

ALMOST: Final = 1 + 1e-9
ANY_CLAIM: Final = 0.1
"""How far a claim that brings no one anything takes the game to its end."""


# As in `route_cost`, compiled classes are quicker than tuples.


@final
class Plan:
    """A claim to work for; `rate` is points per action.

    `need` is the kind of piece that the use wants and the route does not have yet, if any.
    """

    __slots__ = ("cost", "need", "order", "rate", "seat")

    def __init__(self, seat: int, order: Claim, rate: float, cost: Cost, need: int | None) -> None:
        self.seat = seat
        self.order = order
        self.rate = rate
        self.cost = cost
        self.need = need

    @property
    def route(self) -> int:
        return self.order.route

    @property
    def points(self) -> float:
        """The points that its actions bring in all."""
        return self.rate * self.cost.actions


@final
class Goal:
    """The best use of a claim that wants a piece of one kind, or of any: None, and its points."""

    __slots__ = ("kind", "order", "points")

    def __init__(self, order: Claim, kind: int | None, points: float) -> None:
        self.order = order
        self.kind = kind
        self.points = points


@final
class Use:
    """A use of a claim: what it is worth, the kind of piece it needs, and the claim of a route."""

    __slots__ = ("claim", "kind", "points")

    def __init__(self, points: float, kind: int | None, claim: Callable[[int], Claim]) -> None:
        self.points = points
        self.kind = kind
        self.claim = claim


NO_USE: Final = Use(0.0, None, ClaimNothing)


def goals(position: Position, seat: int, number: int) -> list[Goal]:
    """Return what a route is worth claiming for now, whatever pieces are on it."""
    cache, key = position.cache_of(seat), ("goals", number, position.view.route_markers[number])
    found: list[Goal] | None = cache.get(key)
    if found is None:
        found = cache[key] = _goals(position, seat, number)
    return found


def _goals(position: Position, seat: int, number: int) -> list[Goal]:
    cities = position.board.routes[number].cities
    base = values.claim(position, seat, number)
    best: dict[int | None, Use] = {}
    for use in [NO_USE, *uses(position, seat, cities[0]), *uses(position, seat, cities[1])]:
        if base + use.points > 0:
            known = best.get(use.kind)
            if known is None or base + use.points > base + known.points:
                best[use.kind] = use
    return [Goal(use.claim(number), use.kind, base + use.points) for use in best.values()]


def all_points(position: Position, seat: int) -> list[float]:
    """Return for each route the points of its best use, 0 if none brings any."""
    routes = range(len(position.board.routes))
    return position.once(
        seat,
        ("all points", position.view.route_markers),
        lambda: [most_points(position, seat, route) for route in routes],
    )


def most_points(position: Position, seat: int, number: int) -> float:
    """Return the points of the best use of a route, 0 if none brings any."""
    most = 0.0
    for goal in goals(position, seat, number):
        most = max(most, goal.points)
    return most


def uses(position: Position, seat: int, index: int) -> list[Use]:
    """Return what a route to a city may be claimed for now by what is in the city."""
    cache, key = position.cache_of(seat), ("uses", index)
    found: list[Use] | None = cache.get(key)
    if found is None:
        found = cache[key] = list(_uses(position, seat, index))
    return found


def _uses(position: Position, seat: int, index: int) -> Iterator[Use]:
    city, vacant = position.board.cities[index], position.offices.vacant[index]
    privilege = position.value(seat, PRIVILEGE)
    if vacant is not None and position.board.offices[vacant].privilege <= privilege:
        kind = position.board.offices[vacant].kind
        points = values.office(position, seat, index, kind)
        yield Use(points, kind, partial(ClaimOffice, city=index))
    for ability in city.develops:
        if not position.is_complete(seat, ability):
            points = values.development(position, seat, ability)
            yield Use(points, None, partial(ClaimDevelop, ability=ability))
    if city.special_prestige:
        fields = [f for f in range(privilege + 1) if not position.view.special[f]]
        for field in fields[-1:]:
            yield Use(float(SPECIAL_PRESTIGE[field]), MERCHANT, partial(ClaimPrestige, field=field))
    if EXTRA in position.view.desks[seat].markers and takes_extra_office(position.view, index):
        points = values.office(position, seat, index, TRADER, extra=True)
        yield Use(points, TRADER, partial(ClaimExtra, city=index, kind=TRADER))


def route_plans(
    position: Position, seat: int, number: int, movable: Sequence[LoosePiece]
) -> list[Plan]:
    """Return the plans for a route that can be carried out at all; `movable` may move there."""
    cache, key = position.turn_cache_of(seat), (number, position.on_route(number), *movable)
    found: list[Plan] | None = cache.get(key)
    if found is None:
        found = cache[key] = _route_plans(position, seat, number, movable)
    return found


def _route_plans(
    position: Position, seat: int, number: int, movable: Sequence[LoosePiece]
) -> list[Plan]:
    pieces, route = position.on_route(number), route_need(position, seat, number)
    found = []
    for goal in goals(position, seat, number):
        kind, points = goal.kind, goal.points
        need = None if kind is None or piece(seat, kind) in pieces else kind
        possible = costs(position, seat, number, need, route, movable)
        if possible:
            best, best_cost = -inf, possible[0]
            for cost in possible:
                rate = late_rate(position, points - cost.lost, cost.actions)
                if rate > best:
                    best, best_cost = rate, cost
            found.append(Plan(seat, goal.order, best, best_cost, need))
    return found


def late_rate(position: Position, points: float, cost: float) -> float:
    """Return what each of some actions brings, less the risk of those beyond this turn."""
    late = cost - position.actions
    return points / cost * (1 - position.weights.risk) ** late if late > 0 else points / cost


def loose_pieces(position: Position, seat: int, number: int) -> list[LoosePiece]:
    """Return a seat's pieces that may move to a route, the least useful first."""
    route_of = position.board.space_route
    found = position.once_here(("loose pieces", seat), lambda: _loose_pieces(position, seat))
    return may_move(position, number, [s for s in found if route_of[s.space] != number])


def _loose_pieces(position: Position, seat: int) -> list[LoosePiece]:
    route_of = position.board.space_route
    return sorted(
        [
            LoosePiece(staying_rate(position, seat, route_of[space]), kind, space)
            for space, kind in free_to_leave(position, seat)
        ]
    )


def free_to_leave(position: Position, seat: int) -> list[tuple[int, int]]:
    """Return each space with a seat's piece that its route does not need, and the piece's kind.

    The route is not filled, or filled but not worth a claim.
    """
    return position.once_here(("free to leave", seat), lambda: _free_to_leave(position, seat))


def _free_to_leave(position: Position, seat: int) -> list[tuple[int, int]]:
    least, found = position.weights.an_action, [*position.loose_pieces(seat)]
    for route in position.filled_routes(seat):
        if staying_rate(position, seat, route) < least:
            spaces = position.board.routes[route].spaces
            found += [(space, kind_of(position.spaces[space])) for space in spaces]
    return found


def plans(position: Position, seat: int) -> Iterator[Plan]:
    """Yield all plans of a seat, the best first.

    Routes that promise less than a plan that is known are looked at only when it is not enough.
    """
    waiting: list[tuple[float, int, int, Plan]] = []
    for most, route in promising(position, seat):
        while waiting and waiting[0][0] < most:
            yield heappop(waiting)[-1]
        found = route_plans(position, seat, route, loose_pieces(position, seat, route))
        for number, plan in enumerate(found):
            heappush(waiting, (-plan.rate, route, number, plan))
    while waiting:
        yield heappop(waiting)[-1]


def promising(position: Position, seat: int) -> list[tuple[float, int]]:
    """Return routes with what they promise a seat, made negative, the best first."""
    cache, key = position.turn_cache_of(seat), position.spaces
    found: list[tuple[float, int]] | None = cache.get(key)
    if found is None:
        found = cache[key] = sorted(
            [
                (-promise(position, seat, route, points), route)
                for route, points in enumerate(all_points(position, seat))
                if points > 0
            ]
        )
    return found


def promise(position: Position, seat: int, number: int, points: float) -> float:
    """Return a rate that no plan for a route exceeds, what it lacks being as cheap as can be.

    `points` are those of its best use.
    """
    pieces, means = position.on_route(number), position.means(seat)
    free = pieces.count(EMPTY)
    own = pieces.count(means.trader) + pieces.count(means.merchant)
    others = len(pieces) - free - own
    moved = min(free, len(free_to_leave(position, seat)) - own) if free else 0
    cost = 1.0 + free - moved
    if others:
        cost += others * (1 + position.weights.paid + position.weights.gift)
    if moved > means.moves_left:
        cost += ceil((moved - means.moves_left) / means.book)
    short = free - moved + 2 * others - means.supply
    if short > 0:
        cost += ceil(short / means.bank)
    # Plans add up the same in another order, which may differ in the last digit.
    return ALMOST * late_rate(position, points, cost)


def toward_the_end(position: Position, number: int) -> float:
    """Return how far a claim takes a game to its end: prestige for anyone, and a marker (T10)."""
    marked = position.view.route_markers[number] is not None
    controllers = [position.offices.controllers[c] for c in position.board.routes[number].cities]
    return ANY_CLAIM + marked + sum(seat in range(position.view.players) for seat in controllers)


def nearest_to_the_end(position: Position, seat: int) -> Plan | None:
    """Return the plan that takes the game to its end most for each action, no matter who gains."""
    found = [
        Plan(seat, ClaimNothing(route), toward_the_end(position, route) / cost.actions, cost, None)
        for route in range(len(position.board.routes))
        for cost in costs(
            position,
            seat,
            route,
            None,
            route_need(position, seat, route),
            loose_pieces(position, seat, route),
        )
    ]
    return max(found, key=lambda plan: plan.rate, default=None)


def promised(position: Position, seat: int, number: int) -> float:
    """Return a rate that no plan of a seat for a route exceeds, 0 if it has none."""
    points = most_points(position, seat, number)
    return promise(position, seat, number, points) if points > 0 else 0.0


def best_rate(position: Position, seat: int, route: int) -> float:
    """Return the rate of the best plan for a route."""
    cache, key = position.cache, ("best", seat, route)
    best: float | None = cache.get(key)
    if best is None:
        found = route_plans(position, seat, route, loose_pieces(position, seat, route))
        best = cache[key] = max([plan.rate for plan in found]) if found else 0.0
    return best


def rival_rate(position: Position, seat: int, route: int) -> float:
    """Return the highest rate that another seat has for a route."""

    def work() -> float:
        others = (other for other in range(position.view.players) if other != seat)
        promises = sorted(((promised(position, o, route), o) for o in others), reverse=True)
        best = best_rate(position, promises[0][1], route)
        for most, other in promises[1:]:
            if most > best:
                best = max(best, best_rate(position, other, route))
        return best

    return position.once_here(("rival", seat, route), work)


def gives_up_nothing(position: Position, seat: int, route: int) -> bool:
    """Return whether a seat surely has no plan for a route that costs more points than it brings.

    Only moves give something up. It has no piece to move, or enough to fill the route without.
    """
    if not free_to_leave(position, seat):
        return True
    desk, spaces = position.view.desks[seat], position.board.routes[route].spaces
    traders, merchants = (sum(pair) for pair in zip(desk.supply, desk.stock, strict=True))
    # To displace a merchant takes three pieces.
    enough = traders > 0 and traders + merchants >= 3 * len(spaces)
    enough &= merchants >= max(1, len(boats(position, seat, route)))
    return enough and not barred(position, seat, route)


def staying_rate(position: Position, seat: int, route: int) -> float:
    """Return the rate of the best plan for a route to which no piece moves, 0 at least."""
    best = 0.0
    for plan in route_plans(position, seat, route, ()):
        best = max(best, plan.rate)
    return best
