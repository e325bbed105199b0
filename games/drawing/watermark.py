"""A word across a board, so that nobody takes it for another."""

from games.drawing import svg
from games.drawing.live import Live

ROWS = 4
SIZE = 9
"""The height of the letters is this part of the board's."""


def marked(live: Live, word: str = "PLAN") -> Live:
    """Return the live layer of a board with a faint word across it, below what may be clicked."""
    left, top, width, height = map(float, live["view_box"].split())
    letters = (
        svg.text(word, left + width * across, top + height * row / ROWS)
        for row in range(1, ROWS + 1)
        for across in ((0.25, 0.75) if row % 2 else (0.5,))
    )
    mark = svg.group(
        *letters,
        id="watermark",
        class_="watermark",
        font_size=height / SIZE,
        aria_hidden="true",
    )
    return {**live, "body": mark + live["body"]}
