"""Where cities, offices, routes, spaces, fields and provinces are, and what lies around a city."""

from collections.abc import Iterator
from math import atan2

from games.drawing.geometry import Point
from games.drawing.stops import Stop
from games.drawing.teutonica.provinces import provinces
from games.drawing.teutonica.sheet import Sheet, sheet
from games.rules.teutonica.board import City, Route
from games.rules.teutonica.pieces import SPECIAL_PRESTIGE
from games.rules.teutonica.view import View


def stops(view: View) -> dict[str, Stop]:
    """Return where the places of the outline are, by id."""
    drawn = sheet(view.board)
    found = {}
    for city in drawn.board.cities:
        box = drawn.walls[city.id]
        middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        found[f"city:{city.id}"] = Stop(middle, tuple(_around(drawn, city, middle)))
        for number in range(1, len(city.offices) + 1):
            name = f"office:{city.id}.{number}"
            found[name] = Stop(drawn.places.get(name, middle))
    for route in drawn.board.routes:
        found[f"route:{route.id}"] = Stop(drawn.places[f"route:{route.id}"])
    for space, name in enumerate(drawn.board.space_ids):
        found[f"space:{name}"] = Stop(drawn.spaces[space])
    for field, at in enumerate(drawn.specials):
        found[f"special:{SPECIAL_PRESTIGE[field]}"] = Stop(at)
    if drawn.board.facts.get("provinces"):
        for each in provinces(drawn.board.id):
            found[f"province:{each.number}"] = Stop(each.middle)
    return found


def _around(drawn: Sheet, city: City, middle: Point) -> Iterator[str]:
    """The routes of a city clockwise, each with its spaces from the city on."""
    board = drawn.board

    def angle(route: Route) -> float:
        first = route.spaces[0] if route.cities[0] == city.index else route.spaces[-1]
        x, y = drawn.spaces[first]
        return -atan2(middle[0] - x, y - middle[1])

    for route in sorted((board.routes[number] for number in city.routes), key=angle):
        yield f"route:{route.id}"
        way = route.spaces if route.cities[0] == city.index else reversed(route.spaces)
        yield from (f"space:{board.space_ids[space]}" for space in way)
