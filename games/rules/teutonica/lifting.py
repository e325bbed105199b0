"""Series in which pieces are lifted before they land: Move 3, and 'move any 2' (T9.6, T14.3)."""

from collections.abc import Sequence
from typing import Any, cast

from games.rules.common.message import Message, message
from games.rules.common.play import Verb
from games.rules.common.rows import put
from games.rules.teutonica.actions import DONE, boat_only, cannot_land, done
from games.rules.teutonica.frames import NOWHERE, Lifting
from games.rules.teutonica.lookup import (
    FREE,
    OF_KIND,
    OTHER_THAN,
    OTHERS_KIND,
    Moves,
    as_number,
    either,
    indexes,
    lookup,
    meet,
)
from games.rules.teutonica.orders import Done, Move
from games.rules.teutonica.pieces import (
    COUNTRY_WORDS,
    EMPTY,
    KIND_NAMES,
    KINDS,
    MERCHANT,
    TRADER,
    kind_of,
    owner,
)
from games.rules.teutonica.situation import Situation, on_turn, space_name
from games.rules.teutonica.state import State

LIFTED = 3
"""How many pieces Move 3 and Remove 3 allow."""


def lifts(state: State, seat: int, series: Lifting) -> Moves:
    """Return the moves of a series (T9.6).

    A piece may land on another one, which is then in the hand and moves next; the last one needs a
    free space. No piece leaves its country (T15.4).
    """
    table = lookup(state.board)
    countries = list(table.countries.values())
    if series.hand:
        countries = [members for members in countries if members >> 8 * series.origin & 1]
    parts: list[tuple[bytes, bytes]] = []
    for country in countries:
        spaces = bytes(map(int.__mul__, state.spaces, _within(state, country)))
        parts += _parts(state, seat, series, spaces, country)
    return Moves(table.move, [(as_number(sources), as_number(ends)) for sources, ends in parts])


def _within(state: State, country: int) -> bytes:
    return country.to_bytes(len(state.spaces), "little")


def _parts(
    state: State, seat: int, series: Lifting, spaces: bytes, country: int
) -> list[tuple[bytes, bytes]]:
    """Return the sources and targets within one country, whose pieces are `spaces`."""
    left, hand, origin, name = series
    table = lookup(state.board)
    free = meet(state.spaces.translate(FREE), country)
    movable = [
        spaces.translate(OF_KIND[kind] if name == "move any" else OTHERS_KIND[seat][kind])
        for kind in KINDS
    ]
    standing = either(*movable)
    starts: dict[tuple[int, bool], list[int]] = {}
    if hand:
        starts[hand, False] = [origin]
    else:
        for space in indexes(standing):
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
            unlike = meet(spaces.translate(OTHER_THAN[code]), as_number(liftable))
            if hand:
                unlike = put(unlike, origin, EMPTY)
            targets = either(targets, table.accepting(unlike, kind_of(code)))
        begin = bytearray(len(spaces))
        for space in sources:
            begin[space] = 1
        parts.append((bytes(begin), targets))
    return parts


def _series(state: State) -> Lifting:
    return cast("Lifting", state.frames[-1])


def _listed(state: State, seat: int) -> Sequence[Move]:
    return lifts(state, seat, _series(state))


def lift(state: State, seat: int, order: Move) -> None:
    """Move a piece; one that was on its new space comes into the hand (T9.6)."""
    start, end, _ = order
    series = _series(state)
    code = series.hand or state.spaces[start]
    if not series.hand:
        state.set_space(start, EMPTY)
    lifted = state.spaces[end]
    state.set_space(end, code)
    state.tell("moved", owner(code), KIND_NAMES[kind_of(code)])
    if lifted:
        state.tell("lifted", owner(lifted), KIND_NAMES[kind_of(lifted)])
    origin = end if lifted else NOWHERE
    state.replace(series._replace(left=series.left - 1, hand=lifted, origin=origin))


def no_lift(state: State, seat: int, order: Move) -> Message:
    """Say why this move is refused."""
    start, end, _ = order
    left, hand, origin, name = _series(state)
    if hand and start != origin:
        return message(
            "The piece from {place} is lifted. Move it next.", place=space_name(state, origin)
        )
    code = hand or state.spaces[start]
    if code == EMPTY or (name == "move3" and owner(code) == seat):
        if name == "move3":
            return message(
                "No other player has a piece on {place}.", place=space_name(state, start)
            )
        return nobody_on(state, start)
    routes = state.board.routes
    there, here = (routes[state.board.space_route[space]].country for space in (end, start))
    if here != there:
        return message("This piece must stay in {country}.", country=COUNTRY_WORDS[here])
    if not lookup(state.board).accepts(end, kind_of(code)):
        return boat_only(state, end)
    if state.spaces[end] not in (EMPTY, code) and left < 2:
        return message(
            "{place} is not free, and this is the last of these moves.",
            place=space_name(state, end),
        )
    return cannot_land(state, kind_of(code), end)


def nobody_on(state: State, space: int) -> Message:
    """Say that no piece stands on a space."""
    return message("There is no piece on {place}.", place=space_name(state, space))


def _leavings(state: State, seat: int) -> Sequence[Done]:
    """Return the order that ends the series, once no piece is in hand and Move 3 has moved one.

    A permanent marker may be left unused (T14.3).
    """
    left, hand, _, name = _series(state)
    return () if hand or (name == "move3" and left == LIFTED) else (DONE,)


def no_leaving(state: State, seat: int, order: Done) -> Message:
    """Say why the series cannot end here."""
    if _series(state).hand:
        return message("Put down the lifted piece first.")
    return message("Move at least one piece.")


def _settle(state: State) -> None:
    """End the series when nothing more can land."""
    left, hand, *_ = _series(state)
    if not hand and (not left or not _listed(state, state.turn)):
        state.pop()


_VERBS: dict[str, Verb[State, Any]] = {
    "move": Verb(_listed, lift, no_lift),
    "done": Verb(_leavings, done, no_leaving),
}
SITUATIONS: dict[str, Situation] = {
    "move3": Situation(prompt="move3", seats=on_turn, verbs=_VERBS, settle=_settle),
    "move any": Situation(prompt="move any", seats=on_turn, verbs=_VERBS, settle=_settle),
}
