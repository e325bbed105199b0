"""Goods and cities in words."""

from collections.abc import Iterable

from games.rules.common.telling import capital
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import COLOURS, barrels_of, colour_of, counted
from games.rules.hansa.view import View


def goods_name(code: int) -> str:
    """A marker as on a button: 'red 2'."""
    return f"{COLOURS[colour_of(code)]} {barrels_of(code)}"


def goods_words(code: int) -> str:
    """A marker for people who do not see it: 'Red, 2 barrels'."""
    return f"{capital(COLOURS[colour_of(code)])}, {counted(barrels_of(code), 'barrel')}"


def by_colour(codes: Iterable[int]) -> dict[int, list[int]]:
    """Markers by their colour, in the order in which they are given."""
    found: dict[int, list[int]] = {}
    for code in codes:
        found.setdefault(colour_of(code), []).append(code)
    return found


def city_name(view: View, city: int) -> str:
    """A city's name."""
    return load_board(view.board).cities[city].name
