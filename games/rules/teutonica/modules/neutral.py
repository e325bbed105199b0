"""Two players with neutral traders, which claim routes of their own (T18)."""

from collections.abc import Sequence
from itertools import compress

from games.rules.common.message import Message, message, series
from games.rules.common.play import Verb
from games.rules.common.rows import changed, with_code
from games.rules.teutonica.actions import DONE, cannot_land
from games.rules.teutonica.claim import draw_replacement, score_cities
from games.rules.teutonica.displaced import reach, too_far
from games.rules.teutonica.frames import Displaced, NeutralDisplaced, NeutralOfficeOf
from games.rules.teutonica.lookup import OWN, lookup
from games.rules.teutonica.orders import FIRST, Done, NeutralOffice, Put
from games.rules.teutonica.pieces import EMPTY, KIND_NAMES, MARKERS, NEUTRAL, TRADER, piece
from games.rules.teutonica.situation import Situation, city_name, complete, on_turn
from games.rules.teutonica.state import Module, Position, State

TRADER_OF_NEUTRAL = piece(NEUTRAL, TRADER)


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

    def discarded(self, position: Position) -> bytes:
        """Return the markers of routes that the neutral player has claimed (T18.4)."""
        return position.added.discarded

    def notice(self, state: State) -> None:
        """Let the other player place a displaced neutral trader (T18.3).

        The neutral player claims a route as soon as it fills one alone (T18.4).
        """
        top = state.frames[-1] if state.frames else None
        if isinstance(top, Displaced) and top.victim == NEUTRAL:
            state.replace(NeutralDisplaced(top.victim, top.route, top.hand, top.extras))
        for number in lookup(state.board).filled(state.spaces.translate(OWN[NEUTRAL])):
            claim(state, number)


def claim(state: State, number: int) -> None:
    """Claim a route for the neutral player: prestige, marker discarded, office (T18.4)."""
    route = state.board.routes[number]
    state.tell("neutral", route.id)
    score_cities(state, number)
    if state.markers[number]:
        kind = state.markers[number] - 1
        state.markers = changed(state.markers, number, -kind - 1)
        state.added = state.added._replace(discarded=with_code(state.added.discarded, kind))
        state.tell("discarded", MARKERS[kind])
        draw_replacement(state, state.turn)
    for space in route.spaces:
        state.set_space(space, EMPTY)
    state.push(NeutralOfficeOf(number))


def establish(state: State, city: int) -> None:
    """Put a neutral trader in the leftmost vacant office, whatever its shape or colour (T18.4)."""
    offices = state.board.cities[city].offices
    state.set_office(state.offices.index(EMPTY, offices.start, offices.stop), TRADER_OF_NEUTRAL)
    state.tell("neutral_office", state.board.cities[city].id)
    if state.vacant_office(city) is None:
        complete(state, city)


# Where a displaced neutral trader and one more go (T18.3).


def _puts(state: State, seat: int) -> Sequence[Put]:
    free = reach(state, NEUTRAL, state.top(NeutralDisplaced).route, TRADER)
    if free is None:
        return ()
    return list(compress(lookup(state.board).put(TRADER, FIRST), free))


def _put(state: State, seat: int, order: Put) -> None:
    frame = state.top(NeutralDisplaced)
    state.set_space(order.space, TRADER_OF_NEUTRAL)
    state.tell("of_neutral")
    if frame.hand:
        state.replace(frame._replace(hand=EMPTY))
    else:
        state.replace(frame._replace(extras=frame.extras - 1))


def _no_put(state: State, seat: int, order: Put) -> Message:
    kind, space, source, _ = order
    route = state.top(NeutralDisplaced).route
    if kind != TRADER:
        return message("The neutral player has only traders.")
    if source != FIRST:
        return message("Neutral traders come from the box. Leave out where this one comes from.")
    if state.spaces[space] == EMPTY:
        return too_far(state, space, route)
    return cannot_land(state, kind, space)


def _declines(state: State, seat: int) -> Sequence[Done]:
    return () if state.top(NeutralDisplaced).hand else (DONE,)


def _decline(state: State, seat: int, order: Done) -> None:
    state.pop()


def _no_decline(state: State, seat: int, order: Done) -> Message:
    return message("Place the displaced trader first. You can decline only the other one.")


def _settle(state: State) -> None:
    _, _, hand, extras, _ = state.top(NeutralDisplaced)
    if not (hand or extras) or not _puts(state, other(state)):
        if hand:
            state.tell("to_stock", NEUTRAL, KIND_NAMES[TRADER])
        state.pop()


# In which city the neutral player opens its office (T18.4).


def _cities(state: State, seat: int) -> Sequence[NeutralOffice]:
    route = state.board.routes[state.top(NeutralOfficeOf).route]
    return [NeutralOffice(city) for city in route.cities if state.vacant_office(city) is not None]


def _choose(state: State, seat: int, order: NeutralOffice) -> None:
    state.pop()
    establish(state, order.city)


def _settle_office(state: State) -> None:
    """Open the office without asking if there is no choice."""
    cities = _cities(state, state.turn)
    if len(cities) < 2:
        state.pop()
        for order in cities:
            establish(state, order.city)


def _no_city(state: State, seat: int, order: NeutralOffice) -> Message:
    cities = series((city_name(state, each.city) for each in _cities(state, seat)), "or")
    return message("The neutral player opens its office in {cities}.", cities=cities)


SITUATIONS: dict[str, Situation] = {
    "neutral displaced": Situation(
        prompt="neutral displaced",
        seats=lambda state: (other(state),),
        verbs={"put": Verb(_puts, _put, _no_put), "done": Verb(_declines, _decline, _no_decline)},
        settle=_settle,
    ),
    "neutral office": Situation(
        prompt="neutral office",
        seats=on_turn,
        verbs={"neutral": Verb(_cities, _choose, _no_city)},
        settle=_settle_office,
    ),
}
