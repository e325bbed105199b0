"""What filling a route costs: which pieces come by moves, and which from the supply.

A step of a plan never raises its cost, and a piece that leaves a route never lowers the cost of
filling it. So undoing what a plan has begun never pays.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple, final

from games.bots.teutonica import access
from games.bots.teutonica.analysis_view import Position
from games.rules.teutonica.lookup import lookup
from games.rules.teutonica.pieces import (
    EMPTY,
    MERCHANT,
    TRADER,
    kind_of,
    owner,
    piece,
)

LEFT: Final = 0.85
"""The part of an action's worth that a piece takes from the route it leaves."""


class LoosePiece(NamedTuple):
    """A piece on a route that is not filled; `rate` is what an action for that route brings."""

    rate: float
    kind: int
    space: int


# Bots make thousands of the following in a turn, and compiled classes are quicker than tuples.


@final
class Cost:
    """The actions that a claim takes, about, the pieces moved for it, and the points this loses."""

    __slots__ = ("actions", "lost", "moved")

    def __init__(self, actions: float, moved: Sequence[LoosePiece], lost: float) -> None:
        self.actions = actions
        self.moved = moved
        self.lost = lost


@final
class RouteNeed:
    """What a route needs from a seat, whatever it is claimed for.

    `free` counts the free spaces, `harbours` the boats among them; `entered` counts these and the
    spaces of others, `toll` the extra actions that displacing those costs. `short` is how many
    pieces the supply lacks without moves, `stock` how many the stock can add. `boats` counts the
    boats without an own merchant, free or not. `barred` says that pieces can get here only by a
    move, `stroll` what it costs to bring the pawn.
    """

    __slots__ = (
        "barred", "boats", "entered", "free", "harbours", "short", "stock", "stroll", "toll",
    )  # fmt: skip

    def __init__(
        self,
        free: int,
        harbours: int,
        entered: int,
        toll: float,
        short: int,
        stock: int,
        boats: int,
        barred: bool,
        stroll: float,
    ) -> None:
        self.free = free
        self.harbours = harbours
        self.entered = entered
        self.toll = toll
        self.short = short
        self.stock = stock
        self.boats = boats
        self.barred = barred
        self.stroll = stroll


def route_need(position: Position, seat: int, number: int) -> RouteNeed:
    """Return what a route needs from a seat."""
    pieces, means = position.on_route(number), position.means(seat)
    entered = free = pieces.count(EMPTY)
    paid, toll = 0, 0.0
    if free + pieces.count(means.trader) + pieces.count(means.merchant) < len(pieces):
        others = [kind_of(code) for code in pieces if code and owner(code) != seat]
        entered += len(others)
        paid = len(others) + sum(others)
        toll = position.weights.paid * paid + position.weights.gift * len(others)
    missing = boats(position, seat, number)
    return RouteNeed(
        free,
        sum(position.spaces[space] == EMPTY for space in missing) if missing else 0,
        entered,
        toll,
        entered + paid - means.supply,
        means.stock,
        len(missing),
        access.barred(position, seat, number),
        access.stroll(position, seat, number),
    )


def costs(
    position: Position,
    seat: int,
    number: int,
    need: int | None,
    route: RouteNeed,
    loose: Sequence[LoosePiece],
) -> list[Cost]:
    """Return what a claim costs for which a piece of kind `need` is still to come, if any.

    `loose` may move here, the least useful first: each cost has the pieces of one more Move. What
    is left of a current Move costs nothing.
    """
    if need is not None and route.entered <= (route.boats if need == TRADER else 0):
        return []
    movable = _movable(route, need, loose) if loose and route.free else ()
    means = position.means(seat)
    room, book = means.moves_left, means.book
    found: list[Cost] = []
    series, size = 0, 0
    while True:
        moved = movable[:size]
        rest = _rest(position, seat, number, need, route, moved)
        if rest is not None:
            lost = LEFT * sum([each.rate for each in moved]) if moved else 0.0
            found.append(Cost(rest + (series - 1 if room and series else series), moved, lost))
        if size >= len(movable):
            return found
        size += book if series else room or book
        series += 1


def _movable(
    route: RouteNeed, need: int | None, loose: Sequence[LoosePiece]
) -> Sequence[LoosePiece]:
    """Return the loose pieces that have a space here, first those needed for boats or the use."""
    if need is None and not route.boats:
        return loose[: route.free]
    first, most = (MERCHANT, route.harbours) if route.boats else (need, 1)
    wanted = [each for each in loose if each.kind == first][:most]
    plain = route.free - (route.harbours if route.boats else len(wanted))
    filling = [each for each in loose if each not in wanted]
    if need == TRADER:
        filling.sort(key=lambda each: each.kind != TRADER)
    return [*wanted, *filling[:plain]]


def _rest(
    position: Position,
    seat: int,
    number: int,
    need: int | None,
    route: RouteNeed,
    moved: Sequence[LoosePiece],
) -> float | None:
    """Return the actions needed besides the moves, the claim included; None if impossible."""
    placed, short = route.entered - len(moved), route.short - len(moved)
    if short > route.stock or (placed and route.barred):
        return None
    if route.boats or need is not None:
        desk = position.view.desks[seat]
        merchants = sum([each.kind for each in moved])
        wanted = route.boats - min(merchants, route.harbours)
        if need == MERCHANT and not route.boats:
            wanted = int(not merchants)
        traders = int(need == TRADER and merchants == len(moved))
        if traders + wanted > placed:
            return None
        lacking, lacking_merchants = traders - desk.supply[TRADER], wanted - desk.supply[MERCHANT]
        if lacking > desk.stock[TRADER] or lacking_merchants > desk.stock[MERCHANT]:
            return None
        short = max(short, lacking, lacking_merchants)
    incomes = ceil(short / position.means(seat).bank) if short > 0 else 0
    # A pawn and countries are never in the same game.
    waiting = route.stroll or access.wait(position, seat, number, placed)
    return 1 + placed + incomes + route.toll + waiting


def boats(position: Position, seat: int, number: int) -> list[int]:
    """Return the boats of a route without a piece of the seat."""
    if not lookup(position.board).has_boats:
        return []
    own, spaces = piece(seat, MERCHANT), position.board.routes[number].spaces
    is_boat = position.board.boats
    return [space for space in spaces if is_boat[space] and position.spaces[space] != own]


def may_move(position: Position, number: int, found: list[LoosePiece]) -> list[LoosePiece]:
    """Return those of some pieces that may move to a route (T15.3)."""
    board, table = position.board, lookup(position.board)
    if not table.abroad:
        return found
    here = 8 * board.routes[number].spaces.start
    roams = table.roams
    return [
        each
        for each in found
        if (roam := roams[board.space_route[each.space]]) is None or roam >> here & 1
    ]
