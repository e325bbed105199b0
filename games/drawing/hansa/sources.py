"""Where the points of Hansa come from on the board (H4.2)."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.drawing.geometry import Box
from games.drawing.hansa.sheet import Sheet
from games.drawing.sources import Place, Scored
from games.rules.hansa.questions import cities_worth
from games.rules.hansa.view import View
from games.wording.language import Language
from games.wording.score import POINT


def scored(
    view: View, seat: int, line: str, told: Iterable[Sequence[Any]], language: Language
) -> Scored:
    """Return the cities where booths of a seat are worth points."""
    del told  # The position says it all.
    if line != "cities":
        return Scored()
    cities = view.printed.cities
    return Scored(
        [
            Place(f"city:{cities[city].id}", points, language.say(POINT.subject(points)))
            for city, points in cities_worth(view, seat).items()
        ]
    )


def box(drawn: Sheet, target: str) -> Box:
    """Return the box of a city with its roofs and its quay."""
    town = drawn.layout.towns[drawn.board.city_numbers[target.removeprefix("city:")]]
    whole = town.whole
    return Box(whole.left, town.roofs.top, whole.right, whole.bottom).grown(3)


def name(drawn: Sheet, target: str) -> str:
    """Return the name of a city."""
    return drawn.board.cities[drawn.board.city_numbers[target.removeprefix("city:")]].name
