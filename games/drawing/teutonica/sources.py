"""Where the points of Hansa Teutonica come from (T11)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.drawing.geometry import Box, around
from games.drawing.score import listed
from games.drawing.sources import Place, Source
from games.drawing.teutonica.layout import EXTRA
from games.drawing.teutonica.sheet import Sheet
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.pieces import ABILITY_NAMES, CITY_KEYS
from games.rules.teutonica.questions import (
    controlled,
    controller,
    developed,
    network,
    office_counts,
    special_prestige,
    worth,
)
from games.rules.teutonica.view import View

Told = Iterable[Sequence[Any]]
"""All events of a game."""


def source(
    view: View, seat: int, line: str, points: int, names: Sequence[str], told: Told
) -> Source:
    """Return where the points of a seat in a line of the score sheet come from."""
    if line == "prestige":
        return _prestige(view, seat, names[seat], told)
    find = _LINES.get(line, _country)
    return find(view, seat, line, points, names[seat])


def _prestige(view: View, seat: int, name: str, told: Told) -> Source:
    """Prestige that was scored during the game, city by city (T7.1, T7.4, T7.5)."""
    board = load_board(view.board)
    by_city: dict[str, int] = {}
    by_reason: Counter[str] = Counter()
    for what, *event in told:
        if what == "prestige" and event[0] == seat:
            _, points, why, where = event
            by_reason[why] += points
            for city in [where] if where else [board.cities[end].id for end in board.connection]:
                by_city[city] = by_city.get(city, 0) + (points if where else 0)
    ends = listed([board.cities[city].name for city in board.connection])
    words = {
        "control": "for controlling cities when routes to them were claimed",
        "coin": "for offices with a coin",
        "connection": f"for the connection of {ends}",
    }
    reasons = [why for why in words if by_reason[why]]
    parts = [f"{by_reason[why]} {words[why]}" for why in reasons]
    scored = f"{name} scored {_points(by_reason.total())} during the game"
    sentence = f"{scored}: {listed(parts)}." if len(parts) > 1 else f"{scored} {words[reasons[0]]}."
    places = [
        Place(f"city:{city}", points, _points(points) if points else "the connection")
        for city, points in by_city.items()
    ]
    return Source(seat, "prestige", sentence, places)


def _abilities(view: View, seat: int, line: str, points: int, name: str) -> Source:
    full = [ABILITY_NAMES[ability] for ability in developed(view, seat)]
    sentence = f"{name} has fully developed {listed(full)}: {_each(points, len(full))}."
    return Source(seat, line, sentence)


def _markers(view: View, seat: int, line: str, points: int, name: str) -> Source:
    count = _counted(view.markers_taken(seat), "bonus marker")
    return Source(seat, line, f"{name} has {count}, used or not: {_points(points)}.")


def _special(view: View, seat: int, line: str, points: int, name: str) -> Source:
    del points
    fields = special_prestige(view, seat)
    places = [Place(f"special:{number}", number, _points(number)) for number in fields]
    merchants = "a merchant" if len(fields) == 1 else "merchants"
    sentence = f"{name} has {merchants} on special prestige: {listed(list(map(str, fields)))}."
    return Source(seat, line, sentence, places)


def _cities(view: View, seat: int, line: str, points: int, name: str) -> Source:
    cities, each = controlled(view, seat), worth(view, seat, "cities")
    sentence = f"{name} controls {_names(view, cities)}: {_each(points, len(cities))}."
    return Source(seat, line, sentence, _places(view, dict.fromkeys(cities, each), "point"))


def _networked(view: View, seat: int, line: str, points: int, name: str) -> Source:
    del points
    offices, keys = network(view, seat), view.value(seat, CITY_KEYS)
    sentence = (
        f"{name}'s network: {_counted(sum(offices.values()), 'office')} in"
        f" {_names(view, list(offices))}, times {keys} for City Keys."
    )
    ways = [
        route.id for route in load_board(view.board).routes if offices.keys() >= set(route.cities)
    ]
    return Source(seat, line, sentence, _places(view, offices, "office"), ways)


def _missions(view: View, seat: int, line: str, points: int, name: str) -> Source:
    card, own = view.missions[seat], office_counts(view, seat)
    cities = [city for city in card if city in own]
    more = points - len(cities)
    extra = f", and {more} more for controlling all of its cities" if more else ""
    sentence = (
        f"{name} has offices in {_names(view, cities)}, on the mission card: "
        f"{_each(len(cities), len(cities))}{extra}."
    )
    return Source(seat, line, sentence, _places(view, dict.fromkeys(cities, 1), "point"))


def _country(view: View, seat: int, line: str, points: int, name: str) -> Source:
    """A country's points depend on all players: control first, then offices (T15.6)."""
    there = {city.index for city in load_board(view.board).cities if line in city.countries}
    offices = {city: count for city, count in office_counts(view, seat).items() if city in there}
    mine = [city for city in offices if controller(view, city) == seat]
    controls = f"controls {_names(view, mine)}" if mine else "controls no city"
    sentence = (
        f"In {line.capitalize()}, {name} {controls} and has "
        f"{_counted(sum(offices.values()), 'office')} in {_names(view, list(offices))}. "
        f"Compared with the others that gives {_points(points)}."
    )
    return Source(seat, line, sentence, _places(view, offices, "office"))


_LINES: Mapping[str, Callable[[View, int, str, int, str], Source]] = {
    "abilities": _abilities,
    "markers": _markers,
    "special": _special,
    "cities": _cities,
    "network": _networked,
    "missions": _missions,
}


def _places(view: View, counts: Mapping[int, int], unit: str) -> list[Place]:
    cities = load_board(view.board).cities
    return [
        Place(f"city:{cities[city].id}", count, _counted(count, unit))
        for city, count in counts.items()
    ]


def _names(view: View, cities: Sequence[int]) -> str:
    board: Board = load_board(view.board)
    return listed([board.cities[city].name for city in cities])


def _counted(count: int, unit: str) -> str:
    if count == 1:
        return f"1 {unit}"
    return f"{count} {unit[:-1]}ies" if unit.endswith("y") else f"{count} {unit}s"


def _points(points: int) -> str:
    return _counted(points, "point")


def _each(points: int, count: int) -> str:
    """Return what each of some things gives: '2 points each'."""
    return f"{_points(points // count)}{' each' if count > 1 else ''}"


def box(drawn: Sheet, view: View, target: str) -> Box:
    """Return the box of a place on the board: a city with its later offices, or a field."""
    if target.startswith("special:"):
        return around(drawn.places[target], 20)
    city = drawn.board.city(target.removeprefix("city:"))
    wall = drawn.walls[city.id]
    left = EXTRA if view.extras[city.index] else 0
    right = EXTRA if view.founded[city.index] else 0
    return Box(wall.left - left, wall.top - 24, wall.right + right, wall.bottom).grown(3)


def name(drawn: Sheet, target: str) -> str:
    """Return the name of a place on the board."""
    if target.startswith("special:"):
        return "Special prestige"
    return drawn.board.city(target.removeprefix("city:")).name
