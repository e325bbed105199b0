"""A corner of the board in a position, as a small picture of the rules page."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.drawing.corners import BaseCorner, positions
from games.drawing.geometry import Box
from games.drawing.teutonica.layout import load_layout
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import EMPTY, KIND_LETTERS, MARKERS, NEUTRAL, piece
from games.rules.teutonica.rules import Teutonica
from games.rules.teutonica.view import View

BOARD = "hanse-45"


@dataclass(frozen=True)
class Corner(BaseCorner):
    """A corner of the board for four and five players.

    A piece is written as its seat and kind, `1m`; `n` is a neutral trader, `-` a vacant office;
    offices are written from left to right. `markers` are bonus markers by their routes. `box`
    is the part of the board to show (left, top, width, height) if it is about none of the cities.
    """

    spaces: Mapping[str, str] = field(default_factory=dict)
    offices: Mapping[str, str] = field(default_factory=dict)
    extras: Mapping[str, str] = field(default_factory=dict)
    markers: Mapping[str, str] = field(default_factory=dict)
    marker_supply: int | None = None
    margin: tuple[int, int] = (95, 95)
    box: tuple[int, int, int, int] | None = None

    def part(self) -> Box:
        """Return the part that was asked for, or the one around these cities."""
        if self.box is not None:
            left, top, width, height = self.box
            return Box(left, top, left + width, top + height)
        layout = load_layout(BOARD)
        towns = [layout.towns[layout.board.city_numbers[town]].at for town in self.towns]
        across, down = zip(*towns, strict=True)
        aside, above = self.margin
        return Box(min(across) - aside, min(down) - above, max(across) + aside, max(down) + above)

    def view(self) -> View:
        if self.after:
            return example()[self.after]
        board, title = load_board(BOARD), Teutonica()
        empty = title.view(title.start({}, board.players[-1]), None)
        spaces, offices = bytearray(empty.spaces), bytearray(empty.offices)
        extras, markers = list(empty.extras), list(empty.route_markers)
        for space, code in self.spaces.items():
            spaces[board.space_numbers[space]] = _code(code)
        for city, row in self.offices.items():
            for number, code in zip(board.city(city).offices, row.split(), strict=True):
                offices[number] = _code(code)
        for city, row in self.extras.items():
            extras[board.city(city).index] = bytes(map(_code, row.split()))
        for route, marker in self.markers.items():
            markers[board.route_numbers[route]] = MARKERS.index(marker)
        supply = empty.marker_supply if self.marker_supply is None else self.marker_supply
        drawn = replace(
            empty,
            spaces=bytes(spaces),
            offices=bytes(offices),
            extras=tuple(extras),
            route_markers=tuple(markers),
            marker_supply=supply,
            to_move=(),
        )
        full = (city.index for city in board.cities if drawn.vacant_office(city.index) is None)
        return replace(drawn, completed=tuple(full))


def example() -> Mapping[str, View]:
    """Return the named positions of the example game."""
    return positions(__package__)


def _code(text: str) -> int:
    if text == "-":
        return EMPTY
    if text == "n":
        return piece(NEUTRAL, 0)
    return piece(int(text[0]), KIND_LETTERS.index(text[1]))
