"""Where everything on the board is drawn, as its layout file says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.drawing.geometry import Box, Point, around, outside, smooth
from games.drawing.lettering import name_width
from games.drawing.sheet import read
from games.rules.hansa.board import Board, City, load_board

PITCH = 62.0
"""From one warehouse to the next."""
TILE = 27.0
"""Half the side of a goods marker."""
STALL = 42.0
"""From one player's booths to the next one's."""
SHIP = 28.0
"""Half the side of the square that the ship needs."""
NAME = 25.0
"""The size of a city's name."""
RIM = 24.0
"""The width of the frame around the map."""
PILE = 57.0
"""From one face-down pile to the next."""
_QUAY = 2 * STALL + 2
"""Half the width of the ground for the booths of four players."""
_GAP = 7.0
"""How near an arrow comes to a city."""


@dataclass(frozen=True, slots=True)
class Town:
    """A drawn city: `at` is the middle of its row of warehouses, `berth` that of the ship."""

    city: City
    at: Point
    warehouses: tuple[Point, ...]
    wall: Box
    ribbon: Box
    quay: Box
    berth: Point
    skyline: str

    @property
    def roofs(self) -> Box:
        """The skyline above the walls."""
        return Box(self.wall.left, self.wall.top - 34, self.wall.right, self.wall.top)

    @property
    def dock(self) -> Box:
        """The water where the ship is when it is here."""
        return around(self.berth, SHIP)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What nothing else may cover."""
        return self.roofs, self.wall, self.ribbon, self.quay, self.dock

    @property
    def whole(self) -> Box:
        """Walls, ribbon and quay: what is clicked to choose the city."""
        wide = self.quay
        return Box(wide.left, self.wall.top, wide.right, wide.bottom)

    def stall(self, place: int, count: int) -> Point:
        """The middle of the booths in this position among those of `count` players."""
        x = self.at[0] + STALL * (place - (count - 1) / 2)
        return x, self.quay.bottom - 21


@dataclass(frozen=True, slots=True)
class Leg:
    """The way from one city to the next, in the only direction that the ship sails."""

    start: int
    end: int
    overland: bool
    line: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A board with a point for everything; `ornament` is the layout file."""

    board: Board
    width: float
    height: float
    scale: float
    towns: tuple[Town, ...]
    legs: tuple[Leg, ...]
    piles: tuple[Point, ...]
    ornament: Mapping[str, Any]

    @property
    def tray(self) -> Box:
        """The table of the piles, with the line that says which colours are left out."""
        left, right = self.piles[0], self.piles[-1]
        return Box(left[0] - 38, left[1] - 74, right[0] + 38, right[1] + 80)


@cache
def load_layout(board_id: str) -> Layout:
    """The layout of this board, made once."""
    return arrange(load_board(board_id), read(__package__, board_id))


def arrange(board: Board, places: Mapping[str, Any]) -> Layout:
    """Find a point for everything on the board.

    `places` holds `scale` of the sheet, and in the sheet's units `towns` {id: {at, berth, skyline}}
    (a berth is told from its town's place), `legs` {from-to: points from town to town}, `piles`
    and the ornament.
    """
    scale = float(places["scale"])
    width, height = (side * scale for side in board.facts["canvas"])
    towns = tuple(_town(city, places["towns"][city.id]) for city in board.cities)
    x, y = places["piles"]
    return Layout(
        board=board,
        width=width,
        height=height,
        scale=scale,
        towns=towns,
        legs=_legs(board, towns, places["legs"]),
        piles=tuple((x + PILE * (pile - 2), float(y)) for pile in range(5)),
        ornament=places,
    )


def _town(city: City, facts: Mapping[str, Any]) -> Town:
    x, y = facts["at"]
    count = len(city.warehouses)
    half = PITCH * count / 2 + 6
    first = x - PITCH * (count - 1) / 2
    ribbon = max(name_width(city.name, NAME) + 30, 2 * half - 4) / 2
    across, down = facts["berth"]
    return Town(
        city=city,
        at=(x, y),
        warehouses=tuple((first + PITCH * number, y) for number in range(count)),
        wall=Box(x - half, y - 33, x + half, y + 32),
        ribbon=Box(x - ribbon, y + 32, x + ribbon, y + 58),
        quay=Box(x - _QUAY, y + 58, x + _QUAY, y + 107),
        berth=(x + across, y + down),
        skyline=str(facts.get("skyline", "")),
    )


def _legs(
    board: Board, towns: Sequence[Town], lines: Mapping[str, Sequence[Sequence[float]]]
) -> tuple[Leg, ...]:
    """Every way, as far as it is visible outside its two cities."""
    found = []
    for route in board.facts["routes"]:
        start, end = (board.city_numbers[route[side]] for side in ("from", "to"))
        points = lines[f"{route['from']}-{route['to']}"]
        whole = smooth([(float(x), float(y)) for x, y in points])
        closed = [box.grown(_GAP) for number in (start, end) for box in towns[number].boxes]
        line = tuple(outside(whole, closed))
        found.append(Leg(start, end, bool(route.get("overland")), line))
    return tuple(found)
