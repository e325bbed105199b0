"""Goods and their colours, each as a small number with one name.

A goods marker is a number from 1 to 18: 1 + 3 * colour + (barrels - 1); 0 is none. Rows of
markers are `bytes` of such codes, sorted, so that equal positions are equal.
"""

from collections.abc import Iterable
from typing import Final

from games.rules.common.telling import listed

COLOURS: Final = ("red", "yellow", "green", "blue", "purple", "brown")
COLOUR_LETTERS: Final = "rygbpn"
BARRELS: Final = (1, 2, 3)
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


def in_words(code: int) -> str:
    """Return a marker for people: 'a red marker with 2 barrels'."""
    return f"a {COLOURS[colour_of(code)]} marker with {counted(barrels_of(code), 'barrel')}"


def kind_in_words(code: int) -> str:
    """Return the markers of a kind for people: 'red markers with 2 barrels'."""
    return f"{COLOURS[colour_of(code)]} markers with {counted(barrels_of(code), 'barrel')}"


def several_in_words(codes: Iterable[int]) -> str:
    """Return markers for people: '2 red markers (1 and 3 barrels)'; `codes` are sorted."""
    by_colour: dict[int, list[int]] = {}
    for code in codes:
        by_colour.setdefault(colour_of(code), []).append(barrels_of(code))
    return listed(
        f"{counted(len(row), f'{COLOURS[colour]} marker')} ({_barrels(row)})"
        for colour, row in by_colour.items()
    )


def _barrels(row: list[int]) -> str:
    last = counted(row[-1], "barrel")
    if len(row) > 1 and len(set(row)) == 1:
        return f"{last} each"
    return listed((*map(str, row[:-1]), last))


def counted(number: int, name: str) -> str:
    """Return a number of things: '1 booth', '3 booths'."""
    return f"{number} {name}{'' if number == 1 else 's'}"
