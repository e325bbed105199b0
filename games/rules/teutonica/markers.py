"""Using bonus markers between actions (T2.3, T9)."""

from collections.abc import Sequence
from itertools import pairwise

from games.rules.teutonica.actions import DONE, cannot_land, done
from games.rules.teutonica.claim import use_up
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_NAMES,
    DEVELOP,
    EMPTY,
    EXTRA,
    KIND_NAMES,
    KINDS,
    MARKER_NAMES,
    MOVE3,
    PLUS3,
    PLUS4,
    SWAP,
    TRADER,
    kind_of,
    owner,
)
from games.rules.teutonica.situation import Situation, Verb, on_turn, space_name
from games.rules.teutonica.state import State
from games.rules.teutonica.tables import FREE, OTHERS_KIND, Moves, indexes, tables
from games.rules.title import Order

MORE_ACTIONS = {PLUS3: 3, PLUS4: 4}


def uses(state: State, seat: int) -> Sequence[Order]:
    """Return every use of the seat's markers that does something now (T9.5)."""
    found: list[Order] = []
    for kind in dict.fromkeys(state.held[seat]):
        if kind in MORE_ACTIONS:
            found.append(("use", kind))
        elif kind == DEVELOP:
            found += [
                ("use", kind, ability)
                for ability in range(len(ABILITIES))
                if not state.is_complete(seat, ability)
            ]
        elif kind == SWAP:
            found += _swaps(state, seat)
        elif kind == MOVE3 and lifts(state, seat, 3):
            found.append(("use", kind))
    return found


def _swaps(state: State, seat: int) -> list[Order]:
    """Return the pairs of neighbouring offices that may change owners, by their left one (T9.3)."""
    return [
        ("use", SWAP, city.index, left - city.offices.start)
        for city in state.board.cities
        for left, right in pairwise(city.offices)
        if _swappable(state, seat, state.offices[left], state.offices[right])
    ]


def _swappable(state: State, seat: int, left: int, right: int) -> bool:
    if left == EMPTY or right == EMPTY or owner(left) == owner(right):
        return False
    return seat in (owner(left), owner(right))


def use(state: State, seat: int, order: Order) -> None:
    """Use a marker and turn it face down (T8.2, T9)."""
    kind, *what = order[1:]
    use_up(state, seat, kind)
    if kind in MORE_ACTIONS:
        state.actions += MORE_ACTIONS[kind]
    elif kind == DEVELOP:
        state.develop(seat, what[0])
    elif kind == SWAP:
        city, position = what
        left = state.board.cities[city].offices.start + position
        codes = state.offices[left], state.offices[left + 1]
        state.set_office(left, codes[1])
        state.set_office(left + 1, codes[0])
        state.tell("swapped", owner(codes[0]), owner(codes[1]))
    elif kind == MOVE3:
        state.push("move3", 3, EMPTY, -1)


def no_use(state: State, seat: int, order: Order) -> str:
    """Say why this marker cannot be used so."""
    kind = order[1]
    if kind not in state.held[seat]:
        return f"You have no {MARKER_NAMES[kind]} lying face up."
    if kind == DEVELOP:
        return f"Your {ABILITY_NAMES[order[2]]} is already developed to its end."
    if kind == SWAP:
        return (
            "Swap needs two neighbouring offices of one city, both occupied, one of them yours and"
            " the other not; extra offices do not count."
        )
    if kind == EXTRA:
        return "An Additional office is used inside a claim: 'claim ... extra CITY t'."
    return f"{MARKER_NAMES[kind]} cannot do anything now: no other player has a piece on a route."


def lifts(state: State, seat: int, left: int, hand: int = EMPTY, origin: int = -1) -> Moves:
    """Return the moves of other players' pieces with `left` more to land (T9.6).

    All pieces are lifted before they land. So a piece may land where another of them stands,
    which is then in hand and moves next, from `origin`; the last one needs a free space.
    """
    table = tables(state.board)
    spaces = state.spaces
    free = spaces.translate(FREE)
    others = [spaces.translate(OTHERS_KIND[seat][kind]) for kind in KINDS]
    standing = bytes(map(max, *others))
    if hand:
        starts = {(hand, False): [origin]}
    else:
        starts = {}
        for space in indexes(standing):
            # A boat left behind is no free space for a lifted trader.
            boat = not table.accepts(space, TRADER)
            starts.setdefault((spaces[space], boat), []).append(space)
    roomy = 1 in table.accepting(free, TRADER)
    parts = []
    for (code, boat), sources in starts.items():
        targets = table.accepting(free, kind_of(code))
        if left >= 2:
            liftable = standing if roomy or not (boat or hand) else others[1]
            unlike = bytes(
                int(stands and other != code and space != origin)
                for space, (stands, other) in enumerate(zip(liftable, spaces, strict=True))
            )
            targets = bytes(map(max, targets, table.accepting(unlike, kind_of(code))))
        parts.append((bytes(space in sources for space in range(len(spaces))), targets))
    return Moves(table.move, parts)


def _lifted_moves(state: State, seat: int) -> Sequence[Order]:
    _, left, hand, origin = state.frames[-1]
    return lifts(state, seat, left, hand, origin)


def lift(state: State, seat: int, order: Order) -> None:
    """Move another player's piece; one that stood in its place comes into the hand (T9.6)."""
    _, start, end = order
    _, left, hand, _ = state.frames[-1]
    code = hand or state.spaces[start]
    if not hand:
        state.set_space(start, EMPTY)
    lifted = state.spaces[end]
    state.set_space(end, code)
    state.tell("moved", owner(code), KIND_NAMES[kind_of(code)])
    if lifted:
        state.tell("lifted", owner(lifted), KIND_NAMES[kind_of(lifted)])
    state.replace("move3", left - 1, lifted, end if lifted else -1)


def no_lift(state: State, seat: int, order: Order) -> str:
    """Say why this move is refused."""
    _, start, end = order
    _, left, hand, origin = state.frames[-1]
    if hand and start != origin:
        return f"The piece from {space_name(state, origin)} is in the air: it moves next."
    code = hand or state.spaces[start]
    if code == EMPTY or owner(code) == seat:
        return f"No other player has a piece on {space_name(state, start)}."
    if state.spaces[end] not in (EMPTY, code) and owner(state.spaces[end]) != seat and left < 2:
        return f"{space_name(state, end)} is not free, and this is the last of the three moves."
    return cannot_land(state, kind_of(code), end)


def _leavings(state: State, seat: int) -> Sequence[Order]:
    """Return the order that ends the series: at least one piece was moved, none is in the air."""
    _, left, hand, _ = state.frames[-1]
    return () if hand or left == 3 else (DONE,)


def _no_leaving(state: State, seat: int, order: Order) -> str:
    if state.frames[-1][2]:
        return "Put down the piece that is in the air first."
    return "Move at least one piece."


def settle_move3(state: State) -> None:
    """End the series after the third piece."""
    if not state.frames[-1][1]:
        state.pop()


USE = Verb(uses, use, no_use)
MOVE_THREE = Situation(
    asked="move3",
    seat=on_turn,
    verbs={
        "move": Verb(_lifted_moves, lift, no_lift),
        "done": Verb(_leavings, done, _no_leaving),
    },
    settle=settle_move3,
)
