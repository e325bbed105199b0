"""What modules put on a desk: the mission card, tiles, permissions left this turn."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from games.drawing import svg
from games.drawing.desks import goods, unseen
from games.drawing.links import Link
from games.drawing.symbols import symbol
from games.drawing.teutonica.countries import COUNTRIES, crest
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import TILE_WORDS, TILES
from games.rules.teutonica.view import View
from games.wording.language import Language
from games.wording.teutonica import table
from games.wording.teutonica.words import TILE_SENTENCES


def extras(view: View, seat: int, language: Language) -> str:
    """All that modules put on a seat's desk."""
    cards, owners = view.missions, view.tiles
    permissions = view.permissions if seat == view.turn else ()
    tiles = tuple(name for name, owner in owners.items() if owner == seat)
    if not (cards or tiles or permissions):
        return ""
    return _extras(view.board, cards[seat] if cards else (), tiles, permissions, language)


@lru_cache(maxsize=1024)
def _extras(
    board: str,
    card: tuple[int, ...],
    tiles: tuple[str, ...],
    permissions: tuple[tuple[str, ...], ...],
    language: Language,
) -> str:
    rows = (
        (
            language.say(table.PERMISSIONS),
            "".join(_permission(each, language) for each in permissions),
        ),
        (language.say(table.TILES), "".join(_tile(name, None, language) for name in tiles)),
        (language.say(table.MISSION), _mission(board, card, language) if card else ""),
    )
    return _listed(rows) if any(what for _, what in rows) else ""


def _mission(board: str, card: tuple[int, ...], language: Language) -> str:
    """A mission card: its cities, and what they are worth (T12)."""
    words = language.say(table.MISSION_POINTS)
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


def open_tiles(view: View, acts: Mapping[str, Link], language: Language) -> str:
    """The tiles that no player has taken yet, to be clicked where that is legal (T13)."""
    free = [name for name, owner in view.tiles.items() if owner is None]
    tokens = "".join(_tile(name, acts.get(f"tile:{name}"), language) for name in free)
    return _listed([(language.say(table.OPEN_TILES), tokens)]) if free else ""


def _tile(name: str, act: Link | None, language: Language) -> str:
    """A tile of the Emperor's Favour."""
    words = language.say(TILE_WORDS[TILES.index(name)])
    about, sentence = f"tile:{name}", language.say(TILE_SENTENCES[name])
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


def _permission(countries: tuple[str, ...], language: Language) -> str:
    """One permission: the shields of the countries; it lets into one of them."""
    words = language.say(table.countries(countries))
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
