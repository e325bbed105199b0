"""Small pictures for the rules page: a corner of a board in a position that shows one rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.drawing.teutonica import live, static
from games.drawing.teutonica.layout import load_layout
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import KIND_LETTERS, NEUTRAL, piece
from games.rules.teutonica.rules import Teutonica
from games.rules.teutonica.view import View


@dataclass(frozen=True)
class Figure:
    """A position and the cities that the picture is about.

    A piece is written as its seat and kind, `1m`; `n` is a neutral trader, `-` a vacant office;
    offices are written from left to right. `marked` targets have the numbers that the text uses.
    """

    board: str
    words: str
    towns: tuple[str, ...]
    spaces: Mapping[str, str] = field(default_factory=dict)
    offices: Mapping[str, str] = field(default_factory=dict)
    extras: Mapping[str, str] = field(default_factory=dict)
    marked: tuple[str, ...] = ()
    margin: tuple[int, int] = (95, 95)


FIGURES = {
    "T5.3": Figure(
        "hanse-45",
        "Blue's trader on Dortmund–Paderborn was displaced. It goes to a free space of a route"
        " that meets this one in Dortmund or Paderborn, such as 1 to 4.",
        ("dortmund", "paderborn", "munster"),
        spaces={
            "dortmund-paderborn.1": "0t",
            "dortmund-paderborn.2": "0t",
            "minden-paderborn.1": "1t",
        },
        marked=(
            "space:dortmund-duisburg.1",
            "space:paderborn-warburg.1",
            "space:hildesheim-paderborn.3",
            "space:minden-paderborn.3",
        ),
        margin=(160, 85),
    ),
    "T7.1": Figure(
        "hanse-45",
        "Red and Blue have an office each in Minden. Blue's is further right, so Blue controls the"
        " city.",
        ("minden",),
        offices={"minden": "0t 3t - -"},
        margin=(150, 80),
    ),
    "T7.4": Figure(
        "hanse-45",
        "Red claims Bremen–Hamburg. In Hamburg the next office takes a trader and needs the orange"
        " privilege. In Bremen it takes a merchant, and Red has none on the route.",
        ("bremen", "hamburg"),
        spaces={f"bremen-hamburg.{number}": "0t" for number in range(1, 5)},
        offices={"hamburg": "3t - -"},
        margin=(80, 80),
    ),
    "T9.4": Figure(
        "hanse-45",
        "Bremen is full. Blue's extra office is in the tower on the left, and with two offices Blue"
        " controls the city.",
        ("bremen",),
        offices={"bremen": "3m 0t"},
        extras={"bremen": "3t"},
        margin=(150, 80),
    ),
    "T11.6": Figure(
        "hanse-45",
        "Red's network here has four cities with four offices: Hannover, Minden and Brunswick, and"
        " Stendal, which the route from Brunswick joins to them.",
        ("hannover", "brunswick", "minden", "stendal"),
        offices={
            "hannover": "0t -",
            "minden": "0t 2t - -",
            "brunswick": "0t",
            "stendal": "0t - - -",
        },
    ),
}
"""The figures of docs/rules/teutonica.md, by the rule that each one shows."""


def figures() -> dict[str, str]:
    """Return every figure as HTML by its rule; their land is drawn by `lands`, once on a page."""
    return {rule: _figure(shown) for rule, shown in FIGURES.items()}


def _figure(shown: Figure) -> str:
    body = live.live(_view(shown), marked=shown.marked)["body"]
    return (
        f'<figure><svg xmlns="http://www.w3.org/2000/svg" viewBox="{_corner(shown)}" '
        f'aria-hidden="true"><use href="#land-{shown.board}"/><g class="live">{body}</g></svg>'
        f"<figcaption>{shown.words}</figcaption></figure>"
    )


def lands() -> str:
    """Return the lands of all figures in a hidden <svg>, for the page that shows them."""
    drawn = "".join(
        f'<g id="land-{board}">{static.drawing(board)}</g>'
        for board in sorted({shown.board for shown in FIGURES.values()})
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" '
        f'style="position:absolute"><defs>{drawn}</defs></svg>'
    )


def _corner(shown: Figure) -> str:
    layout = load_layout(shown.board)
    towns = [layout.towns[layout.board.city_numbers[town]].at for town in shown.towns]
    left, right = min(x for x, _ in towns), max(x for x, _ in towns)
    top, bottom = min(y for _, y in towns), max(y for _, y in towns)
    across, along = shown.margin
    size = (right - left + 2 * across, bottom - top + 2 * along)
    return " ".join(f"{number:.0f}" for number in (left - across, top - along, *size))


def _view(shown: Figure) -> View:
    board = load_board(shown.board)
    title = Teutonica()
    players = board.players[-1]
    view = title.view(title.start({}, players), None)
    spaces, offices, extras = bytearray(view.spaces), bytearray(view.offices), list(view.extras)
    for space, code in shown.spaces.items():
        spaces[board.space_numbers[space]] = _code(code)
    for city, row in shown.offices.items():
        for number, code in zip(board.city(city).offices, row.split(), strict=True):
            offices[number] = _code(code)
    for city, row in shown.extras.items():
        extras[board.city(city).index] = bytes(map(_code, row.split()))
    return replace(
        view, spaces=bytes(spaces), offices=bytes(offices), extras=tuple(extras), to_move=()
    )


def _code(text: str) -> int:
    if text == "-":
        return 0
    if text == "n":
        return piece(NEUTRAL, 0)
    return piece(int(text[0]), KIND_LETTERS.index(text[1]))
