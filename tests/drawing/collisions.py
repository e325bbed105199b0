"""What covers what on a board: the law that labels never collide."""

from itertools import pairwise

from games.drawing.geometry import Box, Point, around, distance
from games.drawing.teutonica.board_art import WORDS
from games.drawing.teutonica.layout import HALF_SPACE, MARKER, Layout


def collisions(layout: Layout) -> list[str]:
    """Return what covers a city, its ribbon or roofs, a space or a marker's spot, as sentences."""
    return [
        *_towns(layout),
        *_roads(layout),
        *_places(layout),
        *_crossings(layout),
        *_board_art(layout),
    ]


def _towns(layout: Layout) -> list[str]:
    return [
        f"{town.city.name} touches {other.city.name}."
        for number, town in enumerate(layout.towns)
        for other in layout.towns[number + 1 :]
        if any(
            one.overlaps(two)
            for one in (*town.boxes, town.roofs)
            for two in (*other.boxes, other.roofs)
        )
    ]


def _roads(layout: Layout) -> list[str]:
    found = []
    for town in layout.towns:
        boxes = (*town.boxes, town.roofs)
        for road in layout.roads:
            for number, point in enumerate(road.spaces, 1):
                if any(box.overlaps(around(point, HALF_SPACE - 2)) for box in boxes):
                    found.append(f"{town.city.name} touches space {road.route.id}.{number}.")
            if any(box.overlaps(around(road.marker, MARKER - 2)) for box in boxes):
                found.append(f"{town.city.name} touches the marker of {road.route.id}.")
            strange = town.city.index not in road.route.cities
            if strange and any(box.has(point) for box in boxes for point in road.line):
                found.append(f"{town.city.name} lies on the road {road.route.id}.")
    return found


def _places(layout: Layout) -> list[str]:
    """Spaces and markers, which may be filled by merchants or tokens."""
    places = [
        (f"{road.route.id}.{number}", point)
        for road in layout.roads
        for number, point in enumerate(road.spaces, 1)
    ]
    places += [(f"the marker of {road.route.id}", road.marker) for road in layout.roads]
    return [
        f"{name} touches {other}."
        for number, (name, point) in enumerate(places)
        for other, place in places[number + 1 :]
        if distance(point, place) < 2 * HALF_SPACE - 2
    ]


def _board_art(layout: Layout) -> list[str]:
    """Tables and the tray, which nothing may cover."""
    x, y = layout.supply
    tables = {
        "The tray for markers": around(layout.supply, 24),
        "The name of the tray": Box(x - WORDS / 2, y - 40, x + WORDS / 2, y - 24),
    }
    if layout.special:
        x, y = layout.special
        tables["The special prestige table"] = Box(x - 88, y - 26, x + 88, y + 34)
        tables["Its name"] = Box(x + 97, y - 8, x + 97 + WORDS, y + 28)
    for country, (x, y) in layout.ornament.get("points", {}).items():
        tables[f"The table of {country}"] = Box(x - 60, y - 20, x + 60, y + 112)
    found = []
    for name, table in tables.items():
        found += [
            f"{name} touches {town.city.name}."
            for town in layout.towns
            if any(table.overlaps(box) for box in (*town.boxes, town.roofs))
        ]
        found += [
            f"{name} touches {road.route.id}."
            for road in layout.roads
            if any(table.distance(at) < HALF_SPACE - 2 for at in (*road.spaces, road.marker))
        ]
    return found


def _crossings(layout: Layout) -> list[str]:
    return [
        f"{road.route.id} crosses {other.route.id}."
        for number, road in enumerate(layout.roads)
        for other in layout.roads[number + 1 :]
        if any(
            _cross(*one, *two)
            for one in pairwise(road.seen[::3])
            for two in pairwise(other.seen[::3])
        )
    ]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
