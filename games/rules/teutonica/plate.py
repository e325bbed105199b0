"""The end of a turn: replacement markers are seen and placed, then the turn passes (T8.4)."""

from collections.abc import Sequence

from games.rules.teutonica.board import Route
from games.rules.teutonica.pieces import ACTIONS, MARKER_NAMES, MARKERS
from games.rules.teutonica.situation import Situation, Verb
from games.rules.teutonica.state import State, changed, with_item, with_marker, without_marker
from games.rules.title import CHANCE, Order

END: Order = ("end",)


def ends(state: State, seat: int) -> Sequence[Order]:
    """Return the order that ends the turn; a player may stop early (T2.1)."""
    return (END,)


def end(state: State, seat: int, order: Order) -> None:
    """End the actions of the turn; the markers on the plate come next (T2.4)."""
    state.push("plate")


def no_end(state: State, seat: int, order: Order) -> str:
    """Say why the turn cannot end here."""
    return "The turn cannot end here."


def accepts_marker(state: State, route: Route) -> bool:
    """Return whether a replacement marker may be placed on a route (T8.4, T15.5)."""
    if state.markers[route.index] or route.permanent_marker is not None:
        return False
    if route.country != "england":
        return False
    if any(state.spaces[route.spaces.start : route.spaces.stop]):
        return False
    first, second = route.cities
    return state.vacant_office(first) is not None or state.vacant_office(second) is not None


def markings(state: State, seat: int) -> Sequence[Order]:
    """Return each marker of the plate on every route that takes it, all of them known (T8.4)."""
    if state.drawn[state.turn] or not state.plate[seat]:
        return ()
    routes = [route.index for route in state.board.routes if accepts_marker(state, route)]
    return [
        ("marker", kind, route) for kind in dict.fromkeys(state.plate[seat]) for route in routes
    ]


def mark(state: State, seat: int, order: Order) -> None:
    """Place a replacement marker face up (T8.4)."""
    _, kind, route = order
    state.plate = with_item(state.plate, seat, without_marker(state.plate[seat], kind))
    state.markers = changed(state.markers, route, kind + 1)
    for module in state.modules:
        module.marked(state, route)


def no_marking(state: State, seat: int, order: Order) -> str:
    """Say why this marker cannot be placed there."""
    _, kind, number = order
    route = state.board.routes[number]
    if kind not in state.plate[seat]:
        return f"There is no {MARKER_NAMES[kind]} on your plate."
    if state.markers[number] or route.permanent_marker is not None:
        return f"{route.name} already has a marker."
    if route.country != "england":
        return f"You can't place a marker in Wales or Scotland, where {route.name} is."
    if any(state.spaces[route.spaces.start : route.spaces.stop]):
        return f"A marker needs a route without pieces, and {route.name} has some."
    return f"A marker needs a vacant office at an end of its route, and {route.name} has none."


def draws(state: State, seat: int) -> Sequence[Order]:
    """Return what a replacement marker may be (T8.3)."""
    return [order for order, _ in draw_weights(state)]


def draw_weights(state: State) -> list[tuple[Order, int]]:
    """Return the kinds in the marker supply with their numbers."""
    if not state.drawn[state.turn]:
        return []
    return [(("draw", kind), number) for kind, number in enumerate(state.bag) if number]


def draw(state: State, seat: int, order: Order) -> None:
    """Show a replacement marker to the player whose plate it is on (T8.3)."""
    kind = order[1]
    state.bag = changed(state.bag, kind, -1)
    state.drawn = changed(state.drawn, state.turn, -1)
    state.plate = with_item(state.plate, state.turn, with_marker(state.plate[state.turn], kind))
    state.tell("drew", state.turn, MARKERS[kind])


def no_draw(state: State, seat: int, order: Order) -> str:
    """Say why chance cannot draw this."""
    return f"No {MARKER_NAMES[order[1]]} can be drawn now."


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


def _placer(state: State) -> int:
    return CHANCE if state.drawn[state.turn] else state.turn


TURN_END = Verb(ends, end, no_end)
PLATE = Situation(
    asked="markers",
    seat=_placer,
    verbs={"draw": Verb(draws, draw, no_draw), "marker": Verb(markings, mark, no_marking)},
    settle=settle_plate,
    weights=draw_weights,
)
