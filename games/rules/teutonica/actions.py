"""The plain actions: income (T3), place (T4), displace (T5.1), move (T6)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

from games.rules.teutonica.pieces import (
    ALL,
    BANK,
    BOOK,
    EMPTY,
    KIND_NAMES,
    KINDS,
    MERCHANT,
    NEUTRAL,
    TRADER,
    in_words,
    kind_of,
    owner,
    piece,
)
from games.rules.teutonica.situation import Situation, Verb, on_turn, space_name
from games.rules.teutonica.state import State
from games.rules.teutonica.tables import (
    FREE,
    OTHERS_KIND,
    OWN_KIND,
    PAYMENTS,
    Moves,
    Tables,
    as_number,
    tables,
)
from games.rules.title import Order

NO_ACTION = "You have no actions left this turn."


@lru_cache(maxsize=4096)
def _incomes(traders: int, merchants: int, bank: int) -> tuple[Order, ...]:
    return tuple(
        ("income", some, others)
        for others in range(min(merchants, bank) + 1)
        for some in range(min(traders, bank - others) + 1)
        if some or others
    )


def incomes(state: State, seat: int) -> Sequence[Order]:
    """Return every number of pieces, one or more, that Bank allows from the stock (T3)."""
    if not state.actions:
        return ()
    return _incomes(state.stock[2 * seat], state.stock[2 * seat + 1], state.value(seat, BANK))


def income(state: State, seat: int, order: Order) -> None:
    """Move pieces from stock to supply (T3)."""
    state.actions -= 1
    for kind in KINDS:
        state.add_stock(seat, kind, -order[1 + kind])
        state.add_supply(seat, kind, order[1 + kind])


def no_income(state: State, seat: int, order: Order) -> str:
    """Say why this income is refused."""
    traders, merchants = state.stock[2 * seat], state.stock[2 * seat + 1]
    if not state.actions:
        return NO_ACTION
    if not traders and not merchants:
        return "Your stock is empty, so there is nothing to take as income."
    bank = state.value(seat, BANK)
    most = "any number of pieces" if bank == ALL else f"1 to {bank} pieces"
    return f"Your Bank lets you take {most}, and your stock has {in_words(traders, merchants)}."


def places(state: State, seat: int) -> Sequence[Order]:
    """Return a piece of each kind in the supply on every free space that takes it (T4)."""
    if not state.actions:
        return ()
    table = tables(state.board)
    free = state.spaces.translate(FREE)
    for module in state.modules:
        free = module.open_to(state, seat, free)
    found: list[Order] = []
    for kind in KINDS:
        if state.supply[2 * seat + kind]:
            found += compress(table.place[kind], table.accepting(free, kind))
    return found


def place(state: State, seat: int, order: Order) -> None:
    """Place a piece from the supply (T4)."""
    _, kind, space = order
    state.actions -= 1
    state.add_supply(seat, kind, -1)
    state.set_space(space, piece(seat, kind))
    for module in state.modules:
        module.entered(state, seat, space)


def no_place(state: State, seat: int, order: Order) -> str:
    """Say why this placing is refused."""
    _, kind, space = order
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
    if not tables(state.board).accepts(space, kind):
        return boat_only(state, space)
    return f"{space_name(state, space)} is out of reach for this piece."


def roaming(country: str) -> str:
    """Say where a piece of a country's routes may go (T15.2, T15.3)."""
    return "in England" if country == "england" else f"in {country.capitalize()} or England"


def displacements(state: State, seat: int) -> Sequence[Order]:
    """Return every way to displace a piece and to pay for it from the supply (T5.1)."""
    if not state.actions:
        return ()
    supply = state.supply[2 * seat : 2 * seat + 2]
    if supply[0] + supply[1] < 2:
        return ()
    table = tables(state.board)
    found: list[Order] = []
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


def displace(state: State, seat: int, order: Order) -> None:
    """Replace an opponent's piece, pay, and let the victim place it (T5.1, T5.2)."""
    _, kind, space, traders, merchants = order
    state.actions -= 1
    code = state.spaces[space]
    state.add_supply(seat, kind, -1)
    state.set_space(space, piece(seat, kind))
    for paid_kind, number in ((TRADER, traders), (MERCHANT, merchants)):
        state.add_supply(seat, paid_kind, -number)
        state.add_stock(seat, paid_kind, number)
    state.tell("displaced", owner(code), KIND_NAMES[kind_of(code)])
    victim = owner(code)
    extras = 1 + kind_of(code)
    for module in state.modules:
        module.entered(state, seat, space)
        extras += module.more_pieces(state, victim, kind_of(code))
    # A neutral trader is placed by the other player (T18.3).
    name = "neutral displaced" if victim == NEUTRAL else "displaced"
    state.push(name, victim, state.board.space_route[space], code, extras)


def no_displacement(state: State, seat: int, order: Order) -> str:
    """Say why this displacement is refused."""
    _, kind, space, *payment = order
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
    if not tables(state.board).accepts(space, kind):
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
    return _moves_of(tables(state.board), state.spaces, seat, min(left, 2))


@lru_cache(maxsize=256)
def _moves_of(table: Tables, spaces: bytes, seat: int, left: int) -> Moves:
    free = as_number(spaces.translate(FREE))
    traders, merchants = (as_number(spaces.translate(OWN_KIND[seat][kind])) for kind in KINDS)
    parts = [(traders, table.houses & (free | merchants if left >= 2 else free))]
    if merchants:
        parts.append((merchants & table.houses, free | traders if left >= 2 else free))
        # A trader cannot take a boat, so a merchant on one cannot swap.
        parts.append((merchants & table.boats, free))
    if table.abroad:
        # Within a country, and out of it to England. Pieces in two countries never swap, because
        # one of them would leave England (T15.3).
        to_england = free & table.countries["england"]
        parts = [
            (here, targets & (country | to_england))
            for sources, targets in parts
            for country in table.countries.values()
            if (here := sources & country)
        ]
    return Moves(table.move, parts)


def first_moves(state: State, seat: int) -> Sequence[Order]:
    """Return the moves that a Move action may begin with (T6.1)."""
    return _moves(state, seat, state.value(seat, BOOK)) if state.actions else ()


def first_move(state: State, seat: int, order: Order) -> None:
    """Begin a Move action: this move and as many more as Book still allows (T6.1)."""
    state.actions -= 1
    state.push("moving", state.value(seat, BOOK))
    move(state, seat, order)


def more_moves(state: State, seat: int) -> Sequence[Order]:
    """Return the moves that may follow in this Move action."""
    return _moves(state, seat, state.frames[-1][1])


def move(state: State, seat: int, order: Order) -> None:
    """Move a piece; onto an own one of the other kind the two swap, for two moves."""
    _, start, end = order
    code, other = state.spaces[start], state.spaces[end]
    state.set_space(start, other)
    state.set_space(end, code)
    state.tell("traded_places" if other else "moved", seat, KIND_NAMES[kind_of(code)])
    state.replace("moving", state.frames[-1][1] - (2 if other else 1))


def no_move(state: State, seat: int, order: Order) -> str:
    """Say why this move is refused."""
    _, start, end = order
    code, other = state.spaces[start], state.spaces[end]
    if not state.frames and not state.actions:
        return NO_ACTION
    if code == EMPTY or owner(code) != seat:
        return f"You have no piece on {space_name(state, start)}."
    if start == end:
        return f"The piece is already on {space_name(state, start)}."
    routes = state.board.routes
    here, there = (routes[state.board.space_route[space]].country for space in (start, end))
    if there not in (here, "england"):
        return f"A piece in {here.capitalize()} can move only to spaces {roaming(here)}."
    if other == EMPTY or owner(other) != seat:
        return cannot_land(state, kind_of(code), end)
    if here != there:
        return "Pieces in two countries can't swap: the one in England would have to leave it."
    if kind_of(other) == kind_of(code):
        return (
            f"{space_name(state, end)} is not free. Another {KIND_NAMES[kind_of(other)]} of yours"
            " is there."
        )
    for space, kind in ((end, kind_of(code)), (start, kind_of(other))):
        if not tables(state.board).accepts(space, kind):
            return boat_only(state, space)
    return "Swapping two of your pieces takes 2 moves, and you have 1 left."


def settle_moving(state: State) -> None:
    """End the series when no move is left."""
    left = state.frames[-1][1]
    if not left or not _moves(state, state.turn, left):
        state.pop()


DONE: Order = ("done",)


def always_done(state: State, seat: int) -> Sequence[Order]:
    """Return the order that ends a series early."""
    return (DONE,)


def done(state: State, seat: int, order: Order) -> None:
    """End a series early."""
    state.pop()


def no_done(state: State, seat: int, order: Order) -> str:
    """Say why the series cannot end here."""
    return "You can't stop here yet."


INCOME = Verb(incomes, income, no_income)
PLACE = Verb(places, place, no_place)
DISPLACE = Verb(displacements, displace, no_displacement)
MOVE = Verb(first_moves, first_move, no_move)
MOVING = Situation(
    asked="moving",
    seat=on_turn,
    verbs={"move": Verb(more_moves, move, no_move), "done": Verb(always_done, done, no_done)},
    settle=settle_moving,
)
