"""Goods and cities in words."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from games.rules.common.message import (
    Message,
    Noun,
    Part,
    Place,
    plural_term,
    series,
    term,
)
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import barrels_of, colour_of
from games.rules.hansa.view import View

MARKER: Final = Noun("marker", "1 marker", "{number} markers")
COLOURS: Final = (
    term("colour of goods", "red"),
    term("colour of goods", "yellow"),
    term("colour of goods", "green"),
    term("colour of goods", "blue"),
    term("colour of goods", "purple"),
    term("colour of goods", "brown"),
)
SIGNS: Final = (
    term("sign", "diamond"),
    term("sign", "disc"),
    term("sign", "triangle"),
    term("sign", "waves"),
    term("sign", "ring"),
    term("sign", "cross"),
)
"""The sign on the barrels of each colour, so that no player needs to see the colour."""
_SHORT: Final[Sequence[Callable[[Part], Message]]] = (
    lambda barrels: term("marker", "red {barrels}", barrels=barrels),
    lambda barrels: term("marker", "yellow {barrels}", barrels=barrels),
    lambda barrels: term("marker", "green {barrels}", barrels=barrels),
    lambda barrels: term("marker", "blue {barrels}", barrels=barrels),
    lambda barrels: term("marker", "purple {barrels}", barrels=barrels),
    lambda barrels: term("marker", "brown {barrels}", barrels=barrels),
)
_WHOLE: Final[Sequence[Callable[[int], Message]]] = (
    lambda number: plural_term("marker", number, "Red, 1 barrel", "Red, {number} barrels"),
    lambda number: plural_term("marker", number, "Yellow, 1 barrel", "Yellow, {number} barrels"),
    lambda number: plural_term("marker", number, "Green, 1 barrel", "Green, {number} barrels"),
    lambda number: plural_term("marker", number, "Blue, 1 barrel", "Blue, {number} barrels"),
    lambda number: plural_term("marker", number, "Purple, 1 barrel", "Purple, {number} barrels"),
    lambda number: plural_term("marker", number, "Brown, 1 barrel", "Brown, {number} barrels"),
)


def goods_name(code: int) -> Message:
    """Return a marker as on a button: 'red 2'."""
    return _SHORT[colour_of(code)](barrels_of(code))


def goods_words(code: int) -> Message:
    """Return a marker for people who do not see it: 'Red, 2 barrels'."""
    return _WHOLE[colour_of(code)](barrels_of(code))


def goods_names(codes: Iterable[int]) -> Message:
    """Return markers by colour: 'red 1, 2 and 3, blue 2 and 2'."""
    told, *others = (
        _SHORT[colour](series(map(barrels_of, row))) for colour, row in by_colour(codes).items()
    )
    for other in others:
        told = term("series", "{before}, {next}", before=told, next=other)
    return told


def by_colour(codes: Iterable[int]) -> dict[int, list[int]]:
    """Return markers by their colour, in the order in which they are given."""
    found: dict[int, list[int]] = {}
    for code in codes:
        found.setdefault(colour_of(code), []).append(code)
    return found


def city_name(view: View, city: int) -> Place:
    """Return a city's name."""
    return Place(load_board(view.board).cities[city].name)
