"""Claiming a route: prestige, its marker, and an office, a development or special prestige (T7)."""

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from games.rules.common.message import Message, message
from games.rules.common.play import Verb
from games.rules.common.rows import changed, with_code, with_item, without_code
from games.rules.teutonica.actions import NO_ACTION
from games.rules.teutonica.frames import Permanent
from games.rules.teutonica.lookup import OWN, lookup
from games.rules.teutonica.orders import (
    Claim,
    ClaimDevelop,
    ClaimExtra,
    ClaimNothing,
    ClaimOffice,
    ClaimPrestige,
)
from games.rules.teutonica.pieces import (
    ABILITY_WORDS,
    EMPTY,
    EXTRA,
    KIND_NOUNS,
    KINDS,
    MARKERS,
    MERCHANT,
    PRIVILEGE,
    PRIVILEGE_WORDS,
    SPECIAL_PRESTIGE,
    TRADER,
    kind_of,
    piece,
)
from games.rules.teutonica.questions import CONTROL_PRESTIGE, controller, takes_extra_office
from games.rules.teutonica.situation import check_connection, city_name, complete, route_name
from games.rules.teutonica.state import State

# The orders of a board are few, and every decision on a full route lists some: each is made once.
_office, _develop, _prestige = cache(ClaimOffice), cache(ClaimDevelop), cache(ClaimPrestige)
_extra, _nothing = cache(ClaimExtra), cache(ClaimNothing)


def full_routes(state: State, seat: int) -> list[int]:
    """Return the routes all of whose spaces hold the seat's own pieces (T7)."""
    return lookup(state.board).filled(state.spaces.translate(OWN[seat]))


def claims(state: State, seat: int) -> Sequence[Claim]:
    """Return every use of every route that the seat has filled (T7.3)."""
    routes = full_routes(state, seat) if state.actions else ()
    if not routes:
        return ()
    return [
        order
        for route in routes
        if all(module.may_claim(state, seat, route) for module in state.modules)
        for order in _uses(state, seat, route)
    ]


def _uses(state: State, seat: int, number: int) -> list[Claim]:
    route = state.board.routes[number]
    pieces = state.spaces[route.spaces.start : route.spaces.stop]
    kinds = [kind for kind in KINDS if piece(seat, kind) in pieces]
    privilege = state.value(seat, PRIVILEGE)
    found: list[Claim] = []
    for city in route.cities:
        vacant = state.vacant_office(city)
        if vacant is not None:
            office = state.board.offices[vacant]
            if office.kind in kinds and office.privilege <= privilege:
                found.append(_office(number, city))
    developments = {a for city in route.cities for a in state.board.cities[city].develops}
    found += [
        _develop(number, ability)
        for ability in sorted(developments)
        if not state.is_complete(seat, ability)
    ]
    if MERCHANT in kinds and any(state.board.cities[c].special_prestige for c in route.cities):
        found += [
            _prestige(number, field) for field in range(privilege + 1) if not state.special[field]
        ]
    if EXTRA in state.held[seat]:
        found += [
            _extra(number, city, kind)
            for city in route.cities
            if takes_extra_office(state, city)
            for kind in kinds
        ]
    found.append(_nothing(number))
    return found


def claim(state: State, seat: int, order: Claim) -> None:
    """Claim a route, in the order of T7.1, T7.2, T7.3."""
    number = order.route
    route = state.board.routes[number]
    state.actions -= 1
    score_cities(state, number)
    take_marker(state, seat, number)
    left = [0, 0]
    for space in route.spaces:
        left[kind_of(state.spaces[space])] += 1
        state.set_space(space, EMPTY)
    if order.use == "office":
        left[establish(state, seat, order.city)] -= 1
    elif order.use == "extra":
        left[order.kind] -= 1
        use_up(state, seat, EXTRA)
        add_extra_office(state, seat, order.city, order.kind)
    elif order.use == "prestige":
        left[MERCHANT] -= 1
        state.special = changed(state.special, order.field, seat + 1)
    elif order.use == "develop":
        state.develop(seat, order.ability)
    if route.permanent_marker is None:
        for kind in KINDS:
            state.add_stock(seat, kind, left[kind])
    else:
        state.push(Permanent(number, left[TRADER], left[MERCHANT]))


def score_cities(state: State, number: int) -> None:
    """Give the controllers of a route's end cities their prestige (T7.1)."""
    for city in state.board.routes[number].cities:
        seat = controller(state, city)
        if seat is not None and seat < state.players:
            state.award(seat, CONTROL_PRESTIGE, "control", city)


def take_marker(state: State, seat: int, number: int) -> None:
    """Take a route's marker and draw its replacement; if none is left the game ends (T7.2)."""
    if not state.markers[number]:
        return
    kind = state.markers[number] - 1
    state.markers = changed(state.markers, number, -kind - 1)
    state.held = with_item(state.held, seat, with_code(state.held[seat], kind))
    state.tell("took", seat, MARKERS[kind])
    draw_replacement(state, seat)


def draw_replacement(state: State, seat: int) -> None:
    """Lay a marker of the supply, not yet known, on a plate (T7.2, T8.3)."""
    if state.marker_supply:
        state.drawn = changed(state.drawn, seat, 1)
    else:
        state.ending = "markers"


def use_up(state: State, seat: int, kind: int) -> None:
    """Turn a marker face down (T8.2)."""
    state.held = with_item(state.held, seat, without_code(state.held[seat], kind))
    state.used = with_item(state.used, seat, with_code(state.used[seat], kind))


def establish(state: State, seat: int, city: int) -> int:
    """Put a piece of the route in the leftmost vacant office; return its kind (T7.4)."""
    offices = state.board.cities[city].offices
    number = state.offices.index(EMPTY, offices.start, offices.stop)
    office = state.board.offices[number]
    state.set_office(number, piece(seat, office.kind))
    state.tell("office", seat, state.board.cities[city].id)
    if office.coin:
        state.award(seat, office.coin, "coin", city)
    if state.vacant_office(city) is None:
        complete(state, city)
    check_connection(state, seat)
    return office.kind


def add_extra_office(state: State, seat: int, city: int, kind: int) -> None:
    """Put an extra office left of all others in a city (T9.4)."""
    row = bytes((piece(seat, kind),)) + state.extras[city]
    state.extras = with_item(state.extras, city, row)
    state.tell("extra", seat, state.board.cities[city].id)
    if state.board.cities[city].green:
        complete(state, city)
    check_connection(state, seat)


def no_claim(state: State, seat: int, order: Claim) -> Message:
    """Say why this claim is refused."""
    number = order.route
    route = state.board.routes[number]
    if not state.actions:
        return NO_ACTION
    if number not in full_routes(state, seat):
        return message(
            "To claim {route}, fill all its spaces with your own pieces.",
            route=route_name(state, number),
        )
    for module in state.modules:
        if not module.may_claim(state, seat, number):
            return module.no_claim(state, number)
    if (order.use == "office" or order.use == "extra") and order.city not in route.cities:
        return message(
            "{city} is not at either end of {route}.",
            city=city_name(state, order.city),
            route=route_name(state, number),
        )
    if order.use == "office":
        return _no_office(state, seat, order.city)
    if order.use == "extra":
        return _no_extra_office(state, seat, order.city, order.kind)
    if order.use == "develop":
        if state.is_complete(seat, order.ability):
            return fully_developed(order.ability)
        return message(
            "Neither city at the ends of {route} develops {ability}.",
            route=route_name(state, number),
            ability=ABILITY_WORDS[order.ability],
        )
    # A full route can always be claimed for nothing.
    return _no_special_prestige(state, seat, number, cast("ClaimPrestige", order).field)


def fully_developed(ability: int) -> Message:
    """Say that a seat has developed an ability as far as it goes."""
    return message("Your {ability} is already fully developed.", ability=ABILITY_WORDS[ability])


def _no_special_prestige(state: State, seat: int, number: int, field: int) -> Message:
    cities = state.board.routes[number].cities
    if not any(state.board.cities[city].special_prestige for city in cities):
        return message("{route} doesn't lead to special prestige.", route=route_name(state, number))
    if state.special[field]:
        return message(
            "The special prestige field worth {points} is taken.", points=SPECIAL_PRESTIGE[field]
        )
    own = state.value(seat, PRIVILEGE)
    if field > own:
        return message(
            "The special prestige field worth {points} needs the privilege '{needed}'. Yours is"
            " '{own}'.",
            points=SPECIAL_PRESTIGE[field],
            needed=PRIVILEGE_WORDS[field],
            own=PRIVILEGE_WORDS[own],
        )
    return message("Special prestige needs a merchant on the route.")


def _no_office(state: State, seat: int, number: int) -> Message:
    city = city_name(state, number)
    vacant = state.vacant_office(number)
    if state.board.cities[number].green:
        return message(
            "{city} has no printed offices. Use an Additional Office, or the permanent marker for"
            " green cities.",
            city=city,
        )
    if vacant is None:
        return message("{city} has no vacant office.", city=city)
    office, own = state.board.offices[vacant], state.value(seat, PRIVILEGE)
    if office.privilege > own:
        return message(
            "The next office in {city} needs the privilege '{needed}'. Yours is '{own}'.",
            city=city,
            needed=PRIVILEGE_WORDS[office.privilege],
            own=PRIVILEGE_WORDS[own],
        )
    return message(
        "The next office in {city} takes {piece}, and none is on the route.",
        city=city,
        piece=KIND_NOUNS[office.kind].object(),
    )


def _no_extra_office(state: State, seat: int, city: int, kind: int) -> Message:
    if EXTRA not in state.held[seat]:
        return message(
            "An extra office needs an Additional Office marker that you took before this claim."
        )
    if not takes_extra_office(state, city):
        return message(
            "An extra office needs a city that already has an office, and {city} has none.",
            city=city_name(state, city),
        )
    if kind == TRADER:
        return message("You have no trader on this route.")
    return message("You have no merchant on this route.")


CLAIM: Verb[State, Any] = Verb(claims, claim, no_claim)
