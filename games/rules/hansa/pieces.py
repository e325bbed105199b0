"""Goods and their colours, each as a small number with one name.

A goods marker is a number from 1 to 18: 1 + 3 * colour + (barrels - 1); 0 is none. Rows of
markers are `bytes` of such codes, sorted, so that equal positions are equal.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from games.rules.common.message import Message, Noun, Series, series, term

COLOURS: Final[tuple[str, ...]] = ("red", "yellow", "green", "blue", "purple", "brown")
COLOUR_NOUNS: Final = (
    Noun("red marker", "a red marker", "{number} red markers"),
    Noun("yellow marker", "a yellow marker", "{number} yellow markers"),
    Noun("green marker", "a green marker", "{number} green markers"),
    Noun("blue marker", "a blue marker", "{number} blue markers"),
    Noun("purple marker", "a purple marker", "{number} purple markers"),
    Noun("brown marker", "a brown marker", "{number} brown markers"),
)
"""A goods marker of each colour."""
COLOUR_WORDS: Final = (
    term("played without", "the red markers"),
    term("played without", "the yellow markers"),
    term("played without", "the green markers"),
    term("played without", "the blue markers"),
    term("played without", "the purple markers"),
    term("played without", "the brown markers"),
)
"""All markers of each colour, as what a game is played without."""
COLOUR_KINDS: Final = (
    term("kind of marker", "red markers"),
    term("kind of marker", "yellow markers"),
    term("kind of marker", "green markers"),
    term("kind of marker", "blue markers"),
    term("kind of marker", "purple markers"),
    term("kind of marker", "brown markers"),
)
"""Markers of each colour, however many."""
BARREL: Final = Noun("barrel", "1 barrel", "{number} barrels")
TALER: Final = Noun("taler", "1 taler", "{number} talers")
BOOTH: Final = Noun("booth", "1 booth", "{number} booths")
COLOUR_LETTERS: Final = "rygbpn"
BARRELS: Final[tuple[int, ...]] = (1, 2, 3)
NO_GOOD: Final = 0
GOODS: Final = range(1, 1 + len(COLOURS) * len(BARRELS))
"""Every kind of goods marker, by code (H1.1)."""
BOOTHS_EACH: Final = 15
"""The booths of each player (H1.3)."""


def good(colour: int, barrels: int) -> int:
    """Return the code of a marker."""
    return 1 + len(BARRELS) * colour + barrels - 1


def colour_of(code: int) -> int:
    """Return the colour of a marker; `code` is not NO_GOOD."""
    return (code - 1) // len(BARRELS)


def barrels_of(code: int) -> int:
    """Return the barrels that a marker shows; `code` is not NO_GOOD."""
    return 1 + (code - 1) % len(BARRELS)


def good_id(code: int) -> str:
    """Return a marker as orders write it: 'red2'."""
    return f"{COLOURS[colour_of(code)]}{barrels_of(code)}"


def goods(code: int, role: str) -> Message:
    """Return a marker in a role of `message.ROLES`: 'a red marker with 2 barrels'."""
    return term(
        "goods",
        "{marker} with {barrels}",
        marker=COLOUR_NOUNS[colour_of(code)].counted(role),
        barrels=BARREL.dative(barrels_of(code)),
    )


def several_goods(codes: Iterable[int], role: str) -> Series:
    """Return markers in a role: '2 red markers (1 and 3 barrels)'; `codes` are sorted."""
    return series(_of_colour(list(row), role) for _, row in groupby(codes, colour_of))


def _of_colour(codes: list[int], role: str) -> Message:
    row = [barrels_of(code) for code in codes]
    markers = COLOUR_NOUNS[colour_of(codes[0])].counted(role, len(codes))
    last = BARREL.subject(row[-1])
    if len(row) > 1 and len(set(row)) == 1:
        return term("goods", "{markers} ({barrels} each)", markers=markers, barrels=last)
    barrels = series((*row[:-1], last))
    return term("goods", "{markers} ({barrels})", markers=markers, barrels=barrels)


def kind(code: int) -> Message:
    """Return all markers of a kind: 'red markers with 2 barrels'."""
    return term(
        "goods",
        "{marker} with {barrels}",
        marker=COLOUR_KINDS[colour_of(code)],
        barrels=BARREL.dative(barrels_of(code)),
    )
