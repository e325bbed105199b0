"""Series in which pieces are lifted before they land: Move 3, and 'move any 2' (T9.6, T14.3)."""

from collections.abc import Sequence

from games.rules.teutonica.actions import DONE, boat_only, cannot_land, done
from games.rules.teutonica.pieces import EMPTY, KIND_NAMES, KINDS, MERCHANT, TRADER, kind_of, owner
from games.rules.teutonica.situation import Situation, Verb, on_turn, space_name
from games.rules.teutonica.state import State
from games.rules.teutonica.tables import FREE, OF_KIND, OTHERS_KIND, Moves, as_number, meet, tables
from games.rules.title import Order

LIFTED = 3
"""How many pieces Move 3 and Remove 3 allow."""


def lifts(
    state: State, seat: int, series: str, left: int, hand: int = EMPTY, origin: int = -1
) -> Moves:
    """Return the moves of a series with `left` more pieces to land (T9.6).

    'move3' moves other players' pieces, 'move any' those of all. A piece may land on another of
    them, which is then in `hand` and moves next, from `origin`; the last one needs a free space.
    No piece leaves its country (T15.4).
    """
    table = tables(state.board)
    countries = list(table.countries.values())
    if hand:
        countries = [members for members in countries if members >> 8 * origin & 1]
    parts: list[tuple[bytes, bytes]] = []
    for country in countries:
        spaces = bytes(map(int.__mul__, state.spaces, _within(state, country)))
        parts += _parts(state, seat, series, left, hand, origin, spaces, country)
    return Moves(table.move, [(as_number(sources), as_number(ends)) for sources, ends in parts])


def _within(state: State, country: int) -> bytes:
    return country.to_bytes(len(state.spaces), "little")


def _parts(
    state: State,
    seat: int,
    series: str,
    left: int,
    hand: int,
    origin: int,
    spaces: bytes,
    country: int,
) -> list[tuple[bytes, bytes]]:
    """Return the sources and targets within one country, whose pieces are `spaces`."""
    table = tables(state.board)
    free = meet(state.spaces.translate(FREE), country)
    movable = [
        spaces.translate(OF_KIND[kind] if series == "move any" else OTHERS_KIND[seat][kind])
        for kind in KINDS
    ]
    standing = bytes(map(max, *movable))
    starts: dict[tuple[int, bool], list[int]] = {}
    if hand:
        starts[hand, False] = [origin]
    else:
        for space, stands in enumerate(standing):
            if stands:
                # A boat left behind is not a free space for a lifted trader.
                boat = not table.accepts(space, TRADER)
                starts.setdefault((spaces[space], boat), []).append(space)
    # A lifted trader needs a free space, or a merchant to lift whose space it can take.
    roomy = 1 in table.accepting(free, TRADER) or (
        left > 2 and 1 in table.accepting(movable[MERCHANT], TRADER)
    )
    parts = []
    for (code, boat), sources in starts.items():
        targets = table.accepting(free, kind_of(code))
        if left >= 2:
            liftable = standing if roomy or not (boat or hand) else movable[MERCHANT]
            unlike = bytes(
                stands and other != code and space != origin
                for space, (stands, other) in enumerate(zip(liftable, spaces, strict=True))
            )
            targets = bytes(map(max, targets, table.accepting(unlike, kind_of(code))))
        parts.append((bytes(space in sources for space in range(len(spaces))), targets))
    return parts


def _listed(state: State, seat: int) -> Sequence[Order]:
    return lifts(state, seat, *state.frames[-1])


def lift(state: State, seat: int, order: Order) -> None:
    """Move a piece; one that was on its new space comes into the hand (T9.6)."""
    _, start, end = order
    series, left, hand, _ = state.frames[-1]
    code = hand or state.spaces[start]
    if not hand:
        state.set_space(start, EMPTY)
    lifted = state.spaces[end]
    state.set_space(end, code)
    state.tell("moved", owner(code), KIND_NAMES[kind_of(code)])
    if lifted:
        state.tell("lifted", owner(lifted), KIND_NAMES[kind_of(lifted)])
    state.replace(series, left - 1, lifted, end if lifted else -1)


def no_lift(state: State, seat: int, order: Order) -> str:
    """Say why this move is refused."""
    _, start, end = order
    series, left, hand, origin = state.frames[-1]
    if hand and start != origin:
        return f"The piece from {space_name(state, origin)} is lifted. Move it next."
    code = hand or state.spaces[start]
    if code == EMPTY or (series == "move3" and owner(code) == seat):
        what = "No other player has a piece" if series == "move3" else "There is no piece"
        return f"{what} on {space_name(state, start)}."
    routes = state.board.routes
    there, here = (routes[state.board.space_route[space]].country for space in (end, start))
    if here != there:
        return f"This piece must stay in {here.capitalize()}."
    if not tables(state.board).accepts(end, kind_of(code)):
        return boat_only(state, end)
    if state.spaces[end] not in (EMPTY, code) and left < 2:
        return f"{space_name(state, end)} is not free, and this is the last of these moves."
    return cannot_land(state, kind_of(code), end)


def _leavings(state: State, seat: int) -> Sequence[Order]:
    """Return the order that ends the series, once no piece is in hand and Move 3 has moved one.

    A permanent marker may be left unused (T14.3).
    """
    series, left, hand, _ = state.frames[-1]
    return () if hand or (series == "move3" and left == LIFTED) else (DONE,)


def no_leaving(state: State, seat: int, order: Order) -> str:
    """Say why the series cannot end here."""
    _, _, hand, _ = state.frames[-1]
    return "Put down the lifted piece first." if hand else "Move at least one piece."


def _settle(state: State) -> None:
    """End the series when nothing more can land."""
    _, left, hand, _ = state.frames[-1]
    if not hand and (not left or not _listed(state, state.turn)):
        state.pop()


_VERBS = {"move": Verb(_listed, lift, no_lift), "done": Verb(_leavings, done, no_leaving)}
SITUATIONS = {
    "move3": Situation(asked="move3", seat=on_turn, verbs=_VERBS, settle=_settle),
    "move any": Situation(asked="move_2", seat=on_turn, verbs=_VERBS, settle=_settle),
}
