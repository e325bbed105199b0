"""Two players with neutral traders, which claim routes of their own (T18)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

from games.rules.teutonica.actions import DONE, cannot_land
from games.rules.teutonica.claim import draw_replacement, score_cities
from games.rules.teutonica.control import complete
from games.rules.teutonica.displaced import FIRST, reach, too_far
from games.rules.teutonica.module import Module
from games.rules.teutonica.pieces import EMPTY, KIND_NAMES, MARKERS, NEUTRAL, TRADER, piece
from games.rules.teutonica.situation import Situation, Verb, on_turn
from games.rules.teutonica.state import State, changed, with_marker
from games.rules.teutonica.tables import Tables, tables
from games.rules.title import Order

TRADER_OF_NEUTRAL = piece(NEUTRAL, TRADER)
TWO_TRADERS = bytes((TRADER_OF_NEUTRAL,)) * 2


def other(state: State) -> int:
    """Return the player who is not on turn: they place neutral traders (T18.3)."""
    return 1 - state.turn


class Neutral(Module):
    """The neutral traders: where they begin, and what they do when they fill a route."""

    def dealt(self, state: State) -> None:
        """Put one on each route to a city that develops an ability, and by each marker (T18.1)."""
        for route in state.board.routes:
            if route.tavern or any(state.board.cities[city].develops for city in route.cities):
                state.set_space(route.spaces.start, TRADER_OF_NEUTRAL)

    def marked(self, state: State, route: int) -> None:
        """Put one on the route that a player has placed a marker on (T18.5)."""
        state.set_space(state.board.routes[route].spaces.start, TRADER_OF_NEUTRAL)

    def notice(self, state: State) -> None:
        """Let the neutral player claim a route as soon as it fills one alone (T18.4)."""
        for number in _filled(tables(state.board), state.spaces):
            claim(state, number)


@lru_cache(maxsize=256)
def _filled(table: Tables, spaces: bytes) -> tuple[int, ...]:
    """Return the routes all of whose spaces hold neutral traders."""
    # No route is shorter than two spaces, so two in a row are the least that a claim needs.
    if TWO_TRADERS not in spaces:
        return ()
    return tuple(
        number
        for number, start, stop, _ in table.spans
        if spaces.count(TRADER_OF_NEUTRAL, start, stop) == stop - start
    )


def claim(state: State, number: int) -> None:
    """Claim a route for the neutral player: prestige, marker discarded, office (T18.4)."""
    route = state.board.routes[number]
    state.tell("neutral", route.id)
    score_cities(state, number)
    if state.markers[number]:
        kind = state.markers[number] - 1
        state.markers = changed(state.markers, number, -kind - 1)
        state.added = state.added._replace(discarded=with_marker(state.added.discarded, kind))
        state.tell("discarded", MARKERS[kind])
        draw_replacement(state, state.turn)
    for space in route.spaces:
        state.set_space(space, EMPTY)
    state.push("neutral office", number)


def establish(state: State, city: int) -> None:
    """Put a neutral trader in the leftmost vacant office, whatever its shape or colour (T18.4)."""
    offices = state.board.cities[city].offices
    state.set_office(state.offices.index(EMPTY, offices.start, offices.stop), TRADER_OF_NEUTRAL)
    state.tell("neutral_office", state.board.cities[city].id)
    if state.vacant_office(city) is None:
        complete(state, city)


# Where a displaced neutral trader and one more go (T18.3).


def _puts(state: State, seat: int) -> Sequence[Order]:
    free = reach(state, NEUTRAL, state.frames[-1][2], TRADER)
    if free is None:
        return ()
    return [("put", TRADER, space, FIRST) for space in compress(range(len(free)), free)]


def _put(state: State, seat: int, order: Order) -> None:
    name, victim, route, hand, extras = state.frames[-1]
    state.set_space(order[2], TRADER_OF_NEUTRAL)
    state.tell("of_neutral")
    if hand:
        state.replace(name, victim, route, EMPTY, extras)
    else:
        state.replace(name, victim, route, EMPTY, extras - 1)


def _no_put(state: State, seat: int, order: Order) -> str:
    _, kind, space, source = order
    route = state.frames[-1][2]
    if kind != TRADER:
        return "The neutral player has only traders."
    if source != FIRST:
        return "Neutral traders come from the box. Leave out where this one comes from."
    if state.spaces[space] == EMPTY:
        return too_far(state, space, route)
    return cannot_land(state, kind, space)


def _declines(state: State, seat: int) -> Sequence[Order]:
    return () if state.frames[-1][3] else (DONE,)


def _decline(state: State, seat: int, order: Order) -> None:
    state.pop()


def _no_decline(state: State, seat: int, order: Order) -> str:
    return "Place the displaced trader first. You can decline only the other one."


def _settle(state: State) -> None:
    *_, hand, extras = state.frames[-1]
    if not (hand or extras) or not _puts(state, other(state)):
        if hand:
            state.tell("to_stock", NEUTRAL, KIND_NAMES[TRADER])
        state.pop()


# In which city the neutral player opens its office (T18.4).


def _cities(state: State, seat: int) -> Sequence[Order]:
    route = state.board.routes[state.frames[-1][1]]
    return [("neutral", city) for city in route.cities if state.vacant_office(city) is not None]


def _choose(state: State, seat: int, order: Order) -> None:
    state.pop()
    establish(state, order[1])


def _settle_office(state: State) -> None:
    """Open the office without asking if there is no choice."""
    cities = _cities(state, state.turn)
    if len(cities) < 2:
        state.pop()
        for _, city in cities:
            establish(state, city)


def _no_city(state: State, seat: int, order: Order) -> str:
    cities = [state.board.cities[other[1]].name for other in _cities(state, seat)]
    return f"The neutral player opens its office in {' or '.join(cities)}."


SITUATIONS = {
    "neutral displaced": Situation(
        asked="displaced",
        seat=other,
        verbs={"put": Verb(_puts, _put, _no_put), "done": Verb(_declines, _decline, _no_decline)},
        settle=_settle,
    ),
    "neutral office": Situation(
        asked="neutral",
        seat=on_turn,
        verbs={"neutral": Verb(_cities, _choose, _no_city)},
        settle=_settle_office,
    ),
}
