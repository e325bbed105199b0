"""What modules put on a desk: the mission card, tiles, permissions left this turn."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from games.drawing import svg
from games.drawing.desks import goods, unseen
from games.drawing.links import Link
from games.drawing.symbols import symbol
from games.drawing.teutonica.countries import COUNTRIES, crest
from games.drawing.teutonica.words import TILE_SENTENCES
from games.rules.teutonica.board import load_board
from games.rules.teutonica.modules.missions import ALL_CONTROLLED, CITY_POINTS
from games.rules.teutonica.pieces import TILE_NAMES, TILES
from games.rules.teutonica.view import View


def extras(view: View, seat: int) -> str:
    """All that modules put on a seat's desk."""
    cards, owners = view.missions, view.tiles
    permissions = view.permissions if seat == view.turn else ()
    tiles = tuple(name for name, owner in owners.items() if owner == seat)
    if not (cards or tiles or permissions):
        return ""
    return _extras(view.board, cards[seat] if cards else (), tiles, permissions)


@lru_cache(maxsize=1024)
def _extras(
    board: str,
    card: tuple[int, ...],
    tiles: tuple[str, ...],
    permissions: tuple[tuple[str, ...], ...],
) -> str:
    rows = (
        ("Permissions left", "".join(map(_permission, permissions))),
        ("Tiles", "".join(_tile(name, None) for name in tiles)),
        ("Mission", _mission(board, card) if card else ""),
    )
    return _listed(rows) if any(what for _, what in rows) else ""


def _mission(board: str, card: tuple[int, ...]) -> str:
    """A mission card: its cities, and what they are worth (T12)."""
    words = (
        f"{CITY_POINTS} point for each city with your office, {ALL_CONTROLLED} more if you"
        " control all three."
    )
    cities = load_board(board).cities
    return svg.element(
        "ul",
        svg.element(
            "svg",
            symbol(__package__, "mission").inside(),
            viewBox="-11 -11 22 22",
            aria_hidden="true",
        ),
        *(svg.worded("li", cities[city].name) for city in card),
        class_="mission-card",
        data_about="missions",
        title=words,
    ) + unseen(words)


def open_tiles(view: View, acts: Mapping[str, Link]) -> str:
    """The tiles that no player has taken yet, to be clicked where that is legal (T13)."""
    free = [name for name, owner in view.tiles.items() if owner is None]
    tokens = "".join(_tile(name, acts.get(f"tile:{name}")) for name in free)
    return _listed([("Available tiles", tokens)]) if free else ""


def _tile(name: str, act: Link | None) -> str:
    """A tile of the Emperor's Favour."""
    words = TILE_NAMES[TILES.index(name)]
    about, sentence = f"tile:{name}", TILE_SENTENCES[name]
    return token(f"f-{name}", "-20 -20 40 40", about, words, sentence, act, style=" tile")


def token(
    symbol: str, box: str, about: str, name: str, words: str, act: Link | None, *, style: str = ""
) -> str:
    """A token with its words, which appear beside it on focus; it may be a link."""
    drawn = svg.element("svg", svg.use(symbol), viewBox=box, role="img", aria_label=name)
    shown = svg.worded("b", f"{name}.") + f" {svg.escaped(words)}"
    return svg.element(
        "a" if act else "span",
        drawn,
        svg.element("span", shown, class_="words"),
        class_=f"token{style}{' click' if act else ''}",
        data_about=about,
        **dict(act or (("tabindex", "0"),)),
    )


def _permission(countries: tuple[str, ...]) -> str:
    """One permission: the shields of the countries; it lets into one of them."""
    words = " or ".join(country.capitalize() for country in countries)
    wide = 24 * len(countries)
    shields = (crest(country, (24 * place + 12, 14)) for place, country in enumerate(countries))
    box = f"0 0 {wide} 29"
    return svg.element(
        "span",
        svg.element("svg", *shields, viewBox=box, width=wide, height=29, aria_hidden="true"),
        words,
        class_="permission",
        data_about="permissions",
        style=f"--paint:{COUNTRIES[countries[0]].dark}",
    )


def _listed(rows: Iterable[tuple[str, str]]) -> str:
    return goods(("", "", heading, what) for heading, what in rows)
