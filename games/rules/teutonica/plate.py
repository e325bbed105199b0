"""The end of a turn: replacement markers are seen and placed, then the turn passes (T8.4)."""

from collections.abc import Sequence
from typing import Any

from games.rules.common.message import Message, message, series
from games.rules.common.play import Verb, drawing
from games.rules.common.rows import changed, with_code, with_item, without_code
from games.rules.teutonica.board import Route
from games.rules.teutonica.frames import Plate
from games.rules.teutonica.orders import Draw, End, Mark
from games.rules.teutonica.pieces import ABROAD, ACTIONS, COUNTRY_WORDS, MARKER_WORDS, MARKERS
from games.rules.teutonica.situation import Situation, route_name
from games.rules.teutonica.state import State
from games.rules.title import CHANCE

END = End()


def ends(state: State, seat: int) -> Sequence[End]:
    """Return the order that ends the turn; a player may stop early (T2.1)."""
    return (END,)


def end(state: State, seat: int, order: End) -> None:
    """End the actions of the turn; the markers on the plate come next (T2.4)."""
    state.push(Plate())


def no_end(state: State, seat: int, order: End) -> Message:
    """Say why the turn cannot end here."""
    return message("The turn cannot end here.")


def accepts_marker(state: State, route: Route) -> bool:
    """Return whether a replacement marker may be placed on a route (T8.4, T15.5)."""
    if state.markers[route.index] or route.permanent_marker is not None:
        return False
    if route.country in ABROAD:
        return False
    if any(state.spaces[route.spaces.start : route.spaces.stop]):
        return False
    first, second = route.cities
    return state.vacant_office(first) is not None or state.vacant_office(second) is not None


def markings(state: State, seat: int) -> Sequence[Mark]:
    """Return each marker of the plate on every route that takes it, all of them known (T8.4)."""
    if state.drawn[state.turn] or not state.plate[seat]:
        return ()
    routes = [route.index for route in state.board.routes if accepts_marker(state, route)]
    return [Mark(kind, route) for kind in dict.fromkeys(state.plate[seat]) for route in routes]


def mark(state: State, seat: int, order: Mark) -> None:
    """Place a replacement marker face up (T8.4)."""
    kind, route, _ = order
    state.plate = with_item(state.plate, seat, without_code(state.plate[seat], kind))
    state.markers = changed(state.markers, route, kind + 1)
    for module in state.modules:
        module.marked(state, route)


def no_marking(state: State, seat: int, order: Mark) -> Message:
    """Say why this marker cannot be placed there."""
    kind, number, _ = order
    route, name = state.board.routes[number], route_name(state, number)
    if kind not in state.plate[seat]:
        return message("There is no marker '{marker}' on your plate.", marker=MARKER_WORDS[kind])
    if state.markers[number] or route.permanent_marker is not None:
        return message("{route} already has a marker.", route=name)
    if route.country in ABROAD:
        return message(
            "You can't place a marker in {countries}, where {route} is.",
            countries=series((COUNTRY_WORDS[country] for country in ABROAD), "or"),
            route=name,
        )
    if any(state.spaces[route.spaces.start : route.spaces.stop]):
        return message("A marker needs a route without pieces, and {route} has some.", route=name)
    return message(
        "A marker needs a vacant office at an end of its route, and {route} has none.", route=name
    )


def draw_weights(state: State) -> list[tuple[Draw, int]]:
    """Return the kinds in the marker supply with their numbers."""
    if not state.drawn[state.turn]:
        return []
    return [(Draw(kind), number) for kind, number in enumerate(state.bag) if number]


def draw(state: State, seat: int, order: Draw) -> None:
    """Show a replacement marker to the player whose plate it is on (T8.3)."""
    kind = order.marker
    state.bag = changed(state.bag, kind, -1)
    state.drawn = changed(state.drawn, state.turn, -1)
    state.plate = with_item(state.plate, state.turn, with_code(state.plate[state.turn], kind))
    state.tell("drew", state.turn, MARKERS[kind])


def no_draw(state: State, seat: int, order: Draw) -> Message:
    """Say why chance cannot draw this."""
    return message("The marker '{marker}' cannot be drawn now.", marker=MARKER_WORDS[order.marker])


def settle_plate(state: State) -> None:
    """Pass the turn when all markers on the plate are known and none can be placed (T8.5)."""
    if state.drawn[state.turn] or markings(state, state.turn):
        return
    if state.plate[state.turn]:
        state.tell("kept", state.turn, len(state.plate[state.turn]))
    state.pop()
    begin_turn(state, (state.turn + 1) % state.players)


def begin_turn(state: State, seat: int) -> None:
    """Begin a seat's turn, with as many actions as its track shows (T2.1)."""
    state.turn = seat
    state.actions = state.value(seat, ACTIONS)
    for module in state.modules:
        module.turn_begins(state)
    state.tell("turn", seat)


def _placer(state: State) -> tuple[int, ...]:
    return (CHANCE if state.drawn[state.turn] else state.turn,)


TURN_END: Verb[State, Any] = Verb(ends, end, no_end)
PLATE: Situation = Situation(
    prompt="plate",
    seats=_placer,
    verbs={
        "draw": drawing(draw_weights, draw, no_draw),
        "marker": Verb(markings, mark, no_marking),
    },
    settle=settle_plate,
    weights=draw_weights,
)
