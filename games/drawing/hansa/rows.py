"""What each player has in front of them, row by row, as a small picture of the rules page."""

from collections.abc import Sequence
from typing import NamedTuple

from games.drawing.hansa.corner import code
from games.drawing.lettering import INK, SANS

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
        drawn.append(f'<use href="#m{seat}" x="32" y="{y}"/>')
        drawn += [
            f'<use href="#goods-{code(text)}" x="{96 + 62 * place}" y="{y}"/>'
            for place, text in enumerate(row.markers.split())
        ]
        drawn.append(
            f'<text x="272" y="{y + 7}" font-size="19" font-family="{SANS}" fill="{INK}">'
            f"{row.words}</text>"
        )
    high = 2 * _TOP + _STEP * (len(shown) - 1) + 2
    return (
        f'<figure><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 {high}" '
        f'aria-hidden="true"><path fill="#f6ecd0" d="M0 0H540V{high}H0Z"/>{"".join(drawn)}</svg>'
        f"<figcaption>{words}</figcaption></figure>"
    )
