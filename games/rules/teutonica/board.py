"""Boards: data files, read and checked once, with what the rules often look up."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from games.rules.common.message import Message, message
from games.rules.errors import BadBoard, IllegalOrder, quote
from games.rules.teutonica.boardcheck import check_facts
from games.rules.teutonica.pieces import ABILITIES, HOME, PRIVILEGES, SHAPES


@dataclass(frozen=True, slots=True)
class Office:
    """One printed office: the kind of piece it takes, the privilege it needs, its coin."""

    kind: int
    privilege: int
    coin: int


@dataclass(frozen=True, slots=True)
class City:
    """A city; `offices` are numbers of the board's flat list, left to right.

    `countries` are those it counts for, `grants` those its rightmost office lets into (T15.1).
    """

    index: int
    id: str
    name: str
    offices: range
    develops: tuple[int, ...]
    special_prestige: bool
    green: bool
    routes: tuple[int, ...]
    countries: tuple[str, ...]
    grants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A route; `spaces` are numbers of the board's flat list, from its first city to its second."""

    index: int
    id: str
    name: str
    cities: tuple[int, ...]
    spaces: range
    tavern: bool
    permanent_marker: str | None
    country: str


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board as the rules use it, cities, routes, offices and spaces by number.

    `boats` has a 1 for every merchant-only space. `rings[r]` are the routes one, two, three ...
    cities away from route r, nearest first, r itself last of all (T5.3), in the countries open to a
    piece displaced there (T15.2). `facts` is the data file.
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
        """Return the city with this id; raises IllegalOrder if the board has none."""
        try:
            return self.cities[self.city_numbers[city_id]]
        except KeyError:
            raise IllegalOrder(no_city(city_id)) from None

    def route(self, route_id: str) -> Route:
        """Return the route with this id; raises IllegalOrder if the board has none."""
        try:
            return self.routes[self.route_numbers[route_id]]
        except KeyError:
            raise IllegalOrder(no_route(route_id)) from None


def no_city(word: str) -> Message:
    """Return that a board has no city that a word means."""
    return message("There is no city '{word}' on this board.", word=quote(word))


def no_route(word: str) -> Message:
    """Return that a board has no route that a word means."""
    return message("There is no route '{word}' on this board.", word=quote(word))


def read_board(text: str, file: str) -> Board:
    """Return the board in the JSON `text` of `file`.

    Raises BadBoard, which says where in the file it is wrong.
    """
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise BadBoard(f"{file}: not JSON: {error}") from None
    check_facts(facts, file)
    numbers = {city["id"]: number for number, city in enumerate(facts["cities"])}
    routes, boats = _routes(facts, numbers)
    cities = _cities(facts, routes)
    connection = [numbers[end] for end in facts["connection"]]
    return Board(
        id=facts["id"],
        name=facts["name"],
        players=tuple(facts["players"]),
        cities_to_end=facts["completed_cities_to_end"],
        cities=cities,
        routes=routes,
        offices=tuple(_office(office) for city in facts["cities"] for office in city["offices"]),
        connection=(connection[0], connection[1]),
        space_route=tuple(route.index for route in routes for _ in route.spaces),
        space_ids=tuple(
            f"{route.id}.{point}" for route in routes for point in range(1, len(route.spaces) + 1)
        ),
        office_city=tuple(city.index for city in cities for _ in city.offices),
        boats=boats,
        neighbours=tuple(
            frozenset(end for route in city.routes for end in routes[route].cities) - {city.index}
            for city in cities
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


def _office(office: Mapping[str, Any]) -> Office:
    return Office(
        SHAPES.index(office["shape"]),
        PRIVILEGES.index(office["privilege"]),
        office.get("coin", 0),
    )


def _cities(facts: Mapping[str, Any], routes: tuple[Route, ...]) -> tuple[City, ...]:
    """Return all cities in order, their offices numbered from left to right, city by city."""
    cities: list[City] = []
    first = 0
    for index, city in enumerate(facts["cities"]):
        offices = range(first, first + len(city["offices"]))
        first = offices.stop
        cities.append(
            City(
                index=index,
                id=city["id"],
                name=city["name"],
                offices=offices,
                develops=tuple(ABILITIES.index(ability) for ability in city.get("develops", ())),
                special_prestige=city.get("special_prestige", False),
                green=city.get("green", False),
                routes=tuple(route.index for route in routes if index in route.cities),
                countries=tuple(city.get("countries", (HOME,))),
                grants=tuple(city.get("grants_permission", ())),
            )
        )
    return tuple(cities)


def _routes(
    facts: Mapping[str, Any], numbers: Mapping[str, int]
) -> tuple[tuple[Route, ...], bytes]:
    """Return all routes in order, and the boats among their spaces."""
    names = [city["name"] for city in facts["cities"]]
    routes: list[Route] = []
    boats = bytearray()
    for index, route in enumerate(facts["routes"]):
        start, end = (numbers[city] for city in route["between"])
        first = len(boats)
        boats.extend(int(space.get("merchant_only", False)) for space in route["spaces"])
        routes.append(
            Route(
                index=index,
                id=route["id"],
                name=f"{names[start]}\N{EN DASH}{names[end]}",
                cities=(start, end),
                spaces=range(first, len(boats)),
                tavern=route.get("tavern", False),
                permanent_marker=route.get("permanent_marker"),
                country=route.get("country", HOME),
            )
        )
    return tuple(routes), bytes(boats)


def _rings(origin: Route, routes: tuple[Route, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the routes one, two, three ... cities away from `origin` (T5.3).

    A route of another country is no place to go and no step on the way (T15.2). The route itself is
    not adjacent; it comes last, so that a displaced piece goes to the stock only when no space that
    is open to it accepts it (T5.4).
    """
    rings: list[tuple[int, ...]] = []
    seen = {route.index for route in routes if route.country not in (origin.country, HOME)}
    seen.add(origin.index)
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
    """Return the board of this id, read and checked once; raises BadBoard."""
    if board_id not in BOARD_IDS:
        raise BadBoard(f"There is no board {board_id}. The boards are {', '.join(BOARD_IDS)}.")
    file = f"{board_id}.json"
    entry = resources.files("games.rules.teutonica").joinpath("boards").joinpath(file)
    return read_board(entry.read_text(encoding="utf-8"), file)
