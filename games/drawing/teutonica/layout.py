"""Where everything on a board is drawn, as its layout file says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.drawing.geometry import (
    Box,
    Point,
    along,
    outside,
    smooth,
)
from games.drawing.lettering import name_width
from games.drawing.sheet import read
from games.rules.teutonica.board import Board, City, Route, load_board

PITCH = 37.0
"""From one office to the next."""
HALF_SPACE = 19.0
"""Half the width of a space with the largest piece on it."""
MARKER = 19.0
"""The radius of a bonus marker's spot."""
EXTRA = 31.0
"""The width of the annex for extra offices, left of the printed ones."""
NAME = 21.0
"""The size of a city's name on a wide map."""
TALL_NAME = 0.015
"""Its part of the height of a high map, which windows show smaller."""
RIM = 44.0
"""The width of the frame around the map."""


@dataclass(frozen=True, slots=True)
class Town:
    """A drawn city: `at` is the middle of its row of offices."""

    city: City
    at: Point
    offices: tuple[Point, ...]
    wall: Box
    ribbon: Box
    name_size: float
    skyline: str

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What nothing else may cover: walls, the towers for later offices, the ribbon."""
        if self.city.green:
            return self.wall, self.tower, self.ribbon, self.gatehouse
        return self.wall, self.tower, self.ribbon

    @property
    def tower(self) -> Box:
        """The room for extra offices, left of the walls and as high as the roofs (T9.4)."""
        wall = self.wall
        return Box(wall.left - EXTRA, self.roofs.top, wall.left, wall.bottom)

    @property
    def gatehouse(self) -> Box:
        """The room for founded offices, right of the walls (T14.1)."""
        wall = self.wall
        return Box(wall.right, self.roofs.top, wall.right + EXTRA, wall.bottom)

    @property
    def roofs(self) -> Box:
        """The skyline above the walls."""
        return Box(self.wall.left, self.wall.top - 24, self.wall.right, self.wall.top)

    def annexed(self, number: int, count: int) -> tuple[Point, float]:
        """The point and the size of extra office `number` of `count`, 0 being the first.

        The tower grows upward; more than two of them stand in pairs, right one first.
        """
        return self._floor(self.wall.left - EXTRA / 2 + 0.5, -1, number, count)

    def founded(self, number: int, count: int) -> tuple[Point, float]:
        """The same for offices right of the printed ones (T14.1)."""
        return self._floor(self.wall.right + EXTRA / 2 - 0.5, 1, number, count)

    def _floor(self, x: float, way: int, number: int, count: int) -> tuple[Point, float]:
        ground = self.wall.bottom - 17
        if count <= 2:
            return (x, ground - 29 * number), 0.74
        side = 7.2 * way * (1 if number % 2 else -1)
        return (x + side, ground + 3 - 20 * (number // 2)), 0.5


@dataclass(frozen=True, slots=True)
class Road:
    """A drawn route: the knots of its line, its spaces, and the spot for its bonus marker."""

    route: Route
    knots: tuple[Point, ...]
    line: tuple[Point, ...]
    seen: tuple[Point, ...]
    spaces: tuple[Point, ...]
    marker: Point


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the facts' canvas fits on the drawn sheet: its scale, and the sea added on top."""

    scale: float
    top: float

    def place(self, pair: Sequence[float]) -> Point:
        """A point of the canvas on the sheet."""
        return pair[0] * self.scale, pair[1] * self.scale + self.top


@dataclass(frozen=True, slots=True)
class Layout:
    """A board with a point for everything; `ornament` is the layout file."""

    board: Board
    sheet: Sheet
    width: float
    height: float
    towns: tuple[Town, ...]
    roads: tuple[Road, ...]
    special: Point | None
    supply: Point
    ornament: Mapping[str, Any]


@cache
def load_layout(board_id: str) -> Layout:
    """The layout of this board, made once."""
    return arrange(load_board(board_id), read(__package__, board_id))


def arrange(board: Board, places: Mapping[str, Any]) -> Layout:
    """Find a point for everything on the board.

    `places` holds `scale` and `top` of the sheet, and in the sheet's units `towns` {id: {at,
    skyline}}, `roads` {id: {via, marker}}, `special`, `supply`, `provinces` and `guards` (T17) and
    the ornament (rivers, woods, compass ...).
    """
    sheet = Sheet(float(places["scale"]), float(places["top"]))
    width, height = sheet.place(board.facts["canvas"])
    name_size = NAME if width > height else TALL_NAME * height
    towns = tuple(_town(city, name_size, places["towns"][city.id]) for city in board.cities)
    special = places.get("special")
    return Layout(
        board=board,
        sheet=sheet,
        width=width,
        height=height,
        towns=towns,
        roads=tuple(_road(route, towns, places["roads"][route.id]) for route in board.routes),
        special=_point(special) if special else None,
        supply=_point(places["supply"]),
        ornament=places,
    )


def _point(pair: Sequence[float]) -> Point:
    return float(pair[0]), float(pair[1])


def _town(city: City, name_size: float, facts: Mapping[str, Any]) -> Town:
    x, y = _point(facts["at"])
    count = max(1, len(city.offices))
    first = x - PITCH * (count - 1) / 2
    half = PITCH * count / 2 + 3
    sign = 27.0 * len(city.develops) + 29.0 * len(city.grants)
    bands = 0 if city.countries == ("england",) else 14
    ribbon = max(name_width(city.name, name_size) + sign + bands + 22, 2 * half - 8) / 2
    return Town(
        city=city,
        at=(x, y),
        offices=tuple((first + PITCH * number, y) for number in range(len(city.offices))),
        wall=Box(x - half, y - 20, x + half, y + 25),
        ribbon=Box(x - ribbon, y + 25, x + ribbon, y + 50),
        name_size=name_size,
        skyline=str(facts.get("skyline", "")),
    )


def _road(route: Route, towns: Sequence[Town], facts: Mapping[str, Any]) -> Road:
    """A route from town to town, its spaces spread over what is outside both."""
    start, end = (towns[number] for number in route.cities)
    knots = (start.at, *map(_point, facts["via"]), end.at)
    line = smooth(knots)
    closed = [
        box.grown(HALF_SPACE - 3) for town in (start, end) for box in (*town.boxes, town.roofs)
    ]
    seen = outside(line, closed)
    count = len(route.spaces)
    ease = 0.2 if count > 1 else 0.5
    spaces = along(seen, [(number + ease) / (count - 1 + 2 * ease) for number in range(count)])
    return Road(route, knots, tuple(line), tuple(seen), tuple(spaces), _point(facts["marker"]))
