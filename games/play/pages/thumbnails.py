"""Small pictures of empty boards, for lists of games."""

from collections.abc import Mapping
from functools import cache

from django.urls import reverse

from games.drawing import DRAWINGS
from games.drawing.png import png
from games.rules import TITLES

WIDTH = 192
"""Pixels, twice as many as a card shows."""


@cache
def thumbnail(title: str, board: str) -> bytes:
    """Return a board as a small PNG; raises LookupError if there is no such board."""
    if board not in TITLES[title].boards:
        raise LookupError(f"{title} has no board {board}.")
    return png(DRAWINGS[title].static(board), width=WIDTH)


def picture_of(title: str, options: Mapping[str, str], players: int) -> str:
    """Return the URL of a small picture of the board of a game, '' if it cannot be drawn."""
    return _picture_of(title, tuple(sorted(options.items())), players)


@cache
def _picture_of(title: str, options: tuple[tuple[str, str], ...], players: int) -> str:
    if title not in DRAWINGS:
        return ""
    rules = TITLES[title]
    board = rules.view(rules.start(dict(options), players), None).board
    return reverse("play:board-picture", args=[title, board])
