"""Writing desks as HTML."""

from collections.abc import Container, Sequence
from functools import partial

from django.template.loader import render_to_string

from games.drawing.desks import WritingDesk
from games.play.language import spoken
from games.rules.common.lru import LRUCache

TEMPLATE = "play/desk.html"

_desks = LRUCache(1000)


def desks_of(
    title: str,
    desks: Sequence[WritingDesk],
    movers: Container[int],
    pages: Sequence[str] = (),
    levels: Sequence[str] = (),
) -> list[str]:
    """Return desks as HTML, cached, since most of them look as they did at the last click.

    `movers` are the seats that the game waits for, whatever has been drafted. `pages` are the URLs
    of the pages about the players, by seat, '' without one; without `pages`, names are no links.
    `levels` stand beside the names of bots.
    """
    return [
        _html(
            title,
            desk,
            desk["seat"] in movers,
            pages[desk["seat"]] if pages else "",
            levels[desk["seat"]] if levels else "",
        )
        for desk in desks
    ]


def own_and_others(
    title: str,
    desks: Sequence[WritingDesk],
    movers: Container[int],
    pages: Sequence[str] = (),
    levels: Sequence[str] = (),
) -> tuple[str, list[str]]:
    """Return the visitor's own desk, '' for a spectator, and those of the others, as `desks_of`."""
    printed = desks_of(title, desks, movers, pages, levels)
    # Seats are told around the table from the visitor's.
    own = int(desks[0]["mine"])
    return "".join(printed[:own]), printed[own:]


def _html(title: str, desk: WritingDesk, turn: bool, page: str, level: str) -> str:
    context = {"desk": desk, "turn": turn, "page": page, "level": level}
    draw = partial(render_to_string, TEMPLATE, context)
    key = (title, turn, page, level, spoken().code, *desk.values())
    html: str = _desks.get(key, draw)
    return html
