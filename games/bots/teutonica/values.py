"""What things are worth to a player, in points at the end of the game.

Numbers that no one tunes come first, each with its reason, those of a bot are its weights.
"""

from typing import Final

from games.bots.teutonica.analysis_view import Position
from games.rules.teutonica.modules.britannia import country_points, holder
from games.rules.teutonica.orders import Claim
from games.rules.teutonica.pieces import (
    ABILITY_KIND,
    CITY_KEYS,
    DEVELOP,
    EXTRA,
    HOME,
    LAST_LEVEL,
    MERCHANT,
    MOVE3,
    PLUS3,
    PLUS4,
    PRIVILEGE,
    REMOVE3,
    SPECIAL_PRESTIGE,
    SWAP,
    TRACKS,
    piece,
)
from games.rules.teutonica.questions import PRESTIGE_TO_END, connection_prestige, leader

DEVELOPMENT: Final[tuple[tuple[float, ...], ...]] = (
    (2, 1, 3, 3),
    (22, 12, 14, 8, 9),
    (8, 5, 4),
    (5, 3, 2),
    (9, 5, 3),
)
"""Each step of each track at the start of the game; it is worth less the less game is left.

Actions come first: each is used every turn. A step to the same number leads to the next one.
"""
FREED: Final[tuple[float, ...]] = (0.7, 1.5)
"""The trader or merchant that a development brings into the supply."""
MARKER: Final = {EXTRA: 2, SWAP: 0.5, PLUS3: 1.5, PLUS4: 2, DEVELOP: 2.5, MOVE3: 0.5, REMOVE3: 0.5}
"""What using a marker brings; each also counts at the end."""
PERMANENT: Final = {
    "move_2_any": 0.6,
    "office_in_green_city": 3.0,
    "place_2_from_route": 1.2,
    "place_2_in_wales_or_scotland": 1.5,
}
"""What a permanent marker brings (T14.3); a development is valued separately."""
PERMISSION: Final = 3.0
"""A permission for Wales or Scotland, held from the start of the game on."""
ABROAD: Final = 0.7
"""The part of a country's points that are still there at the end."""
MISSION_STEP: Final[tuple[float, ...]] = (0.5, 1.5, 3.0)
"""Control of the first, second and third city of a Mission card."""


def development(position: Position, seat: int, ability: int) -> float:
    """Return what the next step of an ability is worth; it is not complete yet."""
    level, weights = position.view.desks[seat].levels[ability], position.weights
    left: float = position.left**weights.fading
    worth = weights.of_step(ability, level) * DEVELOPMENT[ability][level] * left
    worth += weights.freed * FREED[ABILITY_KIND[ability]]
    worth += scarcity(position, seat)
    if ability == CITY_KEYS:
        track = TRACKS[CITY_KEYS]
        return worth + (track[level + 1] - track[level]) * position.offices.largest(seat)
    return worth + position.worth(seat, "abilities") * (level + 1 == LAST_LEVEL[ability])


def office(position: Position, seat: int, city: int, kind: int, extra: bool = False) -> float:
    """Return what an office in a city is worth: its coin, control, network and connection."""
    cache, key = position.cache_of(seat), ("office", city, kind, extra)
    found: float | None = cache.get(key)
    if found is None:
        found = cache[key] = _office(position, seat, city, kind, extra)
    return found


def _office(position: Position, seat: int, city: int, kind: int, extra: bool) -> float:
    offices = position.offices.rows[city]
    code = piece(seat, kind)
    worth = position.weights.office - scarcity(position, seat)
    if extra:
        after = bytes((code,)) + offices
    else:
        number = position.offices.vacant[city]
        if number is None:
            return 0.0
        worth += position.board.offices[number].coin
        place = len(position.view.extras[city]) + number - position.board.cities[city].offices.start
        after = offices[:place] + bytes((code,)) + offices[place + 1 :]
    worth += control(position, seat, offices, after) + abroad(position, seat, city, after)
    worth += mission(position, seat, city, after)
    return worth + network(position, seat, city) + connection(position, seat, city)


def abroad(position: Position, seat: int, city: int, after: bytes) -> float:
    """Return what offices in a city are worth for its countries and for permissions (T15)."""
    worth = 0.0
    for country in position.board.cities[city].countries:
        if country != HOME:
            points = country_points(position.view, country, {city: after})[seat]
            worth += ABROAD * (points - position.offices.country_points(country)[seat])
    if position.board.cities[city].grants:
        was, is_now = (holder(row) == seat for row in (position.offices.rows[city], after))
        worth += PERMISSION * position.left * (is_now - was)
    return worth


def mission(position: Position, seat: int, city: int, after: bytes) -> float:
    """Return what offices in a city do for a seat's Mission, as far as it is known (T12)."""
    cities = position.missions[seat]
    if city not in cities:
        return 0.0
    held = sum(position.offices.controllers[other] == seat for other in cities)
    worth = float(city not in position.offices.counts(seat))
    if leader(after) == seat and position.offices.controllers[city] != seat:
        worth += MISSION_STEP[held]
    return worth


def scarcity(position: Position, seat: int) -> float:
    """Return what a piece is worth that can still claim routes."""
    return position.once(seat, "scarcity", lambda: position.weights.spent * position.missing(seat))


def control(position: Position, seat: int, before: bytes, after: bytes) -> float:
    """Return what a change of a city's offices is worth by who controls it."""
    old, new = leader(before), leader(after)
    if old == new:
        return 0.0
    points = position.worth(seat, "cities") + position.weights.toll * position.left
    if new == seat:
        return points * (1 + position.weights.taken / 2 * (old is not None))
    return -points if old == seat else 0.0


def network(position: Position, seat: int, city: int) -> float:
    """Return what one more office in a city adds to the network (T11.6)."""
    keys = position.value(seat, CITY_KEYS) + position.left * position.weights.keys
    gain = position.offices.gain(seat, city)
    return keys * (gain or position.weights.island)


def connection(position: Position, seat: int, city: int) -> float:
    """Return what an office in a city does for the East-West connection (T7.5)."""
    points, offices = connection_prestige(position.view), position.offices
    if not points or seat in position.view.connected or not offices.shortens_chain(seat, city):
        return 0.0
    return points / offices.missing_cities(seat)


def use(position: Position, seat: int, order: Claim) -> float:
    """Return what the use of a claim is worth, without the claim itself (T7.3)."""
    if order.use == "office":
        city = position.board.cities[order.city]
        vacant = position.offices.vacant[order.city]
        kind = MERCHANT if vacant is None else position.board.offices[vacant].kind
        return office(position, seat, city.index, kind)
    if order.use == "extra":
        return office(position, seat, order.city, order.kind, extra=True)
    if order.use == "develop":
        return development(position, seat, order.ability)
    if order.use == "prestige":
        return float(SPECIAL_PRESTIGE[order.field])
    return 0.0


def whole(position: Position, seat: int, order: Claim) -> float:
    """Return what a claim is worth with its use."""
    return claim(position, seat, order.route) + use(position, seat, order)


def claim(position: Position, seat: int, route: int) -> float:
    """Return what claiming a route is worth whatever its use: prestige, marker, the end."""
    view, weights = position.view, position.weights
    worth, mine = 0.0, 0
    for city in position.board.routes[route].cities:
        controller = position.offices.controllers[city]
        if controller == seat:
            worth += weights.prestige_for_me
            mine += 1
        elif controller is not None and controller < view.players:
            worth -= weights.prestige_for_others
    marker = view.route_markers[route]
    if marker is not None:
        worth += use_of_marker(position, marker) + weights.marker_points
    permanent = position.board.routes[route].permanent_marker
    if permanent is not None:
        worth += PERMANENT.get(permanent, 0.0)
        if permanent == "develop_privilege" and not position.is_complete(seat, PRIVILEGE):
            worth += development(position, seat, PRIVILEGE)
    if is_the_end(position, seat, mine, marker is not None):
        worth += weights.ending if is_ahead(position, seat) else -weights.ending
    return worth


def use_of_marker(position: Position, kind: int) -> float:
    """Return what using a marker will bring; each also counts at the end."""
    return position.weights.marker * MARKER[kind] * (0.3 + 0.7 * position.left)


def is_the_end(position: Position, seat: int, prestige: int, marker: bool) -> bool:
    """Return whether a claim with this prestige, and a marker or not, ends the game (T10)."""
    if marker and not position.view.marker_supply:
        return True
    return position.view.desks[seat].prestige + prestige >= PRESTIGE_TO_END


def is_ahead(position: Position, seat: int) -> bool:
    """Return whether a seat would win if the game ended now."""
    others = [position.total(s) for s in range(position.view.players) if s != seat]
    return position.total(seat) > max(others)
