"""What modules put on a desk: the mission card, tiles, permissions left this turn."""

from collections.abc import Mapping
from functools import lru_cache

from games.drawing.teutonica.countries import COUNTRIES, crest
from games.drawing.teutonica.words import TILE_SENTENCES
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import TILE_NAMES, TILES
from games.rules.teutonica.view import View


def extras(view: View, seat: int) -> str:
    """All that modules put on a seat's desk."""
    if not (view.missions or view.tiles or view.permissions):
        return ""
    card = view.missions[seat] if view.missions else ()
    tiles = tuple(name for name, owner in view.tiles.items() if owner == seat)
    permissions = view.permissions if seat == view.turn else ()
    return _extras(view.board, card, tiles, permissions)


@lru_cache(maxsize=1024)
def _extras(
    board: str,
    card: tuple[int, ...],
    tiles: tuple[str, ...],
    permissions: tuple[tuple[str, ...], ...],
) -> str:
    goods = []
    if permissions:
        goods.append(("Permissions left", "".join(map(_permission, permissions))))
    if tiles:
        goods.append(("Tiles", "".join(tile(name, None) for name in tiles)))
    if card:
        cities = load_board(board).cities
        names = "".join(f"<li>{cities[city].name}</li>" for city in card)
        words = "1 point for each city with your office, 5 more if you control all three."
        goods.append(
            (
                "Mission",
                f'<ul class="mission-card" title="{words}">{_CARD}{names}</ul>{_unseen(words)}',
            )
        )
    return _listed(goods)


def open_tiles(view: View, acts: Mapping[str, str]) -> str:
    """The tiles that no player has taken yet, to be clicked where that is legal (T13)."""
    free = [name for name, owner in view.tiles.items() if owner is None]
    tokens = "".join(tile(name, acts.get(f"tile:{name}")) for name in free)
    return _listed([("Available tiles", tokens)]) if free else ""


def tile(name: str, act: str | None) -> str:
    """A tile of the Emperor's Favour; its words appear on focus, and it may be a link."""
    tag, attributes = ("a", f"{act} ") if act else ("span", 'tabindex="0" ')
    words = TILE_NAMES[TILES.index(name)]
    return (
        f'<{tag} {attributes}class="token tile{" click" if act else ""}"><svg '
        f'viewBox="-20 -20 40 40" role="img" aria-label="{words}"><use href="#f-{name}"/></svg>'
        f'<span class="words"><b>{words}.</b> {TILE_SENTENCES[name]}</span></{tag}>'
    )


def _permission(countries: tuple[str, ...]) -> str:
    """One permission: the shields of the countries; it lets into one of them."""
    words = " or ".join(country.capitalize() for country in countries)
    wide = 24 * len(countries)
    shields = "".join(
        crest(country, (24.0 * place + 12, 14)) for place, country in enumerate(countries)
    )
    return (
        f'<span class="permission" style="--paint:{COUNTRIES[countries[0]].dark}"><svg '
        f'viewBox="0 0 {wide} 29" width="{wide}" height="29" aria-hidden="true">{shields}</svg>'
        f"{words}</span>"
    )


def _listed(goods: list[tuple[str, str]]) -> str:
    rows = "".join(f"<div><dt>{name}</dt><dd>{what}</dd></div>" for name, what in goods)
    return f'<dl class="goods">{rows}</dl>' if rows else ""


def _unseen(words: str) -> str:
    return f'<span class="sr">{words}</span>'


_CARD = (
    '<svg viewBox="-11 -11 22 22" aria-hidden="true"><path d="M-9-9H7C10-9 10-5 7-5V9H-7C-10 9-10 '
    '5-7 5V-9" fill="#fffaf0" stroke="#43301f" stroke-width="1.5"/><path fill="#a8322a" '
    'd="M0-5.4L1.6-1.6 5.6-1.2 2.6 1.4 3.6 5.2 0 3.2-3.6 5.2-2.6 1.4-5.6-1.2-1.6-1.6Z"/></svg>'
)
