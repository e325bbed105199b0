"""The map's ornaments: cartouche, compass rose, ships, and the frame around it."""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any

from games.drawing import svg
from games.drawing.geometry import Box, rectangle
from games.drawing.lettering import INK, SERIF, name_width
from games.drawing.symbols import symbol

_PAPER, _GOLD, _RED = "#f6ecd0", "#c9a24a", "#a8322a"


def cartouche(ornament: Mapping[str, Any], title: str, line: str) -> str:
    """The board's name on a scroll, and a line below it."""
    half = max(name_width(title, 30), name_width(line, 17)) / 2 + 26
    rolls = "".join(
        svg.data(
            *("M", side * half, -22),
            *("C", side * (half + 22), -26, side * (half + 26), -6, side * (half + 8), -6),
            *("L", side * half, 30),
            *("C", side * (half + 24), 36, side * (half + 22), 12, side * half, 16),
        )
        for side in (-1, 1)
    )
    return svg.group(
        svg.path(rolls, fill="#dcc48d", stroke=INK, stroke_width=1.4),
        svg.path(_sheet(half, 30), fill=_PAPER, stroke=INK, stroke_width=1.6),
        svg.path(_sheet(half - 5, 25), fill="none", stroke=_RED, stroke_width=0.9),
        svg.group(
            svg.text(title, y=3, font_size=30, font_weight=700),
            svg.text(line, y=21, font_size=17, font_style="italic"),
            text_anchor="middle",
            font_family=SERIF,
            fill=INK,
        ),
        class_="cartouche",
        transform=svg.moved(ornament["cartouche"]),
        stroke_linejoin="round",
    )


def banner(box: Box, paper: str, edge: str, reach: float, opacity: str) -> str:
    """A ribbon for a name, with tails that `reach` beyond it."""
    tails = "".join(
        svg.data(
            *("M", x - side * 4, box.top + 5, "H", x + side * reach),
            *("L", x + side * (reach - 5), box.top + 15, x + side * reach, box.bottom + 3),
            *("H", x - side * 4, "Z"),
        )
        for x, side in ((box.left, -1), (box.right, 1))
    )
    return svg.group(
        svg.path(tails, fill=edge, fill_opacity=opacity),
        svg.path(rectangle(box), fill=paper),
        stroke=edge,
        stroke_width=1.2,
        stroke_linejoin="round",
    )


def _sheet(half: float, high: float) -> str:
    """A waving sheet of paper around the middle."""
    bend, up, down = half / 2, high + 6, high - 6
    return svg.data(
        *("M", -half, -high, "C", -bend, -up, bend, -down, half, -high, "V", high),
        *("C", bend, up, -bend, down, -half, high, "Z"),
    )


def compass(ornament: Mapping[str, Any]) -> str:
    """A rose of sixteen winds, its north a lily."""
    facts = ornament.get("compass")
    if not facts:
        return ""
    size = float(facts.get("size", 46))
    winds = [
        _wind((wind + offset) * 2 * pi / count, size * reach, size * waist)
        for count, offset, reach, waist in (
            (8, 0.5, 0.66, 0.13),
            (4, 0.5, 0.8, 0.16),
            (4, 0, 1.0, 0.2),
        )
        for wind in range(count)
    ]
    lily = "".join(
        (
            svg.data("M", 0, -size - 16, "C", 5, -size - 10, 3, -size - 4, 0, -size),
            svg.data("C", -3, -size - 4, -5, -size - 10, 0, -size - 16),
            svg.data("M", 0, -size - 2, "C", 4, -size - 12, 11, -size - 9, 8, -size - 4),
            svg.data("M", 0, -size - 2, "C", -4, -size - 12, -11, -size - 9, -8, -size - 4),
        )
    )
    return svg.group(
        svg.circle(size * 0.7, fill=_PAPER, fill_opacity=".55", stroke_width=1),
        svg.circle(size * 0.62, fill="none", stroke_width=0.7),
        *winds,
        svg.circle(size * 0.09, fill=_GOLD, stroke_width=1),
        svg.path(lily, fill=_RED, fill_opacity=".85", stroke_width=0.8),
        transform=svg.moved(facts["at"]),
        stroke=INK,
        stroke_linejoin="round",
    )


def _wind(turn: float, reach: float, waist: float) -> str:
    """One point of the rose: a dark and a light half."""
    tip = reach * sin(turn), -reach * cos(turn)
    halves = []
    for colour, side in ((_RED, pi / 4), ("#fbf4e0", -pi / 4)):
        bend = waist * sin(turn + side), -waist * cos(turn + side)
        half = svg.data("M", 0, 0, "L", *bend, *tip, "Z")
        halves.append(svg.path(half, fill=colour, stroke_width=0.7))
    return "".join(halves)


def ships(ornament: Mapping[str, Any]) -> str:
    """Cogs under sail, in the open sea."""
    ship = symbol(__package__, "ship")
    return "".join(
        ship.group(transform=svg.moved((x, y), size)) for x, y, size in ornament.get("ships", ())
    )


_STEP = 34.0
"""About how long a degree of the ladder is."""


def rim(width: float, height: float, broad: float) -> str:
    """A frame of width `broad` around a sheet; what is on the sheet is drawn over it."""
    sheet = Box(0, 0, width, height)
    hole = svg.data("M", 0, 0, "V", height, "H", width, "V", 0, "Z")
    lines = ((-1, 2.4), (-6, 0.9), (5 - broad, 0.9), (1.5 - broad, 2.4))
    return "".join(
        (
            svg.path(rectangle(sheet.grown(broad)) + hole, fill_rule="evenodd", fill="#f6ecd0"),
            svg.group(
                *(
                    svg.path(rectangle(sheet.grown(-inset)), stroke_width=stroke)
                    for inset, stroke in lines
                ),
                fill="none",
                stroke=INK,
            ),
            _ladder(width, height),
        )
    )


def _ladder(width: float, height: float) -> str:
    """The black and white degrees of old maps, between the two inner lines."""
    across, down = (side / (round(side / _STEP / 2) * 2) for side in (width, height))
    rows = svg.data("M", 0, -3.5, "H", width, "M", 0, height + 3.5, "H", width)
    columns = svg.data("M", -3.5, 0, "V", height, "M", width + 3.5, 0, "V", height)
    return svg.group(
        svg.path(rows, stroke_dasharray=across),
        svg.path(columns, stroke_dasharray=down),
        fill="none",
        stroke=INK,
        stroke_width=3,
    )
