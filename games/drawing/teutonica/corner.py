"""A corner of the board in a position, as a small picture of the rules page."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from games.drawing.example import positions
from games.drawing.standalone import captioned, nameless
from games.drawing.teutonica import live
from games.drawing.teutonica.layout import load_layout
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.pieces import EMPTY, KIND_LETTERS, MARKERS, NEUTRAL, piece
from games.rules.teutonica.rules import Teutonica
from games.rules.teutonica.view import View

BOARD = "hanse-45"


@dataclass(frozen=True)
class Corner:
    """A position, and the cities that the picture is about.

    A piece is written as its seat and kind, `1m`; `n` is a neutral trader, `-` a vacant office;
    offices are written from left to right. `markers` are bonus markers by their routes. `after`
    names a position of the example game instead. `marked` targets have the numbers that the text
    uses. `box` is the part of the board to show (left, top, width, height) if it is about none of
    the cities.
    """

    words: str
    towns: tuple[str, ...] = ()
    spaces: Mapping[str, str] = field(default_factory=dict)
    offices: Mapping[str, str] = field(default_factory=dict)
    extras: Mapping[str, str] = field(default_factory=dict)
    markers: Mapping[str, str] = field(default_factory=dict)
    marker_supply: int | None = None
    after: str = ""
    marked: tuple[str, ...] = ()
    margin: tuple[int, int] = (95, 95)
    box: tuple[int, int, int, int] | None = None


def picture(shown: Corner) -> str:
    """Return the corner as HTML; it uses the land of the board, with the id 'land-hanse-45'."""
    body = nameless(live.live(view(shown), marked=shown.marked)["body"])
    return captioned(_view_box(shown), BOARD, body, shown.words)


@cache
def example() -> Mapping[str, View]:
    """Return the named positions of the example game."""
    return positions("games.drawing.teutonica")


def _view_box(shown: Corner) -> str:
    if shown.box is not None:
        return " ".join(map(str, shown.box))
    layout = load_layout(BOARD)
    towns = [layout.towns[layout.board.city_numbers[town]].at for town in shown.towns]
    left, right = min(x for x, _ in towns), max(x for x, _ in towns)
    top, bottom = min(y for _, y in towns), max(y for _, y in towns)
    across, along = shown.margin
    size = (right - left + 2 * across, bottom - top + 2 * along)
    return " ".join(f"{number:.0f}" for number in (left - across, top - along, *size))


def view(shown: Corner) -> View:
    """Return the position that a corner is cut from."""
    if shown.after:
        return example()[shown.after]
    board = load_board(BOARD)
    title = Teutonica()
    empty = title.view(title.start({}, board.players[-1]), None)
    spaces, offices, extras = bytearray(empty.spaces), bytearray(empty.offices), list(empty.extras)
    markers = list(empty.route_markers)
    for space, code in shown.spaces.items():
        spaces[board.space_numbers[space]] = _code(code)
    for city, row in shown.offices.items():
        for number, code in zip(board.city(city).offices, row.split(), strict=True):
            offices[number] = _code(code)
    for city, row in shown.extras.items():
        extras[board.city(city).index] = bytes(map(_code, row.split()))
    for route, marker in shown.markers.items():
        markers[board.route_numbers[route]] = MARKERS.index(marker)
    supply = empty.marker_supply if shown.marker_supply is None else shown.marker_supply
    return replace(
        empty,
        spaces=bytes(spaces),
        offices=bytes(offices),
        extras=tuple(extras),
        route_markers=tuple(markers),
        marker_supply=supply,
        completed=_completed(board, offices),
        to_move=(),
    )


def _completed(board: Board, offices: bytearray) -> tuple[int, ...]:
    return tuple(
        city.index
        for city in board.cities
        if city.offices and all(offices[number] != EMPTY for number in city.offices)
    )


def _code(text: str) -> int:
    if text == "-":
        return EMPTY
    if text == "n":
        return piece(NEUTRAL, 0)
    return piece(int(text[0]), KIND_LETTERS.index(text[1]))
