"""Goods, players and standings in words."""

from collections.abc import Iterable, Sequence

from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import COLOURS, barrels_of, colour_of, counted
from games.rules.hansa.scoring import ALONE_POINTS, CITY_POINTS
from games.rules.hansa.view import View


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def goods_name(code: int) -> str:
    """A marker as it is called on a button: 'red 2'."""
    return f"{COLOURS[colour_of(code)]} {barrels_of(code)}"


def goods_words(code: int) -> str:
    """A marker for those who do not see it: 'Red, 2 barrels'."""
    return f"{capital(COLOURS[colour_of(code)])}, {counted(barrels_of(code), 'barrel')}"


def by_colour(codes: Iterable[int]) -> dict[int, list[int]]:
    """Markers by their colour, in the order in which they are given."""
    found: dict[int, list[int]] = {}
    for code in codes:
        found.setdefault(colour_of(code), []).append(code)
    return found


def city_name(view: View, city: int) -> str:
    """What a city is called."""
    return load_board(view.board).cities[city].name


def leader(booths: Sequence[int]) -> int | None:
    """The seat with most of a city's booths; None where there is a tie or no booth (H3.1)."""
    most = max(booths)
    return booths.index(most) if most and booths.count(most) == 1 else None


def points(view: View, seat: int) -> int:
    """What a seat would score now (H4.2)."""
    desk = view.desks[seat]
    cities = sum(
        ALONE_POINTS if row[seat] == sum(row) else CITY_POINTS for row in view.booths if row[seat]
    )
    return len(desk.unsold) + sold_points(desk.sold) + cities


def sold_points(codes: Sequence[int]) -> int:
    """What sold markers are worth (H4.2)."""
    return sum(1 + barrels_of(code) for code in codes)
