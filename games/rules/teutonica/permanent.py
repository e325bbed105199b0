"""Permanent markers: printed on a route, used or not at the end of its claim (T14.3)."""

from collections.abc import Iterable, Sequence
from itertools import compress

from games.rules.common.message import Message, Notation, message
from games.rules.common.play import Verb
from games.rules.common.rows import with_item
from games.rules.teutonica.actions import always_done, done, no_done, not_in_supply
from games.rules.teutonica.displaced import extra_sources, from_source
from games.rules.teutonica.frames import (
    DevelopPrivilege,
    FoundOffice,
    MoveAny,
    Permanent,
    PlaceAbroad,
    PlaceClaimed,
)
from games.rules.teutonica.lookup import FREE, lookup, meet
from games.rules.teutonica.orders import FIRST, Develop, Done, Found, Put
from games.rules.teutonica.pieces import (
    KINDS,
    MERCHANT,
    PRIVILEGE,
    TRADER,
    piece,
)
from games.rules.teutonica.situation import (
    Situation,
    check_connection,
    city_name,
    complete,
    on_turn,
)
from games.rules.teutonica.state import State

PIECES_TO_PLACE = 2


def settle_permanent(state: State) -> None:
    """Turn the frame of a claim on such a route into what its marker asks.

    The frame holds the traders and merchants of the route that the claim has not used. They go to
    the stock now, unless the marker may place them.
    """
    number, traders, merchants, _ = state.top(Permanent)
    marker = state.board.routes[number].permanent_marker
    state.pop()
    if marker == "place_2_from_route":
        state.push(PlaceClaimed(traders, merchants, PIECES_TO_PLACE))
        return
    for kind, left in zip(KINDS, (traders, merchants), strict=True):
        state.add_stock(state.turn, kind, left)
    if marker == "move_2_any":
        state.push(MoveAny(2))
    elif marker == "develop_privilege" and not state.is_complete(state.turn, PRIVILEGE):
        state.push(DevelopPrivilege())
    elif marker == "office_in_green_city" and any(_supply(state)):
        state.push(FoundOffice())
    elif marker == "place_2_in_wales_or_scotland":
        state.push(PlaceAbroad(PIECES_TO_PLACE))


def _supply(state: State) -> bytes:
    return state.supply[2 * state.turn : 2 * state.turn + 2]


# Develop Privilege.


def _developments(state: State, seat: int) -> Sequence[Develop]:
    return (Develop(PRIVILEGE),)


def _develop(state: State, seat: int, order: Develop) -> None:
    state.pop()
    state.develop(seat, PRIVILEGE)


def _no_development(state: State, seat: int, order: Develop) -> Message:
    return message(
        "This permanent marker develops only Privilege. Try '{order}' or '{stop}'.",
        order=Notation("develop privilege"),
        stop=Notation("done"),
    )


# An office in a green city.


def _foundings(state: State, seat: int) -> Sequence[Found]:
    """Return a piece of the supply as office in every green city (T14.3)."""
    return [
        Found(city.index, kind)
        for city in state.board.cities
        if city.green
        for kind in KINDS
        if _supply(state)[kind]
    ]


def _found(state: State, seat: int, order: Found) -> None:
    """Put the office right of all others in the city (T14.1)."""
    city, kind, _ = order
    state.pop()
    state.add_supply(seat, kind, -1)
    row = state.founded[city] + bytes((piece(seat, kind),))
    state.founded = with_item(state.founded, city, row)
    state.tell("founded", seat, state.board.cities[city].id)
    complete(state, city)
    check_connection(state, seat)


def _no_founding(state: State, seat: int, order: Found) -> Message:
    city, kind, _ = order
    if not state.board.cities[city].green:
        return message("{city} is not a green city.", city=city_name(state, city))
    return not_in_supply(kind)


# Two pieces of the claimed route.


def _from_route(state: State, seat: int) -> Sequence[Put]:
    """Return the unused pieces of the route on every free space that takes them (T14.3)."""
    left = state.top(PlaceClaimed)
    return [order for kind in KINDS if left[kind] for order in _anywhere(state, kind)]


def _anywhere(state: State, kind: int) -> Iterable[Put]:
    free = lookup(state.board).accepting(state.spaces.translate(FREE), kind)
    return compress(lookup(state.board).put(kind, FIRST), free)


def _put_from_route(state: State, seat: int, order: Put) -> None:
    traders, merchants, number, _ = state.top(PlaceClaimed)
    left = [traders, merchants]
    left[order.kind] -= 1
    state.set_space(order.space, piece(seat, order.kind))
    state.replace(PlaceClaimed(left[TRADER], left[MERCHANT], number - 1))


def _no_put_from_route(state: State, seat: int, order: Put) -> Message:
    return message("Put a piece left over from the claimed route on a free space that takes it.")


def _settle_from_route(state: State) -> None:
    if not state.top(PlaceClaimed).left or not _from_route(state, state.turn):
        _rest_to_stock(state)


def _rest_to_stock(state: State) -> None:
    for kind, left in zip(KINDS, state.top(PlaceClaimed)[:2], strict=True):
        state.add_stock(state.turn, kind, left)
    state.pop()


def _done_from_route(state: State, seat: int, order: Done) -> None:
    _rest_to_stock(state)


# Two own pieces into Wales and Scotland.


def _abroad(state: State, seat: int) -> Sequence[Put]:
    """Return own pieces, from stock, else supply, else the board, on spaces abroad (T15.5)."""
    table = lookup(state.board)
    free = meet(state.spaces.translate(FREE), table.abroad)
    return [
        put
        for kind, source in extra_sources(state, seat)
        for put in compress(table.put(kind, source), table.accepting(free, kind))
    ]


def _put_abroad(state: State, seat: int, order: Put) -> None:
    from_source(state, seat, order.kind, order.source)
    state.set_space(order.space, piece(seat, order.kind))
    state.replace(PlaceAbroad(state.top(PlaceAbroad).left - 1))


def _no_put_abroad(state: State, seat: int, order: Put) -> Message:
    return message(
        "Put a piece on a free space in Wales or Scotland. Take it from your stock. If that is"
        " empty, take it from your supply. If both are empty, take it from your own spaces."
    )


def _settle_abroad(state: State) -> None:
    if not state.top(PlaceAbroad).left or not _abroad(state, state.turn):
        state.pop()


DECLINE = Verb(always_done, done, no_done)
SITUATIONS: dict[str, Situation] = {
    "permanent": Situation(prompt="permanent", seats=on_turn, verbs={}, settle=settle_permanent),
    "develop privilege": Situation(
        prompt="develop privilege",
        seats=on_turn,
        verbs={"develop": Verb(_developments, _develop, _no_development), "done": DECLINE},
    ),
    "found": Situation(
        prompt="found",
        seats=on_turn,
        verbs={"found": Verb(_foundings, _found, _no_founding), "done": DECLINE},
    ),
    "place claimed": Situation(
        prompt="place claimed",
        seats=on_turn,
        verbs={
            "put": Verb(_from_route, _put_from_route, _no_put_from_route),
            "done": Verb(always_done, _done_from_route, no_done),
        },
        settle=_settle_from_route,
    ),
    "place abroad": Situation(
        prompt="place abroad",
        seats=on_turn,
        verbs={"put": Verb(_abroad, _put_abroad, _no_put_abroad), "done": DECLINE},
        settle=_settle_abroad,
    ),
}
"""What permanent markers ask. 'move any' is a series with lifting and is in `lifting`."""
