"""Where the points of Hansa Teutonica come from on the board (T11)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.drawing.geometry import Box, around
from games.drawing.sources import Place, Scored
from games.drawing.teutonica.layout import EXTRA
from games.drawing.teutonica.sheet import Sheet
from games.rules.common.message import Noun
from games.rules.teutonica.pieces import COUNTRIES
from games.rules.teutonica.questions import (
    controlled,
    network,
    office_counts,
    special_prestige,
    worth,
)
from games.rules.teutonica.view import View
from games.wording.language import Language
from games.wording.score import POINT
from games.wording.teutonica.amounts import OFFICE
from games.wording.teutonica.sources import CONNECTION, SPECIAL

Told = Iterable[Sequence[Any]]
"""All events of a game."""


def scored(view: View, seat: int, line: str, told: Told, language: Language) -> Scored:
    """Return the places that give a seat its points in a line, and the routes that join them."""
    if line == "prestige":
        return _prestige(view, seat, told, language)
    if line in COUNTRIES:
        return _country(view, seat, line, language)
    return _LINES[line](view, seat, language) if line in _LINES else Scored()


def _prestige(view: View, seat: int, told: Told, language: Language) -> Scored:
    """Prestige that was scored during the game, city by city (T7.1, T7.4, T7.5)."""
    board = view.printed
    by_city: dict[str, int] = {}
    for what, *event in told:
        if what == "prestige" and event[0] == seat:
            _, points, _, where = event
            for city in [where] if where else [board.cities[end].id for end in board.connection]:
                by_city[city] = by_city.get(city, 0) + (points if where else 0)
    return Scored(
        [
            Place(
                f"city:{city}",
                points,
                language.say(POINT.subject(points) if points else CONNECTION),
            )
            for city, points in by_city.items()
        ]
    )


def _special(view: View, seat: int, language: Language) -> Scored:
    return Scored(
        [
            Place(f"special:{points}", points, language.say(POINT.subject(points)))
            for points in special_prestige(view, seat)
        ]
    )


def _cities(view: View, seat: int, language: Language) -> Scored:
    each = worth(view, seat, "cities")
    return Scored(_places(view, dict.fromkeys(controlled(view, seat), each), POINT, language))


def _network(view: View, seat: int, language: Language) -> Scored:
    offices = network(view, seat)
    ways = [route.id for route in view.printed.routes if offices.keys() >= set(route.cities)]
    return Scored(_places(view, offices, OFFICE, language), ways)


def _missions(view: View, seat: int, language: Language) -> Scored:
    own = office_counts(view, seat)
    cities = [city for city in view.missions[seat] if city in own]
    return Scored(_places(view, dict.fromkeys(cities, 1), POINT, language))


def _country(view: View, seat: int, line: str, language: Language) -> Scored:
    cities = view.printed.cities
    offices = {
        city: count
        for city, count in office_counts(view, seat).items()
        if line in cities[city].countries
    }
    return Scored(_places(view, offices, OFFICE, language))


_LINES: Mapping[str, Callable[[View, int, Language], Scored]] = {
    "special": _special,
    "cities": _cities,
    "network": _network,
    "missions": _missions,
}


def _places(
    view: View, counts: Mapping[int, int], counted: Noun, language: Language
) -> list[Place]:
    cities = view.printed.cities
    return [
        Place(f"city:{cities[city].id}", count, language.say(counted.subject(count)))
        for city, count in counts.items()
    ]


def box(drawn: Sheet, view: View, target: str) -> Box:
    """Return the box of a place on the board: a city with its later offices, or a field."""
    if target.startswith("special:"):
        return around(drawn.places[target], 20)
    city = drawn.board.city(target.removeprefix("city:"))
    wall = drawn.walls[city.id]
    left = EXTRA if view.extras[city.index] else 0
    right = EXTRA if view.founded[city.index] else 0
    return Box(wall.left - left, wall.top - 24, wall.right + right, wall.bottom).grown(3)


def name(drawn: Sheet, language: Language, target: str) -> str:
    """Return the name of a place on the board."""
    if target.startswith("special:"):
        return language.say(SPECIAL)
    return drawn.board.city(target.removeprefix("city:")).name
