"""A corner of the board in a position, as a small picture of the rules page."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from games.drawing.example import positions
from games.drawing.geometry import Box
from games.drawing.hansa import live
from games.drawing.hansa.layout import load_layout
from games.drawing.standalone import captioned, nameless
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import COLOUR_LETTERS, good
from games.rules.hansa.rules import Hansa
from games.rules.hansa.view import View

BOARD = "baltic"


@dataclass(frozen=True)
class Corner:
    """A position, and the cities that the picture is about.

    `booths` are numbers for each seat, as '2 1 0'; `goods` are markers as a letter for the colour
    and the barrels, 'r2 -' for a city of two warehouses of which one is empty. `after` names a
    position of the example game instead. `marked` targets have the numbers that the text uses.
    Without cities it is about the piles.
    """

    words: str
    towns: tuple[str, ...]
    ship: str = "copenhagen"
    booths: Mapping[str, str] = field(default_factory=dict)
    goods: Mapping[str, str] = field(default_factory=dict)
    after: str = ""
    marked: tuple[str, ...] = ()
    piles: tuple[int, ...] = (13, 13, 13, 13, 12)
    margin: int = 30


def picture(shown: Corner) -> str:
    """Return the corner as HTML; it uses the land of the board, with the id 'land-baltic'."""
    body = nameless(live.live(view(shown), marked=shown.marked)["body"])
    return captioned(_view_box(shown), BOARD, body, shown.words)


@cache
def example() -> Mapping[str, View]:
    """Return the named positions of the example game."""
    return positions("games.drawing.hansa")


def _view_box(shown: Corner) -> str:
    """The part of the board with all of these cities and their docks, or with the piles."""
    layout = load_layout(BOARD)
    numbers = [layout.board.city_numbers[town] for town in shown.towns]
    boxes = [box for number in numbers for box in layout.towns[number].boxes] or [layout.tray]
    whole = Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    ).grown(shown.margin)
    size = whole.right - whole.left, whole.bottom - whole.top
    return " ".join(f"{number:.0f}" for number in (whole.left, whole.top, *size))


def view(shown: Corner) -> View:
    """Return the position that a corner is cut from."""
    if shown.after:
        return example()[shown.after]
    board, title = load_board(BOARD), Hansa()
    empty = title.view(title.start({}, 4), None)
    warehouses, booths = list(empty.warehouses), list(empty.booths)
    for city, row in shown.goods.items():
        slots = board.cities[board.city_numbers[city]].warehouses
        for slot, text in zip(slots, row.split(), strict=True):
            warehouses[slot] = code(text)
    for city, row in shown.booths.items():
        booths[board.city_numbers[city]] = tuple(map(int, row.split()))
    return replace(
        empty,
        ship=board.city_numbers[shown.ship],
        warehouses=tuple(warehouses),
        booths=tuple(booths),
        piles=shown.piles,
        to_move=(),
    )


def code(text: str) -> int:
    """Return the code of a marker such as 'r2', or 0 for none."""
    return 0 if text == "-" else good(COLOUR_LETTERS.index(text[0]), int(text[1]))
