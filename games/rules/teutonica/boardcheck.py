"""Checks of a board file before a board is made of it."""

import re
from collections.abc import Mapping
from typing import Any

from games.rules.errors import BadBoard
from games.rules.teutonica.pieces import ABILITIES, PRIVILEGES, SHAPES

PERMANENT_MARKERS = (
    "move_2_any",
    "develop_privilege",
    "office_in_green_city",
    "place_2_from_route",
    "place_2_in_wales_or_scotland",
)
COUNTRIES = ("england", "wales", "scotland")
TAVERNS = 3

_WHOLE = "the board"
_KINDS = {str: "text", int: "a number", list: "a list", bool: "yes or no"}
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
    check.an_object(facts, _WHOLE)
    for key, kind in (("id", str), ("name", str), ("completed_cities_to_end", int)):
        check.get(facts, key, kind, _WHOLE)
    players = check.get(facts, "players", list, _WHOLE)
    check.need(
        bool(players) and all(type(number) is int for number in players),
        "players",
        "needs numbers of players.",
    )
    cities: list[str] = []
    for position, city in enumerate(check.get(facts, "cities", list, _WHOLE), 1):
        cities.append(check.city(city, position, cities))
    routes: list[str] = []
    for position, route in enumerate(check.get(facts, "routes", list, _WHOLE), 1):
        routes.append(check.route(route, position, cities, routes))
    taverns = sum(route.get("tavern", False) for route in facts["routes"])
    check.need(
        taverns == TAVERNS, "routes", f"exactly three must have a tavern, not {taverns or 'none'}."
    )
    check.joined(cities, facts["routes"])
    ends = check.get(facts, "connection", list, _WHOLE)
    check.need(
        len(ends) == 2 and ends[0] != ends[1] and all(end in cities for end in ends),
        "connection",
        "needs two cities of this board.",
    )


class _Check:
    """Says where in which file something is wrong."""

    def __init__(self, file: str) -> None:
        self.file = file

    def need(self, holds: bool, place: str, sentence: str) -> None:
        if not holds:
            raise BadBoard(f"{self.file}: {place}: {sentence}")

    def an_object(self, value: Any, place: str) -> None:
        self.need(isinstance(value, dict), place, "needs to be an object.")

    def get(self, facts: Mapping[str, Any], key: str, kind: type, place: str) -> Any:
        """Return the value of a key; True and False are not numbers."""
        value = facts.get(key)
        self.need(type(value) is kind, place, f"needs '{key}' as {_KINDS[kind]}.")
        return value

    def may(self, facts: Mapping[str, Any], key: str, kind: type, place: str) -> Any:
        """Return the value of a key that may be left out."""
        return self.get(facts, key, kind, place) if key in facts else kind()

    def known(self, facts: Mapping[str, Any], fields: set[str], place: str) -> None:
        # Otherwise a mistyped field would silently drop a rule.
        for key in facts:
            self.need(key in fields, place, f"'{key}' is not a known field.")

    def city(self, city: Any, position: int, before: list[str]) -> str:
        """Check a city and return its id."""
        self.an_object(city, f"city {position}")
        city_id: str = self.get(city, "id", str, f"city {position}")
        place = f"city {city_id}"
        self.need(
            bool(re.fullmatch("[a-z]+", city_id)), place, "an id has only the letters a to z."
        )
        self.need(city_id not in before, place, "appears twice.")
        self.known(city, _CITY_FIELDS, place)
        self.get(city, "name", str, place)
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
            self.need(office.get(key) in names, place, f"{name} must be {_either(names)}.")
        coin = office.get("coin", 0)
        self.need(type(coin) is int and coin >= 0, place, f"the coin of {name} must be a number.")

    def country(self, country: Any, place: str) -> None:
        self.need(country in COUNTRIES, place, f"a country must be {_either(COUNTRIES)}.")

    def route(self, route: Any, position: int, cities: list[str], before: list[str]) -> str:
        """Check a route and return its id."""
        self.an_object(route, f"route {position}")
        route_id: str = self.get(route, "id", str, f"route {position}")
        place = f"route {route_id}"
        self.known(route, _ROUTE_FIELDS, place)
        ends = self.get(route, "between", list, place)
        for end in ends:
            self.need(end in cities, place, f"there is no city {end}.")
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
        self.country(route.get("country", COUNTRIES[0]), place)
        return route_id

    def joined(self, cities: list[str], routes: list[Mapping[str, Any]]) -> None:
        """Check that every city can be reached from every other: displaced pieces need a way."""
        ends = [set(route["between"]) for route in routes]
        for city in cities:
            self.need(any(city in pair for pair in ends), f"city {city}", "no route leads to it.")
        reached = set(cities[:1])
        while True:
            further = {end for pair in ends if pair & reached for end in pair}
            if further <= reached:
                break
            reached |= further
        for city in cities:
            self.need(city in reached, "routes", f"{city} cannot be reached from {cities[0]}.")


def _either(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
