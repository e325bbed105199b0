"""Placing displaced pieces, the victim's answer to a displacement (T5.2 to T5.5)."""

from collections.abc import Sequence
from itertools import compress

from games.rules.common.message import Message, message
from games.rules.common.play import Verb
from games.rules.common.rows import changed
from games.rules.teutonica.actions import DONE, cannot_land, roaming
from games.rules.teutonica.frames import Displaced
from games.rules.teutonica.lookup import FREE, OWN_KIND, indexes, lookup, meet
from games.rules.teutonica.orders import FIRST, FROM_STOCK, FROM_SUPPLY, Done, Order, Put
from games.rules.teutonica.pieces import (
    COUNTRY_WORDS,
    EMPTY,
    HOME,
    KIND_NAMES,
    KINDS,
    TRADER,
    kind_of,
    piece,
)
from games.rules.teutonica.questions import goes_anywhere
from games.rules.teutonica.situation import Situation, route_name, space_name
from games.rules.teutonica.state import State


def room(state: State, route: int, kind: int, lifted: int | None = None) -> bytes:
    """Return the free spaces for a kind of piece, near or far, in the countries open to it (T15.2).

    The space that an extra piece was `lifted` from is free, and the piece stays in its country or
    goes home (T5.4a).
    """
    table = lookup(state.board)
    spaces, origins = state.spaces, [route]
    if lifted is not None:
        spaces = changed(spaces, lifted, -spaces[lifted])
        origins.append(state.board.space_route[lifted])
    free = table.accepting(spaces.translate(FREE), kind)
    for origin in origins:
        roam = table.roams[origin]
        if roam is not None:
            free = meet(free, roam)
    return free


def reach(
    state: State, seat: int, route: int, kind: int, lifted: int | None = None
) -> bytes | None:
    """Return the free spaces for a kind of piece nearest to where it was displaced (T5.3).

    An extra piece from the board is `lifted` first (T5.4a).
    """
    free = room(state, route, kind, lifted)
    if goes_anywhere(state, seat):
        return free if 1 in free else None
    for ring in lookup(state.board).rings[route]:
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


def _pieces(state: State, seat: int) -> list[tuple[int, int]]:
    """Return (kind, source) of what may be placed next: the displaced piece, or an extra one.

    An extra piece of the displaced kind may come first, too (T5.4). As pieces of a kind look alike,
    it is listed only if the result differs from placing the displaced piece first.
    """
    _, _, hand, extras, placed, _ = state.top(Displaced)
    sources = [
        (kind, source)
        for kind, source in (extra_sources(state, seat) if extras else ())
        if source not in placed
    ]
    if not hand:
        return sources
    alike = [source for kind, source in sources if kind == kind_of(hand)]
    if not _matters(state, seat, alike, extras):
        alike = []
    return [
        (kind_of(hand), FIRST),
        *((kind_of(hand), FROM_STOCK if source == FIRST else source) for source in alike),
        *((kind, source) for kind, source in sources if kind != kind_of(hand)),
    ]


def _matters(state: State, seat: int, sources: Sequence[int], extras: int) -> bool:
    """Return whether placing an extra piece of the displaced kind first can make a difference.

    It can when another follows, now from the next source or onto the space that was left; when
    countries bind a lifted piece but not the displaced one (T5.4a); and when pieces from the
    supply leave no space for the displaced one, which then goes to the stock.
    """
    if any(source >= 0 for source in sources):
        return extras > 1 or bool(lookup(state.board).abroad)
    row = state.stock if FIRST in sources else state.supply
    if extras > 1 and row[2 * seat] + row[2 * seat + 1] == 1:
        return True
    _, route, hand, *_ = state.top(Displaced)
    return FROM_SUPPLY in sources and sum(room(state, route, kind_of(hand))) <= extras


def _targets(state: State, seat: int) -> list[tuple[int, int, bytes]]:
    """Return (kind, source, spaces) of what may be placed next (T5.2 to T5.4a)."""
    route = state.top(Displaced).route
    near: dict[tuple[int, int | None], bytes | None] = {}
    found: list[tuple[int, int, bytes]] = []
    for kind, source in _pieces(state, seat):
        lifted = source if source >= 0 else None
        if (kind, lifted) not in near:
            near[kind, lifted] = reach(state, seat, route, kind, lifted)
        spaces = near[kind, lifted]
        if spaces is not None and source >= 0:
            # A player who wants to leave a piece on its space declines it (T5.4a).
            spaces = changed(spaces, source, -spaces[source])
        if spaces is not None and 1 in spaces:
            found.append((kind, source, spaces))
    return found


def puts(state: State, seat: int) -> Sequence[Put]:
    """Return every way to place the displaced piece or an extra one (T5.2 to T5.4a)."""
    table = lookup(state.board)
    found: list[Put] = []
    for kind, source, spaces in _targets(state, seat):
        found += compress(table.put(kind, source), spaces)
    return found


def put(state: State, seat: int, order: Put) -> None:
    """Place the displaced piece or an extra one (T5.2)."""
    kind, space, source, _ = order
    victim, route, hand, extras, placed, _ = state.top(Displaced)
    if source == FIRST and hand and kind == kind_of(hand):
        hand = EMPTY
    else:
        extras -= 1
        from_source(state, seat, kind, source)
    state.set_space(space, piece(seat, kind))
    state.replace(Displaced(victim, route, hand, extras, (*placed, space)))


def from_source(state: State, seat: int, kind: int, source: int) -> None:
    """Take an extra piece from where it comes (T5.2)."""
    if source in (FIRST, FROM_STOCK):
        state.add_stock(seat, kind, -1)
    elif source == FROM_SUPPLY:
        state.add_supply(seat, kind, -1)
    else:
        state.set_space(source, EMPTY)


def spelled(state: State, order: Order) -> Order:
    """Return an order in its one spelling: the stock is named only if it is not the first."""
    frame = state.frames[-1] if state.frames else None
    if order.verb != "put" or order.source != FROM_STOCK or not isinstance(frame, Displaced):
        return order
    if frame.hand and kind_of(frame.hand) == order.kind:
        return order
    return order._replace(source=FIRST)


def no_put(state: State, seat: int, order: Put) -> Message:
    """Say why this placing is refused."""
    kind, space, source, _ = order
    if (kind, source) not in _pieces(state, seat):
        return _no_piece(state, seat, kind, source)
    if space == source:
        return message(
            "The piece is already on {place}. To leave it there, decline the extra piece.",
            place=space_name(state, space),
        )
    if state.spaces[space] == EMPTY and lookup(state.board).accepts(space, kind):
        return too_far(state, space, state.top(Displaced).route, source)
    return cannot_land(state, kind, space)


def _no_piece(state: State, seat: int, kind: int, source: int) -> Message:
    """Say why a piece of this kind from this source is not the next one."""
    _, _, hand, extras, placed, _ = state.top(Displaced)
    if hand and not extras:
        if kind_of(hand) == TRADER:
            return message("Only the displaced trader is left to place.")
        return message("Only the displaced merchant is left to place.")
    if source in placed:
        return message(
            "The piece on {place} has just been placed and stays there.",
            place=space_name(state, source),
        )
    if (kind, FIRST if source == FROM_STOCK else source) in extra_sources(state, seat):
        if kind == TRADER:
            return message("Place the displaced trader first. The result is the same.")
        return message("Place the displaced merchant first. The result is the same.")
    return message(
        "Take extra pieces from your stock. If it is empty, take them from your supply. If both"
        " are empty, take them from your own spaces."
    )


def too_far(state: State, space: int, route: int, source: int = FIRST) -> Message:
    """Say why a piece displaced from a route cannot go on this free space (T5.3, T15.2)."""
    routes, numbers = state.board.routes, state.board.space_route
    here, there = routes[route], routes[numbers[space]]
    if there.country not in (here.country, HOME):
        return message(
            "A piece displaced in {country} stays in {countries}.",
            country=COUNTRY_WORDS[here.country],
            countries=roaming(here.country),
        )
    if source >= 0 and there.country not in (routes[numbers[source]].country, HOME):
        country = routes[numbers[source]].country
        return message(
            "A piece from {country} stays in {countries}.",
            country=COUNTRY_WORDS[country],
            countries=roaming(country),
        )
    if here == there:
        return message(
            "You were displaced from {route}. Put the piece on a route that shares a city with it.",
            route=route_name(state, route),
        )
    return message(
        "{place} is too far away. There is still room closer to {route}.",
        place=space_name(state, space),
        route=route_name(state, route),
    )


def _declines(state: State, seat: int) -> Sequence[Done]:
    """Return the order that declines extra pieces, unless the displaced one has a space (T5.4)."""
    _, route, hand, *_ = state.top(Displaced)
    has_space = hand and reach(state, seat, route, kind_of(hand)) is not None
    return () if has_space else (DONE,)


def _decline(state: State, seat: int, order: Done) -> None:
    _to_stock(state)
    state.pop()


def _no_decline(state: State, seat: int, order: Done) -> Message:
    return message("Place the displaced piece first. You can decline only extra pieces.")


def _to_stock(state: State) -> None:
    """Send a displaced piece that no space accepts to the stock (T5.4)."""
    frame = state.top(Displaced)
    if frame.hand:
        kind = kind_of(frame.hand)
        state.add_stock(frame.victim, kind, 1)
        state.tell("to_stock", frame.victim, KIND_NAMES[kind])
        state.replace(frame._replace(hand=EMPTY))


def settle_displaced(state: State) -> None:
    """End when nothing more can be placed (T5.4)."""
    if not _targets(state, state.top(Displaced).victim):
        _to_stock(state)
        state.pop()


DISPLACED: Situation = Situation(
    prompt="displaced",
    seats=lambda state: (state.top(Displaced).victim,),
    verbs={"put": Verb(puts, put, no_put), "done": Verb(_declines, _decline, _no_decline)},
    settle=settle_displaced,
)
