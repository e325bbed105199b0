"""Plans of one turn: several orders in a row that fill a route, or put pieces there together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.rules.common.message import Part
from games.rules.teutonica.board import Route, load_board
from games.rules.teutonica.lookup import Moves, lookup
from games.rules.teutonica.orders import (
    FIRST,
    Claim,
    ClaimDevelop,
    ClaimOffice,
    Income,
    Move,
    Order,
    Place,
    Put,
)
from games.rules.teutonica.pieces import (
    BANK,
    BOOK,
    EMPTY,
    HOME,
    MERCHANT,
    PRIVILEGE,
    TRADER,
    amount,
    kind_of,
    owner,
)
from games.rules.teutonica.view import View
from games.rules.title import Orders


class Plan(NamedTuple):
    """Pieces to place on a route, after an income where the supply has too few."""

    route: int
    pieces: tuple[Place | Put, ...]
    income: Income | None = None

    @property
    def cost(self) -> int:
        """How many actions it takes."""
        return len(self.pieces) + (self.income is not None)

    @property
    def amount(self) -> Part:
        """The pieces in words."""
        merchants = sum(piece.kind == MERCHANT for piece in self.pieces)
        return amount(len(self.pieces) - merchants, merchants)

    @property
    def taken(self) -> "Part | None":
        """The income in words, None if there is none."""
        return self.income and amount(self.income.traders, self.income.merchants)


class Plans:
    """Finds the plans of the player who is asked in one position."""

    def __init__(self, orders: Orders[Order], view: View) -> None:
        self.orders = orders
        self.view = view
        self.board = load_board(view.board)

    def vacant(self) -> dict[int, list[int]]:
        """Return the spaces of each route that traders may go to now, from its first city on."""
        listed = self.orders.of(Place)
        spaces = [order.space for order in listed if order.kind == TRADER]
        if not spaces:
            # Those of an income go where merchants may, or wherever no module asks for more.
            spaces = [order.space for order in listed]
            if not spaces and self.view.pawn is None:
                spaces = [n for n, code in enumerate(self.view.spaces) if code == EMPTY]
                spaces = [n for n in spaces if self.is_open(self.board.space_route[n], 2)]
            takes = lookup(self.board).accepts
            spaces = [n for n in spaces if takes(n, TRADER)]
        found: dict[int, list[int]] = {}
        for space in spaces:
            found.setdefault(self.board.space_route[space], []).append(space)
        return found

    def income(self) -> Income | None:
        """Return an income of the most pieces, traders first, unless another player answers it."""
        seat = self.view.turn
        if self.view.tiles.get("income") not in (None, seat):
            return None
        stock, bank = self.view.desks[seat].stock, self.view.value(seat, BANK)
        traders = min(stock[TRADER], bank)
        return Income(traders, min(stock[MERCHANT], bank - traders)) if traders else None

    def is_open(self, route: int, pieces: int) -> bool:
        """Return whether so many pieces can be placed there: a permission is for one (T15.1)."""
        return pieces == 1 or self.board.routes[route].country == HOME

    def filled(self, vacant: Mapping[int, Sequence[int]]) -> Iterator[Plan]:
        """Yield traders for each route: of the supply, or of an income if that has too few."""
        actions, supply = self.view.actions_left, self.view.desks[self.view.turn].supply[TRADER]
        income = self.income()
        coming = income.traders if income else 0
        for number, spaces in vacant.items():
            most, more = min(len(spaces), actions, supply), 0
            if most < 2 and coming:
                more = min(len(spaces), actions - 1, supply + coming)
            if not self.is_open(number, 2):
                continue
            if most > 1:
                yield Plan(number, _traders(spaces[:most]))
            elif more > most:
                yield Plan(number, _traders(spaces[:more]), income)

    def completing(self, vacant: Mapping[int, Sequence[int]]) -> Iterator[Plan]:
        """Yield what fills routes that the player has begun, an action being left for the claim."""
        view = self.view
        traders, merchants = view.desks[view.turn].supply
        income = self.income()
        coming = income.traders if income else 0
        for number, spaces in vacant.items():
            route, missing = self.board.routes[number], len(spaces)
            left = view.actions_left - 1 - missing
            held = view.spaces[route.spaces.start : route.spaces.stop].replace(bytes([EMPTY]), b"")
            if (
                left < 0
                or not held
                or missing + len(held) < len(route.spaces)
                or any(owner(code) != view.turn for code in held)
                or not self.is_open(number, missing)
            ):
                continue
            if missing <= traders:
                yield Plan(number, _traders(spaces))
            elif left and missing <= traders + coming:
                yield Plan(number, _traders(spaces), income)
            if merchants and missing <= traders + 1 and MERCHANT not in map(kind_of, held):
                yield Plan(number, (Place(MERCHANT, spaces[0]), *_traders(spaces[1:])))

    def uses(self, plan: Plan) -> Iterator[Claim]:
        """Yield the offices and developments of a filled route; a merchant is for an office."""
        view, seat, route = self.view, self.view.turn, self.board.routes[plan.route]
        merchant = plan.pieces[0].kind == MERCHANT
        kinds = {piece.kind for piece in plan.pieces}
        kinds |= {kind_of(view.spaces[space]) for space in route.spaces if view.spaces[space]}
        for city in route.cities:
            vacant = view.vacant_office(city)
            if vacant is None:
                continue
            office = self.board.offices[vacant]
            fits = office.kind == MERCHANT if merchant else office.kind in kinds
            if fits and office.privilege <= view.value(seat, PRIVILEGE):
                yield ClaimOffice(plan.route, city)
        if not merchant:
            for ability in {a for city in route.cities for a in self.board.cities[city].develops}:
                if not view.is_complete(seat, ability):
                    yield ClaimDevelop(plan.route, ability)

    def put(self) -> Iterator[Plan]:
        """Yield the displaced piece and extra ones of the stock on one route, traders first."""
        view = self.view
        stock = view.desks[view.to_move[0]].stock
        extras = [kind for kind in (TRADER, MERCHANT) for _ in range(stock[kind])]
        kinds = [*map(kind_of, view.hand), *extras[: view.left]]
        if len(kinds) < 2:
            return
        spaces: dict[int, dict[int, list[int]]] = {}
        for order in self.orders.of(Put):
            if order.source == FIRST:
                row = spaces.setdefault(self.board.space_route[order.space], {})
                row.setdefault(order.kind, []).append(order.space)
        for number, free in spaces.items():
            found: dict[int, Put] = {}
            for kind in kinds:
                space = next((n for n in free.get(kind, ()) if n not in found), None)
                if space is not None:
                    found[space] = Put(kind, space)
            if len(found) > 1:
                yield Plan(number, tuple(found.values()))

    def moved(self, start: int, moves: Moves) -> Iterator[tuple[Route, tuple[Move, ...]]]:
        """Yield moves of a piece and others of its route, as many as can, to another route."""
        view, board = self.view, self.board
        left = {"turn": view.value(view.turn, BOOK), "moving": view.left}.get(view.prompt, 0)
        here = board.space_route[start]
        beside = (n for n in board.routes[here].spaces if n != start and view.spaces[n])
        mine = [start, *(n for n in beside if owner(view.spaces[n]) == view.turn)][:left]
        if len(mine) < 2:
            return
        ends = [self.free_ends(source, moves) for source in mine]
        for number in ends[0]:
            found: dict[int, Move] = {}
            for source, free in zip(mine, ends, strict=True):
                end = next((n for n in free.get(number, ()) if n not in found), None)
                if end is not None:
                    found[end] = Move(source, end)
            if len(found) > 1 and number != here:
                yield board.routes[number], tuple(found.values())

    def free_ends(self, source: int, moves: Moves) -> dict[int, list[int]]:
        """Return the free spaces of each route that a piece may move to."""
        found: dict[int, list[int]] = {}
        for end in moves.targets(source):
            if not self.view.spaces[end]:
                found.setdefault(self.board.space_route[end], []).append(end)
        return found


def _traders(spaces: Iterable[int]) -> tuple[Place, ...]:
    return tuple(Place(TRADER, space) for space in spaces)
