"""Small pictures for the rules page: a corner of the board in a position that shows one rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.drawing.geometry import Box
from games.drawing.hansa import live, static
from games.drawing.hansa.layout import load_layout
from games.drawing.lettering import INK, SANS
from games.drawing.standalone import hidden
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import COLOUR_LETTERS, good
from games.rules.hansa.rules import Hansa
from games.rules.hansa.view import View

BOARD = "baltic"


@dataclass(frozen=True)
class Figure:
    """A position and the cities that the picture is about.

    `booths` are numbers for each seat, as '2 1 0'; `goods` are markers as a letter for the colour
    and the barrels, 'r2 -' for a city of two warehouses of which one is empty. `marked` targets
    have the numbers that the text uses. Without cities it is about the piles.
    """

    words: str
    towns: tuple[str, ...]
    ship: str = "copenhagen"
    booths: Mapping[str, str] = field(default_factory=dict)
    goods: Mapping[str, str] = field(default_factory=dict)
    marked: tuple[str, ...] = ()
    piles: tuple[int, ...] = (13, 13, 13, 13, 12)
    margin: int = 30


FIGURES = {
    "H2.2": Figure(
        "The piles are used up from left to right. The first is gone, and the second has five"
        " markers left. The first marker taken from the last pile makes this the last round.",
        (),
        piles=(0, 5, 13, 13, 12),
    ),
    "H2.4": Figure(
        "From Stockholm the ship can sail to Reval (1) or Kalmar (2), but not to Tønsberg: that"
        " arrow points the other way. The way over land costs the same as a way by sea.",
        ("stockholm", "kalmar", "reval"),
        "stockholm",
        marked=("ship:reval", "ship:kalmar"),
        margin=70,
    ),
    "H3.1": Figure(
        "In Danzig Yellow has the most booths, as the crown shows. Red pays Yellow the taler for"
        " either marker, and Yellow buys for free. In Lübeck Red and Blue have equally many, so"
        " everyone pays the bank there.",
        ("lubeck", "danzig"),
        "danzig",
        booths={"danzig": "1 3 0 0", "lubeck": "2 0 0 2"},
        goods={"danzig": "r2 b1", "lubeck": "y3 -"},
    ),
    "H3.2": Figure(
        "A marker with three barrels was given up in Kalmar. Three of Green's booths are there now,"
        " shown as one stall with their number.",
        ("kalmar",),
        "kalmar",
        booths={"kalmar": "1 0 3 0"},
        goods={"kalmar": "n1"},
        margin=60,
    ),
    "H4.2": Figure(
        "Reval is worth 4 points to Blue, who is alone there. Stockholm is worth 2 each to Red and"
        " Yellow, however many booths they have.",
        ("stockholm", "reval"),
        "stockholm",
        booths={"reval": "0 0 0 1", "stockholm": "1 4 0 0"},
    ),
}
"""Corners of the board for docs/rules/hansa.md, by the rule that each one shows."""

SALE = "H3.3"
_SALE_WORDS = (
    "Red takes back a booth and turns over three red markers. Yellow has two different ones and"
    " chooses which to lose. Green's are equal and Blue has none, so these two are not asked."
)
_SALE_ROWS = (
    ("r1 r2 r3", "sells them: 2 + 3 + 4 points"),
    ("r1 r3 b2", "chooses a red one to lose"),
    ("r2 r2", "loses one of them"),
    ("y1", "loses nothing"),
)
"""The unsold markers of each seat, and what a sale of red means to it."""


def figures() -> dict[str, str]:
    """Return every figure as HTML by its rule; their land is drawn by `lands`, once on a page."""
    return {rule: _figure(shown) for rule, shown in FIGURES.items()} | {SALE: _sale()}


def _figure(shown: Figure) -> str:
    body = live.live(_view(shown), marked=shown.marked)["body"]
    return (
        f'<figure><svg xmlns="http://www.w3.org/2000/svg" viewBox="{_corner(shown)}" '
        f'aria-hidden="true"><use href="#land-{BOARD}"/><g class="live">{body}</g></svg>'
        f"<figcaption>{shown.words}</figcaption></figure>"
    )


def _sale() -> str:
    """Four desks, row by row, while Red sells."""
    rows = []
    for seat, (markers, words) in enumerate(_SALE_ROWS):
        y = 34 + 66 * seat
        rows.append(f'<use href="#m{seat}" x="32" y="{y}"/>')
        rows += [
            f'<use href="#goods-{_code(text)}" x="{96 + 62 * place}" y="{y}"/>'
            for place, text in enumerate(markers.split())
        ]
        rows.append(
            f'<text x="272" y="{y + 7}" font-size="19" font-family="{SANS}" fill="{INK}">'
            f"{words}</text>"
        )
    return (
        '<figure><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 268" aria-hidden="true">'
        f'<path fill="#f6ecd0" d="M0 0H540V268H0Z"/>{"".join(rows)}</svg>'
        f"<figcaption>{_SALE_WORDS}</figcaption></figure>"
    )


def lands() -> str:
    """Return the land of all figures in a hidden <svg>, for the page that shows them."""
    return hidden(f'<defs><g id="land-{BOARD}">{static.drawing(BOARD)}</g></defs>')


def _corner(shown: Figure) -> str:
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


def _view(shown: Figure) -> View:
    board, title = load_board(BOARD), Hansa()
    view = title.view(title.start({}, 4), None)
    warehouses, booths = list(view.warehouses), list(view.booths)
    for city, row in shown.goods.items():
        slots = board.cities[board.city_numbers[city]].warehouses
        for slot, text in zip(slots, row.split(), strict=True):
            warehouses[slot] = _code(text)
    for city, row in shown.booths.items():
        booths[board.city_numbers[city]] = tuple(map(int, row.split()))
    return replace(
        view,
        ship=board.city_numbers[shown.ship],
        warehouses=tuple(warehouses),
        booths=tuple(booths),
        piles=shown.piles,
        to_move=(),
    )


def _code(text: str) -> int:
    return 0 if text == "-" else good(COLOUR_LETTERS.index(text[0]), int(text[1]))
