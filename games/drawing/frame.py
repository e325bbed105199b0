"""The frame around a map: a paper rim between thin double lines, and a ladder of degrees."""

from games.drawing import svg
from games.drawing.geometry import Box, rectangle
from games.drawing.lettering import INK

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
