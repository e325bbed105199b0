"""Ways to fill a route: which pieces come by moves, which from the supply, and what that costs.

A step along a way never makes the way longer, and a piece that leaves a route never shortens the
way to it. So undoing what a plan has begun never pays.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

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


class Stray(NamedTuple):
    """A piece on a route that is not filled; `rate` is what an action for that route brings."""

    rate: float
    kind: int
    space: int


class Way(NamedTuple):
    """About how many actions a claim takes, the pieces moved for it, and the points that costs."""

    cost: float
    moved: Sequence[Stray]
    lost: float


class Front(NamedTuple):
    """What a route needs from a seat, whatever it is claimed for.

    `free` counts the free spaces, `harbours` the boats among them; `entered` counts these and the
    spaces of others, `toll` the extra actions that displacing those costs. Without moves the supply
    is `short` of so many pieces, and the stock has `stock` to add. `boats` counts the boats without
    an own merchant, free or not. `barred` says that pieces can get here only by a move, `stroll`
    what it costs to bring the pawn.
    """

    free: int
    harbours: int
    entered: int
    toll: float
    short: int
    stock: int
    boats: int
    barred: bool
    stroll: float


def front(position: Position, seat: int, number: int) -> Front:
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
    return Front(
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


def ways(
    position: Position,
    seat: int,
    number: int,
    need: int | None,
    now: Front,
    strays: Sequence[Stray],
) -> list[Way]:
    """Return the ways to a claim for which a piece of kind `need` is still to come, if any.

    `strays` may move here, the least useful first: each way has the pieces of one more Move. What
    is left of a current Move costs nothing.
    """
    if need is not None and now.entered <= (now.boats if need == TRADER else 0):
        return []
    movable = _movable(now, need, strays) if strays and now.free else ()
    means = position.means(seat)
    room, book = means.moves_left, means.book
    found = []
    for series, size in enumerate((0, *range(room or book, len(movable) + book, book))):
        moved = movable[:size]
        rest = _rest(position, seat, number, need, now, moved)
        if rest is not None:
            lost = LEFT * sum([stray.rate for stray in moved]) if moved else 0.0
            found.append(Way(rest + (series - 1 if room and series else series), moved, lost))
    return found


def _movable(now: Front, need: int | None, strays: Sequence[Stray]) -> Sequence[Stray]:
    """Return the strays that have a space here: those for boats or the use before any others."""
    if need is None and not now.boats:
        return strays[: now.free]
    first, most = (MERCHANT, now.harbours) if now.boats else (need, 1)
    wanted = [stray for stray in strays if stray.kind == first][:most]
    plain = now.free - (now.harbours if now.boats else len(wanted))
    filling = [stray for stray in strays if stray not in wanted]
    if need == TRADER:
        filling.sort(key=lambda stray: stray.kind != TRADER)
    return [*wanted, *filling[:plain]]


def _rest(
    position: Position,
    seat: int,
    number: int,
    need: int | None,
    now: Front,
    moved: Sequence[Stray],
) -> float | None:
    """Return the actions needed besides the moves, the claim included; None if impossible."""
    placed, short = now.entered - len(moved), now.short - len(moved)
    if short > now.stock or (placed and now.barred):
        return None
    if now.boats or need is not None:
        desk = position.view.desks[seat]
        merchants = sum([stray.kind for stray in moved])
        wanted = now.boats - min(merchants, now.harbours)
        if need == MERCHANT and not now.boats:
            wanted = int(not merchants)
        traders = int(need == TRADER and merchants == len(moved))
        if traders + wanted > placed:
            return None
        for kind, number_wanted in ((TRADER, traders), (MERCHANT, wanted)):
            lacking = number_wanted - desk.supply[kind]
            if lacking > desk.stock[kind]:
                return None
            short = max(short, lacking)
    incomes = ceil(short / position.means(seat).bank) if short > 0 else 0
    # A pawn and countries are never in the same game.
    way = now.stroll or access.wait(position, seat, number, placed)
    return 1 + placed + incomes + now.toll + way


def boats(position: Position, seat: int, number: int) -> list[int]:
    """Return the boats of a route without a piece of the seat."""
    if not lookup(position.board).has_boats:
        return []
    own, spaces = piece(seat, MERCHANT), position.board.routes[number].spaces
    is_boat = position.board.boats
    return [space for space in spaces if is_boat[space] and position.spaces[space] != own]


def may_move(position: Position, number: int, found: list[Stray]) -> list[Stray]:
    """Return those of some pieces that may move to a route (T15.3)."""
    board, table = position.board, lookup(position.board)
    if not table.abroad:
        return found
    here = 8 * board.routes[number].spaces.start
    roams = table.roams
    return [
        stray
        for stray in found
        if (roam := roams[board.space_route[stray.space]]) is None or roam >> here & 1
    ]
