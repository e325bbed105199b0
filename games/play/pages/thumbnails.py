"""Pictures of empty boards: small ones for lists of games, larger ones for previews of links."""

from collections.abc import Mapping
from functools import cache

from django.urls import reverse

from games.drawing import DRAWINGS
from games.drawing.png import png
from games.rules import TITLES

WIDTH = 192
"""Pixels, twice as many as a card shows."""

PREVIEW_WIDTH = 800
"""Pixels; what shows previews of links leaves out pictures that are much smaller."""


@cache
def thumbnail(title: str, board: str, width: int = WIDTH) -> bytes:
    """Return a board as a PNG of this width; raises LookupError if there is no such board."""
    if board not in TITLES[title].boards:
        raise LookupError(f"{title} has no board {board}.")
    return png(DRAWINGS[title].static(board), width=width)


def picture_of(title: str, options: Mapping[str, str], players: int) -> str:
    """Return the URL of a small picture of the board of a game, '' if it cannot be drawn."""
    board = board_of(title, options, players)
    return reverse("play:board-picture", args=[title, board]) if board else ""


def preview_of(title: str, board: str) -> str:
    """Return the URL of the picture of a board that previews of links show."""
    return reverse("play:board-preview", args=[title, board])


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
