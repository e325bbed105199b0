"""Where the points of Hansa come from (H4.2)."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.drawing.geometry import Box
from games.drawing.hansa.sheet import Sheet
from games.drawing.hansa.words import city_name
from games.drawing.score import listed
from games.drawing.sources import Place, Source
from games.rules.hansa.pieces import barrels_of, counted
from games.rules.hansa.questions import ALONE_POINTS, CITY_POINTS, cities_worth
from games.rules.hansa.view import View


def source(
    view: View,
    seat: int,
    line: str,
    points: int,
    names: Sequence[str],
    told: Iterable[Sequence[Any]],
) -> Source:
    """Return where the points of a seat in a line of the score sheet come from."""
    del told  # The position says it all.
    name, desk = names[seat], view.desks[seat]
    if line == "cities":
        return _cities(view, seat, name)
    if line == "sold":
        barrels = sum(map(barrels_of, desk.sold))
        sentence = (
            f"{name} sold {counted(len(desk.sold), 'marker')} with "
            f"{counted(barrels, 'barrel')}: 1 point for each marker and each barrel."
        )
    else:
        each = " each" if points > 1 else ""
        sentence = f"{name} has {counted(points, 'marker')} unsold: 1 point{each}."
    return Source(seat, line, sentence)


def reason(view: View, seat: int, line: str) -> str:
    """Return where a line's points come from, in a few words: 'goods sold'."""
    if line == "cities":
        count = len(cities_worth(view, seat))
        return f"booths in {count} cities" if count > 1 else "booths in one city"
    return {"sold": "goods sold", "unsold": "unsold goods"}[line]


def _cities(view: View, seat: int, name: str) -> Source:
    worth = cities_worth(view, seat)
    parts = []
    for points, where in ((ALONE_POINTS, "alone in"), (CITY_POINTS, "beside others in")):
        names = [city_name(view, city) for city, each in worth.items() if each == points]
        if names:
            each = " each" if len(names) > 1 else ""
            parts.append(f"{where} {listed(names)}: {points} points{each}")
    cities = view.printed.cities
    places = [
        Place(f"city:{cities[city].id}", points, counted(points, "point"))
        for city, points in worth.items()
    ]
    return Source(seat, "cities", f"{name} has booths {'; '.join(parts)}.", places)


def box(drawn: Sheet, target: str) -> Box:
    """Return the box of a city with its roofs and its quay."""
    town = drawn.layout.towns[drawn.board.city_numbers[target.removeprefix("city:")]]
    whole = town.whole
    return Box(whole.left, town.roofs.top, whole.right, whole.bottom).grown(3)


def name(drawn: Sheet, target: str) -> str:
    """Return the name of a city."""
    return drawn.board.cities[drawn.board.city_numbers[target.removeprefix("city:")]].name
