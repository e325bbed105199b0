"""The plain actions: income (T3), place (T4), displace (T5.1), move (T6)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from typing import Any

from games.rules.common.message import Message, Series, message, series
from games.rules.common.play import Verb
from games.rules.teutonica.frames import Displaced, Moving
from games.rules.teutonica.lookup import (
    FREE,
    OTHERS_KIND,
    OWN_KIND,
    PAYMENTS,
    Lookup,
    Moves,
    as_number,
    lookup,
)
from games.rules.teutonica.orders import Displace, Done, Income, Move, Place
from games.rules.teutonica.pieces import (
    ALL,
    BANK,
    BOOK,
    COUNTRY_WORDS,
    EMPTY,
    HOME,
    KIND_NAMES,
    KIND_NOUNS,
    KINDS,
    MERCHANT,
    TRADER,
    amount,
    kind_of,
    owner,
    piece,
)
from games.rules.teutonica.questions import extra_pieces
from games.rules.teutonica.situation import Situation, on_turn, space_name
from games.rules.teutonica.state import State

NO_ACTION = message("You have no actions left this turn.")


@lru_cache(maxsize=4096)
def _incomes(traders: int, merchants: int, bank: int) -> tuple[Income, ...]:
    return tuple(
        Income(some, others)
        for others in range(min(merchants, bank) + 1)
        for some in range(min(traders, bank - others) + 1)
        if some or others
    )


def incomes(state: State, seat: int) -> Sequence[Income]:
    """Return every number of pieces, one or more, that Bank allows from the stock (T3)."""
    if not state.actions:
        return ()
    return _incomes(state.stock[2 * seat], state.stock[2 * seat + 1], state.value(seat, BANK))


def income(state: State, seat: int, order: Income) -> None:
    """Move pieces from stock to supply (T3)."""
    state.actions -= 1
    for kind, number in ((TRADER, order.traders), (MERCHANT, order.merchants)):
        state.add_stock(seat, kind, -number)
        state.add_supply(seat, kind, number)


def no_income(state: State, seat: int, order: Income) -> Message:
    """Say why this income is refused."""
    traders, merchants = state.stock[2 * seat], state.stock[2 * seat + 1]
    if not state.actions:
        return NO_ACTION
    if not traders and not merchants:
        return message("Your stock is empty, so there is nothing to take as income.")
    bank, pieces = state.value(seat, BANK), amount(traders, merchants)
    if bank == ALL:
        return message(
            "Your Bank lets you take any number of pieces, and your stock has {pieces}.",
            pieces=pieces,
        )
    return message(
        "Your Bank lets you take 1 to {most} pieces, and your stock has {pieces}.",
        most=bank,
        pieces=pieces,
    )


def places(state: State, seat: int) -> Sequence[Place]:
    """Return a piece of each kind in the supply on every free space that takes it (T4)."""
    if not state.actions:
        return ()
    supply = state.supply[2 * seat : 2 * seat + 2]
    if not any(supply):
        return ()
    table = lookup(state.board)
    free = state.spaces.translate(FREE)
    for module in state.modules:
        free = module.open_to(state, seat, free)
    found: list[Place] = []
    for kind in KINDS:
        if supply[kind]:
            found += compress(table.place[kind], table.accepting(free, kind))
    return found


def place(state: State, seat: int, order: Place) -> None:
    """Place a piece from the supply (T4)."""
    kind, space, _ = order
    state.actions -= 1
    state.add_supply(seat, kind, -1)
    state.set_space(space, piece(seat, kind))
    for module in state.modules:
        module.entered(state, seat, space)


def no_place(state: State, seat: int, order: Place) -> Message:
    """Say why this placing is refused."""
    kind, space, _ = order
    if not state.actions:
        return NO_ACTION
    if not state.supply[2 * seat + kind]:
        return not_in_supply(kind)
    return _not_open(state, seat, space) or cannot_land(state, kind, space)


def _not_open(state: State, seat: int, space: int) -> Message | None:
    return next(filter(None, (m.not_open(state, seat, space) for m in state.modules)), None)


def not_in_supply(kind: int) -> Message:
    """Say that a seat has no piece of a kind in its supply."""
    if kind == TRADER:
        return message("You have no trader in your supply.")
    return message("You have no merchant in your supply.")


def boat_only(state: State, space: int) -> Message:
    """Say that a trader cannot go on a boat."""
    return message("{place} is a boat and takes only merchants.", place=space_name(state, space))


def cannot_land(state: State, kind: int, space: int) -> Message:
    """Say why a piece of a kind cannot go on a space."""
    if state.spaces[space] != EMPTY:
        return message("{place} is not free.", place=space_name(state, space))
    if not lookup(state.board).accepts(space, kind):
        return boat_only(state, space)
    return message("{place} is out of reach for this piece.", place=space_name(state, space))


def roaming(country: str) -> Series:
    """Return the countries that a piece of one of them may go to (T15.2, T15.3)."""
    return series((COUNTRY_WORDS[name] for name in dict.fromkeys((country, HOME))), "or")


def displacements(state: State, seat: int) -> Sequence[Displace]:
    """Return every way to displace a piece and to pay for it from the supply (T5.1)."""
    if not state.actions:
        return ()
    supply = state.supply[2 * seat : 2 * seat + 2]
    if supply[0] + supply[1] < 2:
        return ()
    table = lookup(state.board)
    found: list[Displace] = []
    for victim_kind in KINDS:
        victims = state.spaces.translate(OTHERS_KIND[seat][victim_kind])
        for module in state.modules:
            victims = module.open_to(state, seat, victims)
        if 1 not in victims:
            continue
        for kind in KINDS:
            if not supply[kind]:
                continue
            targets = table.accepting(victims, kind)
            for payment in PAYMENTS[victim_kind]:
                if supply[0] >= payment[0] + (kind == TRADER) and supply[1] >= payment[1] + (
                    kind == MERCHANT
                ):
                    found += compress(table.displace[kind, payment], targets)
    return found


def displace(state: State, seat: int, order: Displace) -> None:
    """Replace an opponent's piece, pay, and let the victim place it (T5.1, T5.2)."""
    kind, space, traders, merchants, _ = order
    state.actions -= 1
    code = state.spaces[space]
    state.add_supply(seat, kind, -1)
    state.set_space(space, piece(seat, kind))
    for paid_kind, number in ((TRADER, traders), (MERCHANT, merchants)):
        state.add_supply(seat, paid_kind, -number)
        state.add_stock(seat, paid_kind, number)
    state.tell("displaced", owner(code), KIND_NAMES[kind_of(code)])
    for module in state.modules:
        module.entered(state, seat, space)
    route, extras = state.board.space_route[space], extra_pieces(state, code)
    state.push(Displaced(owner(code), route, code, extras))


def no_displacement(state: State, seat: int, order: Displace) -> Message:
    """Say why this displacement is refused."""
    kind, space, *payment, _ = order
    code = state.spaces[space]
    if not state.actions:
        return NO_ACTION
    if code == EMPTY:
        return message(
            "{place} is empty. Place a piece there instead.", place=space_name(state, space)
        )
    if owner(code) == seat:
        return message("The piece on {place} is your own.", place=space_name(state, space))
    if tuple(payment) not in PAYMENTS[kind_of(code)]:
        paid = sum(payment)
        if kind_of(code) == MERCHANT:
            return message(
                "To displace a merchant, pay 2 more pieces from your supply, not {paid}.", paid=paid
            )
        return message(
            "To displace a trader, pay 1 more piece from your supply, not {paid}.", paid=paid
        )
    if not lookup(state.board).accepts(space, kind):
        return boat_only(state, space)
    refused = _not_open(state, seat, space)
    if refused:
        return refused
    return message(
        "Your supply has {pieces}, which isn't enough for the piece you place and the ones you"
        " pay.",
        pieces=amount(*state.supply[2 * seat : 2 * seat + 2]),
    )


def _moves(state: State, seat: int, left: int) -> Moves:
    """Return moves of own pieces to free spaces, and swaps of a trader and a merchant (T6.2)."""
    # One decision asks several times: to list, to check, and to see whether a move is left.
    return _moves_of(lookup(state.board), state.spaces, seat, left >= 2)


@lru_cache(maxsize=256)
def _moves_of(table: Lookup, spaces: bytes, seat: int, may_swap: bool) -> Moves:
    own = OWN_KIND[seat]
    free = as_number(spaces.translate(FREE))
    traders = as_number(spaces.translate(own[TRADER]))
    merchants = as_number(spaces.translate(own[MERCHANT]))
    parts = [(traders, table.houses & (free | merchants if may_swap else free))]
    if merchants:
        parts.append((merchants & table.houses, free | traders if may_swap else free))
        # A trader cannot take a boat, so a merchant on one cannot swap.
        if on_boats := merchants & table.boats:
            parts.append((on_boats, free))
    if table.abroad:
        # Within a country, and out of it home. Pieces in two countries never swap, because one of
        # them would leave home (T15.3).
        to_home = free & table.countries[HOME]
        parts = [
            (here, targets & (country | to_home))
            for sources, targets in parts
            for country in table.countries.values()
            if (here := sources & country)
        ]
    return Moves(table.move, parts)


def first_moves(state: State, seat: int) -> Sequence[Move]:
    """Return the moves that a Move action may begin with (T6.1)."""
    return _moves(state, seat, state.value(seat, BOOK)) if state.actions else ()


def first_move(state: State, seat: int, order: Move) -> None:
    """Begin a Move action: this move and as many more as Book still allows (T6.1)."""
    state.actions -= 1
    state.push(Moving(state.value(seat, BOOK) - _step(state, seat, order)))


def more_moves(state: State, seat: int) -> Sequence[Move]:
    """Return the moves that may follow in this Move action."""
    return _moves(state, seat, state.top(Moving).left)


def move(state: State, seat: int, order: Move) -> None:
    """Go on with a Move action."""
    state.replace(Moving(state.top(Moving).left - _step(state, seat, order)))


def _step(state: State, seat: int, order: Move) -> int:
    """Move a piece; onto an own one of the other kind the two swap. Return how many moves it is."""
    start, end, _ = order
    code, other = state.spaces[start], state.spaces[end]
    state.swap_spaces(start, end)
    state.tell("traded_places" if other else "moved", seat, KIND_NAMES[kind_of(code)])
    return 2 if other else 1


def no_move(state: State, seat: int, order: Move) -> Message:
    """Say why this move is refused."""
    start, end, _ = order
    code, other = state.spaces[start], state.spaces[end]
    if not state.frames and not state.actions:
        return NO_ACTION
    if code == EMPTY or owner(code) != seat:
        return message("You have no piece on {place}.", place=space_name(state, start))
    if start == end:
        return message("The piece is already on {place}.", place=space_name(state, start))
    routes = state.board.routes
    here, there = (routes[state.board.space_route[space]].country for space in (start, end))
    if there not in (here, HOME):
        return message(
            "A piece in {country} can move only to spaces in {countries}.",
            country=COUNTRY_WORDS[here],
            countries=roaming(here),
        )
    if other == EMPTY or owner(other) != seat:
        return cannot_land(state, kind_of(code), end)
    if here != there:
        return message(
            "Pieces in two countries can't swap: the one in {country} would have to leave it.",
            country=COUNTRY_WORDS[HOME],
        )
    if kind_of(other) == kind_of(code):
        return message(
            "{place} is not free. You already have {piece} there.",
            place=space_name(state, end),
            piece=KIND_NOUNS[kind_of(other)].object(),
        )
    for space, kind in ((end, kind_of(code)), (start, kind_of(other))):
        if not lookup(state.board).accepts(space, kind):
            return boat_only(state, space)
    return message("Swapping two of your pieces takes 2 moves, and you have 1 left.")


def settle_moving(state: State) -> None:
    """End the series when no move is left."""
    left = state.top(Moving).left
    if not left or not _moves(state, state.turn, left):
        state.pop()


DONE = Done()


def always_done(state: State, seat: int) -> Sequence[Done]:
    """Return the order that ends a series early."""
    return (DONE,)


def done(state: State, seat: int, order: Done) -> None:
    """End a series early."""
    state.pop()


def no_done(state: State, seat: int, order: Done) -> Message:
    """Say why the series cannot end here."""
    return message("You can't stop here yet.")


INCOME: Verb[State, Any] = Verb(incomes, income, no_income)
PLACE: Verb[State, Any] = Verb(places, place, no_place)
DISPLACE: Verb[State, Any] = Verb(displacements, displace, no_displacement)
MOVE: Verb[State, Any] = Verb(first_moves, first_move, no_move)
MOVING: Situation = Situation(
    prompt="moving",
    seats=on_turn,
    verbs={"move": Verb(more_moves, move, no_move), "done": Verb(always_done, done, no_done)},
    settle=settle_moving,
)
