"""Placing displaced pieces, the victim's answer to a displacement (T5.2 to T5.5)."""

from collections.abc import Sequence
from itertools import compress

from games.rules.teutonica.actions import DONE, cannot_land, done, roaming
from games.rules.teutonica.pieces import EMPTY, KIND_NAMES, KINDS, kind_of, piece
from games.rules.teutonica.situation import Situation, Verb, space_name
from games.rules.teutonica.state import State
from games.rules.teutonica.tables import FREE, OWN_KIND, indexes, meet, tables
from games.rules.title import Order

FIRST = -1
"""The source of a piece placed from the hand, else from the stock."""
FROM_SUPPLY = -2
"""The source of an extra piece when the stock is empty; a space is the source when both are."""


def reach(state: State, seat: int, route: int, kind: int) -> bytes | None:
    """Return the free spaces for a kind of piece nearest to where it was displaced (T5.3)."""
    table = tables(state.board)
    free = table.accepting(state.spaces.translate(FREE), kind)
    roam = table.roams[route]
    if roam is not None:
        free = meet(free, roam)
    for module in state.modules:
        if module.goes_anywhere(state, seat):
            return free if 1 in free else None
    for ring in table.rings[route]:
        near = meet(free, ring)
        if 1 in near:
            return near
    return None


def extra_sources(state: State, seat: int) -> list[tuple[int, int]]:
    """Return (kind, source) of the extra pieces: stock, then supply, then own spaces (T5.2)."""
    for row, source in ((state.stock, FIRST), (state.supply, FROM_SUPPLY)):
        kinds = [kind for kind in KINDS if row[2 * seat + kind]]
        if kinds:
            return [(kind, source) for kind in kinds]
    return [
        (kind, space)
        for kind in KINDS
        for space in indexes(state.spaces.translate(OWN_KIND[seat][kind]))
    ]


def puts(state: State, seat: int) -> Sequence[Order]:
    """Return every way to place the displaced piece or an extra one (T5.2, T5.3).

    While the displaced piece is in hand, extra pieces of its kind wait for it: placing it first
    and the extra piece second comes to the same.
    """
    _, _, route, hand, extras = state.frames[-1]
    pieces: list[tuple[int, int]] = []
    if hand:
        pieces.append((kind_of(hand), FIRST))
    if extras:
        pieces += [
            (kind, source)
            for kind, source in extra_sources(state, seat)
            if not hand or kind != kind_of(hand)
        ]
    spaces = range(len(state.spaces))
    near = {kind: reach(state, seat, route, kind) for kind in {kind for kind, _ in pieces}}
    return [
        ("put", kind, space, source)
        for kind, source in pieces
        for space in compress(spaces, near[kind] or b"")
    ]


def put(state: State, seat: int, order: Order) -> None:
    """Place the displaced piece or an extra one (T5.2)."""
    _, kind, space, source = order
    name, victim, route, hand, extras = state.frames[-1]
    if source == FIRST and hand and kind == kind_of(hand):
        hand = EMPTY
    else:
        extras -= 1
        from_source(state, seat, kind, source)
    state.set_space(space, piece(seat, kind))
    state.replace(name, victim, route, hand, extras)


def from_source(state: State, seat: int, kind: int, source: int) -> None:
    """Take an extra piece from where it comes (T5.2)."""
    if source == FIRST:
        state.add_stock(seat, kind, -1)
    elif source == FROM_SUPPLY:
        state.add_supply(seat, kind, -1)
    else:
        state.set_space(source, EMPTY)


def no_put(state: State, seat: int, order: Order) -> str:
    """Say why this placing is refused."""
    _, kind, space, source = order
    _, _, route, hand, extras = state.frames[-1]
    offered = {(other[1], other[3]) for other in puts(state, seat)}
    if (kind, source) not in offered:
        if hand and not extras:
            return f"Only the displaced {KIND_NAMES[kind_of(hand)]} is left to place."
        return (
            "An extra piece comes from your stock; only when that is empty from your supply, and"
            " only when both are from your own spaces."
        )
    if state.spaces[space] == EMPTY and tables(state.board).accepts(space, kind):
        return too_far(state, space, route)
    return cannot_land(state, kind, space)


def too_far(state: State, space: int, route: int) -> str:
    """Say why a piece displaced from a route cannot go on this free space (T5.3, T15.2)."""
    here, there = (state.board.routes[r] for r in (route, state.board.space_route[space]))
    if there.country not in (here.country, "england"):
        return f"A piece displaced in {here.country.capitalize()} stays {roaming(here.country)}."
    if here == there:
        return (
            f"{here.name} is the route you were displaced from: put the piece on one that meets"
            " it in a city."
        )
    return f"{space_name(state, space)} is too far away: nearer to {here.name} there is still room."


def _declines(state: State, seat: int) -> Sequence[Order]:
    """Return the order that declines extra pieces, once the displaced one is placed (T5.4)."""
    return () if state.frames[-1][3] else (DONE,)


def _no_decline(state: State, seat: int, order: Order) -> str:
    return "The displaced piece must be placed; only extra pieces may be declined."


def settle_displaced(state: State) -> None:
    """Send a displaced piece that fits nowhere to the stock, end when nothing is left (T5.4)."""
    name, victim, route, hand, extras = state.frames[-1]
    if hand and reach(state, victim, route, kind_of(hand)) is None:
        state.add_stock(victim, kind_of(hand), 1)
        state.tell("to_stock", victim, KIND_NAMES[kind_of(hand)])
        hand = EMPTY
        state.replace(name, victim, route, hand, extras)
    if not hand and not puts(state, victim):
        state.pop()


DISPLACED = Situation(
    asked="displaced",
    seat=lambda state: int(state.frames[-1][1]),
    verbs={"put": Verb(puts, put, no_put), "done": Verb(_declines, done, _no_decline)},
    settle=settle_displaced,
)
