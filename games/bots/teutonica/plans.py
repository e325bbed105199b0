"""Plans: a route, what to claim it for, what that costs, and the next step toward it."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from games.bots.teutonica import lands, worth
from games.bots.teutonica.position import Position
from games.rules.teutonica.pieces import (
    BANK,
    BOOK,
    EMPTY,
    EXTRA,
    KINDS,
    MERCHANT,
    PRIVILEGE,
    TRADER,
    kind_of,
    owner,
    piece,
)
from games.rules.teutonica.tables import tables
from games.rules.title import Order

PAID: Final = 0.25
"""Actions that a piece paid for a displacement costs later, as income."""
GIFT: Final = 0.3
"""Actions that the extra piece of a displaced player is worth to him."""
RISK: Final = 0.05
"""The chance, for each action still needed beyond this turn, that others come between."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A claim to work for; `rate` is points an action.

    `need` is the kind of piece that the use wants and the route does not have yet, if any.
    """

    seat: int
    order: Order
    rate: float
    cost: float
    need: int | None

    @property
    def route(self) -> int:
        number: int = self.order[1]
        return number


def uses(position: Position, seat: int, number: int) -> list[tuple[Order, int | None]]:
    """Return what a route may be claimed for as things stand, each with the kind it wants."""
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


def route_plans(position: Position, seat: int, number: int) -> list[Plan]:
    """Return the plans for one route that can be carried out at all."""
    base = worth.claim(position, seat, number)
    now = front(position, seat, number)
    costs: dict[int | None, float | None] = {}
    found = []
    for order, kind in uses(position, seat, number):
        need = None if kind is None or piece(seat, kind) in position.on_route(number) else kind
        if need not in costs:
            costs[need] = actions_needed(position, seat, number, need, now)
        cost = costs[need]
        if cost is not None:
            points = base + worth.use(position, seat, order)
            late = max(0.0, cost - max(position.view.actions_left, 1))
            found.append(Plan(seat, order, points / cost * (1 - RISK) ** late, cost, need))
    return found


def plans(position: Position, seat: int) -> list[Plan]:
    """Return all plans of a seat, the best first."""
    routes = range(len(position.board.routes))
    found = [plan for route in routes for plan in route_plans(position, seat, route)]
    return sorted(found, key=lambda plan: -plan.rate)


def best_rate(position: Position, seat: int, route: int) -> float:
    """Return the rate of the best plan for a route."""
    return max((plan.rate for plan in route_plans(position, seat, route)), default=0.0)


@dataclass(frozen=True, slots=True)
class Front:
    """How a route stands for a seat, whatever it is claimed for.

    `others` are the kinds of the pieces in the way, `boats` the boats without an own merchant,
    `elsewhere` the spaces of pieces that may move here, `barred` tells that no other may come.
    """

    free: int
    others: tuple[int, ...]
    elsewhere: list[int]
    boats: int
    barred: bool


def front(position: Position, seat: int, number: int) -> Front:
    """Return how a route stands for a seat."""
    pieces = position.on_route(number)
    free = pieces.count(EMPTY)
    others: tuple[int, ...] = ()
    if free < len(pieces):
        others = tuple(kind_of(code) for code in pieces if code and owner(code) != seat)
    return Front(
        free,
        others,
        strays(position, seat, number),
        boats(position, seat, number),
        lands.barred(position, seat, number),
    )


def actions_needed(
    position: Position, seat: int, number: int, need: int | None, now: Front
) -> float | None:
    """Return about how many actions a claim of a route takes; None when it cannot be done."""
    supply, stock = position.view.desks[seat].supply, position.view.desks[seat].stock
    at_hand = [supply[kind] + stock[kind] for kind in KINDS]
    entered = now.free + len(now.others)
    if need is not None:
        code = piece(seat, need)
        if not entered:
            return None
        if not at_hand[need] and all(position.spaces[space] != code for space in now.elsewhere):
            return None
    merchants = now.boats
    if merchants:
        code = piece(seat, MERCHANT)
        merchants -= sum(position.spaces[space] == code for space in now.elsewhere)
        if merchants > at_hand[MERCHANT]:
            return None
    paid = len(now.others) + sum(now.others)
    moved = min(len(now.elsewhere), now.free)
    if moved < 2 and entered + paid <= sum(at_hand) and not now.barred:
        moved = 0
    placed = entered - moved
    if placed + paid > sum(at_hand) or (placed and now.barred):
        return None
    short = max(placed + paid - sum(supply), merchants - supply[MERCHANT])
    if need is not None and not supply[need] and not moved:
        short = max(short, 1)
    moves = ceil(moved / position.value(seat, BOOK))
    incomes = ceil(short / position.value(seat, BANK)) if short > 0 else 0
    way = lands.way(position, seat, number, placed)
    return 1 + moves + placed + incomes + PAID * paid + GIFT * len(now.others) + way


def boats(position: Position, seat: int, number: int) -> int:
    """Return how many boats of a route do not hold a seat's own piece yet."""
    if not tables(position.board).has_boats:
        return 0
    own, spaces = piece(seat, MERCHANT), position.board.routes[number].spaces
    return sum(position.board.boats[space] and position.spaces[space] != own for space in spaces)


def strays(position: Position, seat: int, number: int) -> list[int]:
    """Return the spaces with a seat's pieces on other routes, not filled, that may move here."""
    spaces = position.board.space_route
    found = [space for space in position.strays(seat) if spaces[space] != number]
    table = tables(position.board)
    if not table.abroad:
        return found
    # Not every country lets pieces go to every other (T15.3).
    here = 8 * position.board.routes[number].spaces.start
    return [s for s in found if (roam := table.roams[spaces[s]]) is None or roam >> here & 1]
