"""Where everything on a board is drawn: the facts' rough points, adjusted by a layout file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from games.drawing.geometry import (
    Box,
    Point,
    along,
    distance,
    outside,
    smooth,
)
from games.drawing.lettering import name_width
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
"""The size of a city's name."""
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
    """A drawn route: its line, its spaces, and the spot for its bonus marker."""

    route: Route
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
    """A board with a point for everything; `extra` is the layout file's ornament."""

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
    here = resources.files("games.drawing.teutonica").joinpath("layout")
    facts = json.loads(here.joinpath(f"{board_id}.json").read_text(encoding="utf-8"))
    return arrange(load_board(board_id), facts)


def arrange(board: Board, nudges: Mapping[str, Any]) -> Layout:
    """Find a point for everything on the board.

    `nudges` may hold `scale` and `top` of the sheet, and in the sheet's units `towns`
    {id: {at, skyline}}, `roads` {id: {via, marker}}, `special`, `supply` and the ornament (rivers,
    woods, compass ...); what it leaves out starts from the facts.
    """
    sheet = Sheet(float(nudges.get("scale", 1)), float(nudges.get("top", 0)))
    width, height = sheet.place(board.facts["canvas"])
    towns = tuple(
        _town(city, sheet.place(facts["at"]), nudges.get("towns", {}).get(city.id, {}))
        for city, facts in zip(board.cities, board.facts["cities"], strict=True)
    )
    special = nudges.get("special")
    supply = _point(nudges.get("supply", [width - 60, height - 40]))
    roads = _roads(board, sheet, towns, nudges.get("roads", {}), special)
    return Layout(
        board=board,
        sheet=sheet,
        width=width,
        height=height,
        towns=towns,
        roads=roads,
        special=_point(special) if special else None,
        supply=supply,
        ornament=nudges,
    )


def _point(pair: Sequence[float]) -> Point:
    return float(pair[0]), float(pair[1])


def _town(city: City, at: Point, nudge: Mapping[str, Any]) -> Town:
    x, y = _point(nudge.get("at", at))
    count = max(1, len(city.offices))
    first = x - PITCH * (count - 1) / 2
    half = PITCH * count / 2 + 3
    sign = 27.0 * len(city.develops) + 29.0 * len(city.grants)
    bands = 0 if city.countries == ("england",) else 14
    ribbon = max(name_width(city.name, NAME) + sign + bands + 22, 2 * half - 8) / 2
    return Town(
        city=city,
        at=(x, y),
        offices=tuple((first + PITCH * number, y) for number in range(len(city.offices))),
        wall=Box(x - half, y - 20, x + half, y + 25),
        ribbon=Box(x - ribbon, y + 25, x + ribbon, y + 50),
        skyline=str(nudge.get("skyline", "")),
    )


def _roads(
    board: Board,
    sheet: Sheet,
    towns: tuple[Town, ...],
    nudges: Mapping[str, Mapping[str, Any]],
    special: Sequence[float] | None,
) -> tuple[Road, ...]:
    lines: list[list[Point]] = []
    spaces: list[list[Point]] = []
    seen: list[list[Point]] = []
    for route, facts in zip(board.routes, board.facts["routes"], strict=True):
        start, end = (towns[number] for number in route.cities)
        via = nudges.get(route.id, {}).get("via")
        inner = (
            [sheet.place(space["at"]) for space in facts["spaces"]]
            if via is None
            else map(_point, via)
        )
        line = smooth([start.at, *inner, end.at])
        closed = [
            box.grown(HALF_SPACE - 3) for town in (start, end) for box in (*town.boxes, town.roofs)
        ]
        stretch = outside(line, closed) or line
        count = len(route.spaces)
        lines.append(line)
        seen.append(stretch)
        ease = nudges.get(route.id, {}).get("ease", 0.2 if count > 1 else 0.5)
        spaces.append(
            along(stretch, [(number + ease) / (count - 1 + 2 * ease) for number in range(count)])
        )
    boxes = [box for town in towns for box in (*town.boxes, town.roofs)]
    if special:
        x, y = special
        boxes.append(Box(x - 88, y - 34, x + 88, y + 34))
    markers: list[Point] = []
    for route, facts in zip(board.routes, board.facts["routes"], strict=True):
        fixed = nudges.get(route.id, {}).get("marker")
        markers.append(
            _point(fixed)
            if fixed
            else _marker(route.index, sheet.place(facts["marker_at"]), seen, spaces, boxes, markers)
        )
    return tuple(
        Road(route, tuple(line), tuple(stretch), tuple(points), marker)
        for route, line, stretch, points, marker in zip(
            board.routes, lines, seen, spaces, markers, strict=True
        )
    )


def _marker(
    index: int,
    wish: Point,
    seen: Sequence[Sequence[Point]],
    spaces: Sequence[Sequence[Point]],
    boxes: Sequence[Box],
    taken: Sequence[Point],
) -> Point:
    """The best free spot beside the road for a bonus marker: near its middle, far from others."""
    others = [point for number, line in enumerate(seen) if number != index for point in line[::3]]
    pieces = [point for points in spaces for point in points]
    best, least = wish, float("inf")
    line = seen[index]
    middle = len(line) / 2
    for spot in range(len(line) // 8, len(line) - len(line) // 8, 3):
        one, other = line[max(0, spot - 3)], line[min(len(line) - 1, spot + 3)]
        size = distance(one, other) or 1
        across = (one[1] - other[1]) / size, (other[0] - one[0]) / size
        for off in (34, -34, 38, -38, 43, -43):
            place = line[spot][0] + across[0] * off, line[spot][1] + across[1] * off
            cost = abs(spot - middle) / middle * 8 + abs(off) / 4 + distance(place, wish) / 20
            cost += 40 * sum(box.distance(place) < MARKER + 2 for box in boxes)
            cost += 30 * sum(
                max(0.0, 1 - distance(place, point) / (MARKER + HALF_SPACE - 2)) for point in pieces
            )
            cost += 8 * max(
                (max(0.0, 1 - distance(place, point) / (MARKER + 12)) for point in others),
                default=0,
            )
            cost += 60 * sum(distance(place, point) < 2 * MARKER + 2 for point in taken)
            if cost < least:
                best, least = place, cost
    return best
