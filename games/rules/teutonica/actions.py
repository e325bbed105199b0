"""The plain actions: income (T3), place (T4), displace (T5.1), move (T6)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

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
    EMPTY,
    HOME,
    KIND_NAMES,
    KINDS,
    MERCHANT,
    TRADER,
    in_words,
    kind_of,
    owner,
    piece,
)
from games.rules.teutonica.questions import extra_pieces
from games.rules.teutonica.situation import Situation, on_turn, space_name
from games.rules.teutonica.state import State

NO_ACTION = "You have no actions left this turn."


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


def no_income(state: State, seat: int, order: Income) -> str:
    """Say why this income is refused."""
    traders, merchants = state.stock[2 * seat], state.stock[2 * seat + 1]
    if not state.actions:
        return NO_ACTION
    if not traders and not merchants:
        return "Your stock is empty, so there is nothing to take as income."
    bank = state.value(seat, BANK)
    most = "any number of pieces" if bank == ALL else f"1 to {bank} pieces"
    return f"Your Bank lets you take {most}, and your stock has {in_words(traders, merchants)}."


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


def no_place(state: State, seat: int, order: Place) -> str:
    """Say why this placing is refused."""
    kind, space, _ = order
    if not state.actions:
        return NO_ACTION
    if not state.supply[2 * seat + kind]:
        return f"You have no {KIND_NAMES[kind]} in your supply."
    return _not_open(state, seat, space) or cannot_land(state, kind, space)


def _not_open(state: State, seat: int, space: int) -> str:
    return next(filter(None, (m.not_open(state, seat, space) for m in state.modules)), "")


def boat_only(state: State, space: int) -> str:
    """Say that a trader cannot go on a boat."""
    return f"{space_name(state, space)} is a boat and takes only merchants."


def cannot_land(state: State, kind: int, space: int) -> str:
    """Say why a piece of a kind cannot go on a space."""
    if state.spaces[space] != EMPTY:
        return f"{space_name(state, space)} is not free."
    if not lookup(state.board).accepts(space, kind):
        return boat_only(state, space)
    return f"{space_name(state, space)} is out of reach for this piece."


def roaming(country: str) -> str:
    """Say which countries a piece of one of them may go to (T15.2, T15.3)."""
    return " or ".join(name.capitalize() for name in dict.fromkeys((country, HOME)))


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


def no_displacement(state: State, seat: int, order: Displace) -> str:
    """Say why this displacement is refused."""
    kind, space, *payment, _ = order
    code = state.spaces[space]
    if not state.actions:
        return NO_ACTION
    if code == EMPTY:
        return f"{space_name(state, space)} is empty. Place a piece there instead."
    if owner(code) == seat:
        return f"The piece on {space_name(state, space)} is your own."
    if tuple(payment) not in PAYMENTS[kind_of(code)]:
        cost = "2 more pieces" if kind_of(code) == MERCHANT else "1 more piece"
        return (
            f"To displace a {KIND_NAMES[kind_of(code)]}, pay {cost} from your supply,"
            f" not {sum(payment)}."
        )
    if not lookup(state.board).accepts(space, kind):
        return boat_only(state, space)
    refused = _not_open(state, seat, space)
    if refused:
        return refused
    return (
        f"Your supply has {in_words(*state.supply[2 * seat : 2 * seat + 2])}, which isn't enough"
        " for the piece you place and the ones you pay."
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


def no_move(state: State, seat: int, order: Move) -> str:
    """Say why this move is refused."""
    start, end, _ = order
    code, other = state.spaces[start], state.spaces[end]
    if not state.frames and not state.actions:
        return NO_ACTION
    if code == EMPTY or owner(code) != seat:
        return f"You have no piece on {space_name(state, start)}."
    if start == end:
        return f"The piece is already on {space_name(state, start)}."
    routes = state.board.routes
    here, there = (routes[state.board.space_route[space]].country for space in (start, end))
    if there not in (here, HOME):
        return f"A piece in {here.capitalize()} can move only to spaces in {roaming(here)}."
    if other == EMPTY or owner(other) != seat:
        return cannot_land(state, kind_of(code), end)
    if here != there:
        return (
            f"Pieces in two countries can't swap: the one in {HOME.capitalize()} would have to"
            " leave it."
        )
    if kind_of(other) == kind_of(code):
        return (
            f"{space_name(state, end)} is not free. Another {KIND_NAMES[kind_of(other)]} of yours"
            " is there."
        )
    for space, kind in ((end, kind_of(code)), (start, kind_of(other))):
        if not lookup(state.board).accepts(space, kind):
            return boat_only(state, space)
    return "Swapping two of your pieces takes 2 moves, and you have 1 left."


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


def no_done(state: State, seat: int, order: Done) -> str:
    """Say why the series cannot end here."""
    return "You can't stop here yet."


INCOME = Verb(incomes, income, no_income)
PLACE = Verb(places, place, no_place)
DISPLACE = Verb(displacements, displace, no_displacement)
MOVE = Verb(first_moves, first_move, no_move)
MOVING = Situation(
    prompt="moving",
    seats=on_turn,
    verbs={"move": Verb(more_moves, move, no_move), "done": Verb(always_done, done, no_done)},
    settle=settle_moving,
)
