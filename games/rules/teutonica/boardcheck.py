"""Checks of a board file before a board is made of it."""

from typing import Any

from games.rules.common.boardcheck import WHOLE, Check
from games.rules.common.message import ENGLISH, choice
from games.rules.teutonica.pieces import ABILITIES, COUNTRIES, HOME, PRIVILEGES, SHAPES

PERMANENT_MARKERS = (
    "move_2_any",
    "develop_privilege",
    "office_in_green_city",
    "place_2_from_route",
    "place_2_in_wales_or_scotland",
)
TAVERNS = 3

_CITY_FIELDS = {
    "id",
    "name",
    "at",
    "offices",
    "develops",
    "special_prestige",
    "green",
    "countries",
    "grants_permission",
}
_ROUTE_FIELDS = {
    "id",
    "between",
    "spaces",
    "marker_at",
    "tavern",
    "permanent_marker",
    "country",
}


def check_facts(facts: Any, file: str) -> None:
    """Raise BadBoard, naming `file` and the place, unless a board can be made of these facts."""
    check = _Check(file)
    check.an_object(facts, WHOLE)
    for key, kind in (("id", str), ("name", str), ("completed_cities_to_end", int)):
        check.get(facts, key, kind, WHOLE)
    check.players(facts)
    cities: list[str] = []
    for position, city in enumerate(check.get(facts, "cities", list, WHOLE), 1):
        cities.append(check.city(city, position, cities))
    routes: list[str] = []
    for position, route in enumerate(check.get(facts, "routes", list, WHOLE), 1):
        routes.append(check.route(route, position, cities, routes))
    taverns = sum(route.get("tavern", False) for route in facts["routes"])
    check.need(
        taverns == TAVERNS, "routes", f"exactly three must have a tavern, not {taverns or 'none'}."
    )
    for city in cities:
        alone = not any(city in route["between"] for route in facts["routes"])
        check.need(not alone, f"city {city}", "no route leads to it.")
    # Displaced pieces need a way from every city to every other.
    pairs = [(one, other) for one, other in (route["between"] for route in facts["routes"])]
    check.reachable(cities, [*pairs, *((other, one) for one, other in pairs)])
    ends = check.get(facts, "connection", list, WHOLE)
    check.need(
        len(ends) == 2 and ends[0] != ends[1] and all(end in cities for end in ends),
        "connection",
        "needs two cities of this board.",
    )


class _Check(Check):
    """Checks the cities and routes of this title."""

    def city(self, city: Any, position: int, before: list[str]) -> str:
        """Check a city and return its id."""
        city_id = self.city_id(city, position, before)
        place = f"city {city_id}"
        self.fields(city, _CITY_FIELDS, place)
        for flag in ("special_prestige", "green"):
            self.may(city, flag, bool, place)
        offices = self.get(city, "offices", list, place)
        self.need(bool(offices or city.get("green")), place, "needs an office, or to be green.")
        for number, office in enumerate(offices, 1):
            self.office(office, f"office {number}", place)
        for ability in self.may(city, "develops", list, place):
            self.need(ability in ABILITIES, place, f"'{ability}' is not an ability.")
        for country in self.may(city, "countries", list, place):
            self.country(country, place)
        return city_id

    def office(self, office: Any, name: str, place: str) -> None:
        self.need(isinstance(office, dict), place, f"{name} needs to be an object.")
        for key, names in (("shape", SHAPES), ("privilege", PRIVILEGES)):
            self.need(
                office.get(key) in names, place, f"{name} must be {ENGLISH.say(choice(names))}."
            )
        coin = office.get("coin", 0)
        self.need(type(coin) is int and coin >= 0, place, f"the coin of {name} must be a number.")

    def country(self, country: Any, place: str) -> None:
        self.need(
            country in COUNTRIES, place, f"a country must be {ENGLISH.say(choice(COUNTRIES))}."
        )

    def route(self, route: Any, position: int, cities: list[str], before: list[str]) -> str:
        """Check a route and return its id."""
        self.an_object(route, f"route {position}")
        route_id: str = self.get(route, "id", str, f"route {position}")
        place = f"route {route_id}"
        self.fields(route, _ROUTE_FIELDS, place)
        ends = self.get(route, "between", list, place)
        for end in ends:
            self.a_city(end, cities, place)
        self.need(len(ends) == 2 == len(set(ends)), place, "must join two cities.")
        self.need(ends == sorted(ends), place, "must name its cities in alphabetical order.")
        self.need(route_id == "-".join(ends), place, f"its id must be {'-'.join(ends)}.")
        self.need(route_id not in before, place, "appears twice.")
        spaces = self.get(route, "spaces", list, place)
        self.need(len(spaces) >= 2, place, "needs two spaces or more.")
        for number, space in enumerate(spaces, 1):
            self.need(isinstance(space, dict), place, f"space {number} needs to be an object.")
            self.need(
                isinstance(space.get("merchant_only", False), bool),
                place,
                f"space {number} needs 'merchant_only' as yes or no.",
            )
        self.may(route, "tavern", bool, place)
        marker = route.get("permanent_marker", PERMANENT_MARKERS[0])
        self.need(
            marker in PERMANENT_MARKERS,
            place,
            f"there is no permanent marker {marker}, only {', '.join(PERMANENT_MARKERS)}.",
        )
        self.country(route.get("country", HOME), place)
        return route_id
