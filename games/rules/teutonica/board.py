"""Boards: data files, read and checked once, with what the rules look up often worked out."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from games.rules.errors import BadBoard, IllegalOrder
from games.rules.teutonica.pieces import ABILITIES, PRIVILEGES, SHAPES

PERMANENT_MARKERS = (
    "move_2_any",
    "develop_privilege",
    "office_in_green_city",
    "place_2_from_route",
    "place_2_in_wales_or_scotland",
)
COUNTRIES = ("england", "wales", "scotland")


@dataclass(frozen=True, slots=True)
class Office:
    """One printed office: the kind of piece it takes, the privilege it needs, its coin."""

    kind: int
    privilege: int
    coin: int


@dataclass(frozen=True, slots=True)
class City:
    """A city; `offices` are numbers of the board's flat list, left to right."""

    index: int
    id: str
    name: str
    offices: range
    develops: tuple[int, ...]
    special_prestige: bool
    green: bool
    routes: tuple[int, ...]
    countries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A route; `spaces` are numbers of the board's flat list, from its first city to its second."""

    index: int
    id: str
    name: str
    cities: tuple[int, int]
    spaces: range
    tavern: bool
    permanent_marker: str | None
    country: str


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board as the rules use it, cities, routes, offices and spaces by number.

    `boats` has a 1 for every merchant-only space. `rings[r]` are the routes one, two, three ...
    cities away from route r, nearest first, r itself last of all (T5.3). `facts` is the data file.
    """

    id: str
    name: str
    players: tuple[int, ...]
    cities_to_end: int
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    offices: tuple[Office, ...]
    connection: tuple[int, int]
    space_route: tuple[int, ...]
    space_ids: tuple[str, ...]
    office_city: tuple[int, ...]
    boats: bytes
    neighbours: tuple[frozenset[int], ...]
    rings: tuple[tuple[tuple[int, ...], ...], ...]
    facts: Mapping[str, Any] = field(repr=False)
    city_numbers: Mapping[str, int] = field(repr=False)
    route_numbers: Mapping[str, int] = field(repr=False)
    space_numbers: Mapping[str, int] = field(repr=False)

    def city(self, city_id: str) -> City:
        """The city with this id; raises IllegalOrder if the board has none."""
        try:
            return self.cities[self.city_numbers[city_id]]
        except KeyError:
            raise IllegalOrder(f"There is no city {city_id} on this board.") from None

    def route(self, route_id: str) -> Route:
        """The route with this id; raises IllegalOrder if the board has none."""
        try:
            return self.routes[self.route_numbers[route_id]]
        except KeyError:
            raise IllegalOrder(f"There is no route {route_id} on this board.") from None


class _Checker:
    """Says where in which file something is wrong."""

    def __init__(self, file: str) -> None:
        self.file = file

    def need(self, holds: bool, place: str, sentence: str) -> None:
        if not holds:
            raise BadBoard(f"{self.file}: {place}: {sentence}")

    def get(self, facts: Mapping[str, Any], key: str, kind: type, place: str) -> Any:
        value = facts.get(key)
        self.need(isinstance(value, kind), place, f"needs '{key}' as {kind.__name__}.")
        return value


def read_board(text: str, file: str) -> Board:
    """The board in the JSON `text` of `file`.

    Raises BadBoard, naming the file and the place, on anything that cannot be played on.
    """
    check = _Checker(file)
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise BadBoard(f"{file}: not JSON: {error}") from None
    check.need(isinstance(facts, dict), "the whole", "needs to be an object.")
    cities, offices = _cities(facts, check)
    numbers = {city["id"]: number for number, city in enumerate(facts["cities"])}
    routes, boats = _routes(facts, numbers, check)
    touching = tuple(
        tuple(route.index for route in routes if number in route.cities)
        for number in range(len(cities))
    )
    for number, city in enumerate(facts["cities"]):
        check.need(bool(touching[number]), f"city {city['id']}", "no route leads to it.")
    connection = check.get(facts, "connection", list, "the whole")
    check.need(
        len(connection) == 2 and all(end in numbers for end in connection),
        "connection",
        "needs two cities of this board.",
    )
    players = check.get(facts, "players", list, "the whole")
    return Board(
        id=check.get(facts, "id", str, "the whole"),
        name=check.get(facts, "name", str, "the whole"),
        players=tuple(players),
        cities_to_end=check.get(facts, "completed_cities_to_end", int, "the whole"),
        cities=tuple(
            City(number, routes=touching[number], **city) for number, city in enumerate(cities)
        ),
        routes=routes,
        offices=offices,
        connection=(numbers[connection[0]], numbers[connection[1]]),
        space_route=tuple(route.index for route in routes for _ in route.spaces),
        space_ids=tuple(
            f"{route.id}.{point}" for route in routes for point in range(1, len(route.spaces) + 1)
        ),
        office_city=tuple(number for number, city in enumerate(cities) for _ in city["offices"]),
        boats=boats,
        neighbours=tuple(
            frozenset(end for route in routes if number in route.cities for end in route.cities)
            - {number}
            for number in range(len(cities))
        ),
        rings=tuple(_rings(route, routes) for route in routes),
        facts=facts,
        city_numbers=numbers,
        route_numbers={route.id: route.index for route in routes},
        space_numbers={
            f"{route.id}.{point}": space
            for route in routes
            for point, space in enumerate(route.spaces, 1)
        },
    )


def _cities(
    facts: Mapping[str, Any], check: _Checker
) -> tuple[list[dict[str, Any]], tuple[Office, ...]]:
    """The fields of each City that do not depend on routes, and all offices in order."""
    cities: list[dict[str, Any]] = []
    offices: list[Office] = []
    seen: set[str] = set()
    for position, city in enumerate(check.get(facts, "cities", list, "the whole"), 1):
        place = f"city {city.get('id', position)}"
        city_id = check.get(city, "id", str, place)
        check.need(city_id not in seen, place, "stands twice.")
        seen.add(city_id)
        first = len(offices)
        for office in check.get(city, "offices", list, place):
            check.need(office.get("shape") in SHAPES, place, f"an office is one of {SHAPES}.")
            check.need(
                office.get("privilege") in PRIVILEGES, place, f"a privilege is one of {PRIVILEGES}."
            )
            offices.append(
                Office(
                    SHAPES.index(office["shape"]),
                    PRIVILEGES.index(office["privilege"]),
                    int(office.get("coin", 0)),
                )
            )
        develops = city.get("develops", [])
        for ability in develops:
            check.need(ability in ABILITIES, place, f"'{ability}' is no ability.")
        countries = tuple(city.get("countries", ["england"]))
        check.need(set(countries) <= set(COUNTRIES), place, f"a country is one of {COUNTRIES}.")
        green = bool(city.get("green", False))
        check.need(green or len(offices) > first, place, "needs an office, or to be green.")
        cities.append(
            {
                "id": city_id,
                "name": check.get(city, "name", str, place),
                "offices": range(first, len(offices)),
                "develops": tuple(ABILITIES.index(ability) for ability in develops),
                "special_prestige": bool(city.get("special_prestige", False)),
                "green": green,
                "countries": countries,
            }
        )
    return cities, tuple(offices)


def _routes(
    facts: Mapping[str, Any], numbers: Mapping[str, int], check: _Checker
) -> tuple[tuple[Route, ...], bytes]:
    """All routes in order, and the boats among their spaces."""
    names = [city["name"] for city in facts["cities"]]
    routes: list[Route] = []
    boats = bytearray()
    for index, route in enumerate(check.get(facts, "routes", list, "the whole")):
        place = f"route {route.get('id', index + 1)}"
        ends = check.get(route, "between", list, place)
        for end in ends:
            check.need(end in numbers, place, f"there is no city {end}.")
        check.need(len(set(ends)) == 2, place, "joins two cities.")
        check.need(ends == sorted(ends), place, "names its cities in alphabetical order.")
        check.need(route.get("id") == "-".join(ends), place, f"its id is {'-'.join(ends)}.")
        check.need(all(route["id"] != other.id for other in routes), place, "stands twice.")
        spaces = check.get(route, "spaces", list, place)
        check.need(bool(spaces), place, "needs at least one space.")
        marker = route.get("permanent_marker")
        check.need(
            marker is None or marker in PERMANENT_MARKERS, place, f"no marker is called {marker}."
        )
        country = route.get("country", "england")
        check.need(country in COUNTRIES, place, f"a country is one of {COUNTRIES}.")
        first = len(boats)
        boats.extend(int(space.get("merchant_only", False)) for space in spaces)
        start, end = numbers[ends[0]], numbers[ends[1]]
        routes.append(
            Route(
                index=index,
                id=route["id"],
                name=f"{names[start]}\N{EN DASH}{names[end]}",
                cities=(start, end),
                spaces=range(first, len(boats)),
                tavern=bool(route.get("tavern", False)),
                permanent_marker=marker,
                country=country,
            )
        )
    check.need(sum(route.tavern for route in routes) == 3, "routes", "exactly three have a tavern.")
    return tuple(routes), bytes(boats)


def _rings(origin: Route, routes: tuple[Route, ...]) -> tuple[tuple[int, ...], ...]:
    """The routes one, two, three ... cities away from `origin` (T5.3).

    The route itself is not adjacent; it comes last, so that a displaced piece goes to the stock
    only when no space on the whole board accepts it (T5.4).
    """
    rings: list[tuple[int, ...]] = []
    seen = {origin.index}
    reached = set(origin.cities)
    while True:
        ring = tuple(
            route.index
            for route in routes
            if route.index not in seen and reached.intersection(route.cities)
        )
        if not ring:
            return (*rings, (origin.index,))
        rings.append(ring)
        seen.update(ring)
        reached.update(end for index in ring for end in routes[index].cities)


BOARD_IDS = tuple(
    sorted(
        entry.name.removesuffix(".json")
        for entry in resources.files("games.rules.teutonica").joinpath("boards").iterdir()
        if entry.name.endswith(".json")
    )
)


@cache
def load_board(board_id: str) -> Board:
    """The board of this id, read and checked once; raises BadBoard."""
    if board_id not in BOARD_IDS:
        raise BadBoard(f"There is no board {board_id}; there are {', '.join(BOARD_IDS)}.")
    file = f"{board_id}.json"
    entry = resources.files("games.rules.teutonica").joinpath("boards").joinpath(file)
    return read_board(entry.read_text(encoding="utf-8"), file)
