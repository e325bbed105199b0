"""Pictures of empty boards: small ones for lists of games, larger ones for previews of links."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from django.urls import reverse

from games.drawing import DRAWINGS
from games.drawing.png import png
from games.rules import TITLES

WIDTH = 192
"""Pixels, twice as many as a card shows."""

PREVIEW_WIDTH = 800
"""Pixels; what shows previews of links leaves out pictures that are much smaller."""

MOST_FREE: Final = max(max(title.players) for title in TITLES.values()) - 1
"""The most free seats that a preview tells: one is taken by whoever created the game."""
_VIEW_BOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')


@cache
def thumbnail(title: str, board: str, width: int = WIDTH, free: int = 0) -> bytes:
    """Return a board as a PNG of this width; raises LookupError if there is no such board.

    With `free` seats a banner over its lower edge says how many a game has, up to MOST_FREE.
    """
    if board not in TITLES[title].boards:
        raise LookupError(f"{title} has no board {board}.")
    ground = DRAWINGS[title].static(board)
    layers = [_banner(ground, seats_free(free))] if 0 < free <= MOST_FREE else []
    return png(ground, *layers, width=width)


def seats_free(count: int) -> str:
    """Return how many seats are free, in words."""
    return "1 seat free" if count == 1 else f"{count} seats free"


def _banner(ground: str, words: str) -> str:
    """Return an SVG with a banner for the lower edge of a board."""
    box = _VIEW_BOX.search(ground)
    if box is None:
        raise ValueError("The board has no viewBox.")
    x, y, width, height = map(float, box.groups())
    tall = 0.17 * height
    top = y + height - tall
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}">'
        f'<g><rect x="{x}" y="{top}" width="{width}" height="{tall}" fill="#1d5566"/>'
        f'<text x="{x + width / 2}" y="{top + 0.7 * tall}" fill="#ffffff" text-anchor="middle"'
        f' font-family="Alegreya" font-weight="700" font-size="{0.6 * tall}">'
        f"{words}</text></g></svg>"
    )


def picture_of(title: str, options: Mapping[str, str], players: int) -> str:
    """Return the URL of a small picture of the board of a game, '' if it cannot be drawn."""
    board = board_of(title, options, players)
    return reverse("play:board-picture", args=[title, board]) if board else ""


def preview_of(title: str, board: str, free: int = 0) -> str:
    """Return the URL of the picture that previews of links show: a board, and its free seats."""
    url = reverse("play:board-preview", args=[title, board])
    return f"{url}?free={free}" if free else url


def board_of(title: str, options: Mapping[str, str], players: int) -> str:
    """Return the board of a game, '' if it cannot be drawn."""
    return _board_of(title, tuple(sorted(options.items())), players)


@cache
def _board_of(title: str, options: tuple[tuple[str, str], ...], players: int) -> str:
    if title not in DRAWINGS:
        return ""
    rules = TITLES[title]
    board: str = rules.view(rules.start(dict(options), players), None).board
    return board
