"""Pictures of empty boards: small ones for lists of games, larger ones for previews of links."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.urls import reverse
from django.utils.translation import npgettext

from games.accounts.languages import address_here
from games.drawing import DRAWINGS
from games.drawing.png import png
from games.drawing.standalone import banner
from games.play.language import spoken
from games.rules import TITLES
from games.wording import Language

WIDTH = 192
"""Pixels, twice as many as a card shows."""

PREVIEW_WIDTH = 800
"""Pixels; what shows previews of links leaves out pictures that are much smaller."""

MOST_FREE: Final = max(max(title.players) for title in TITLES.values()) - 1
"""The most free seats that a preview shows: the person who created the game has one."""


def thumbnail(title: str, board: str, width: int = WIDTH, free: int = 0) -> bytes:
    """Return a board as a PNG of this width; raises LookupError if there is no such board.

    With `free` seats a banner over its lower edge says how many a game has, up to MOST_FREE.
    """
    if board not in TITLES[title].boards:
        raise LookupError(f"{title} has no board {board}.")
    return _thumbnail(title, board, width, free, spoken())


@cache
def _thumbnail(title: str, board: str, width: int, free: int, language: Language) -> bytes:
    ground = DRAWINGS[title].static(board, language)
    layers = [banner(ground, seats_free(free))] if 0 < free <= MOST_FREE else []
    return png(ground, *layers, width=width)


def seats_free(count: int) -> str:
    """Return how many seats are free, in words."""
    return npgettext("picture", "{count} seat free", "{count} seats free", count).format(
        count=count
    )


def picture_of(title: str, options: Mapping[str, str], players: int) -> str:
    """Return the URL of a small picture of the board of a game, '' if it cannot be drawn."""
    board = board_of(title, options, players)
    return address_here(reverse("play:board-picture", args=[title, board])) if board else ""


def preview_of(title: str, board: str, free: int = 0) -> str:
    """Return the URL of the picture that previews of links show: a board, and its free seats."""
    url = address_here(reverse("play:board-preview", args=[title, board]))
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
