"""What each player has in front of them, row by row, as a small picture of the rules page."""

from collections.abc import Sequence
from typing import NamedTuple

from games.drawing import svg
from games.drawing.hansa.corner import code
from games.drawing.lettering import INK, SANS
from games.drawing.standalone import captioned

_TOP, _STEP = 34, 66


class Row(NamedTuple):
    """The unsold markers of a seat, such as 'r1 r3', and what happens to them in a few words."""

    markers: str
    words: str


def rows(shown: Sequence[Row], words: str) -> str:
    """Return the rows, one for each seat, as HTML."""
    drawn = []
    for seat, row in enumerate(shown):
        y = _TOP + _STEP * seat
        markers = enumerate(row.markers.split())
        drawn.append(svg.use(f"m{seat}", 32, y))
        drawn += [svg.use(f"goods-{code(text)}", 96 + 62 * place, y) for place, text in markers]
        drawn.append(svg.text(row.words, 272, y + 7, font_size=19, font_family=SANS, fill=INK))
    high = 2 * _TOP + _STEP * (len(shown) - 1) + 2
    paper = svg.path(f"M0 0H540V{high}H0Z", fill="#f6ecd0")
    return captioned(svg.whole(paper, *drawn, viewBox=f"0 0 540 {high}", aria_hidden="true"), words)
