"""A corner of the board in a position, as a small picture of the rules page."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.drawing.corners import BaseCorner, positions
from games.drawing.geometry import Box
from games.drawing.hansa.layout import load_layout
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import COLOUR_LETTERS, good
from games.rules.hansa.rules import Hansa
from games.rules.hansa.view import View

BOARD = "baltic"


@dataclass(frozen=True)
class Corner(BaseCorner):
    """A corner of Hansa's board.

    `booths` are numbers for each seat, as '2 1 0'; `goods` are markers as a letter for the colour
    and the barrels, 'r2 -' for a city of two warehouses of which one is empty. Without cities it
    is about the piles.
    """

    ship: str = "copenhagen"
    booths: Mapping[str, str] = field(default_factory=dict)
    goods: Mapping[str, str] = field(default_factory=dict)
    piles: tuple[int, ...] = (13, 13, 13, 13, 12)
    margin: int = 30

    def part(self) -> Box:
        """Return the part of the board with all of these cities and docks, or with the piles."""
        layout = load_layout(BOARD)
        numbers = [layout.board.city_numbers[town] for town in self.towns]
        boxes = [box for number in numbers for box in layout.towns[number].boxes] or [layout.tray]
        return Box(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        ).grown(self.margin)

    def view(self) -> View:
        if self.after:
            return example()[self.after]
        board, title = load_board(BOARD), Hansa()
        empty = title.view(title.start({}, 4), None)
        warehouses, booths = list(empty.warehouses), list(empty.booths)
        for city, row in self.goods.items():
            slots = board.cities[board.city_numbers[city]].warehouses
            for slot, text in zip(slots, row.split(), strict=True):
                warehouses[slot] = code(text)
        for city, row in self.booths.items():
            booths[board.city_numbers[city]] = tuple(map(int, row.split()))
        return replace(
            empty,
            ship=board.city_numbers[self.ship],
            warehouses=tuple(warehouses),
            booths=tuple(booths),
            piles=self.piles,
            to_move=(),
        )


def example() -> Mapping[str, View]:
    """Return the named positions of the example game."""
    return positions(__package__)


def code(text: str) -> int:
    """Return the code of a marker such as 'r2', or 0 for none."""
    return 0 if text == "-" else good(COLOUR_LETTERS.index(text[0]), int(text[1]))
