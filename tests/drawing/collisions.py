"""What covers what on a board: the law that labels never collide."""

from games.drawing.teutonica.geometry import around, distance
from games.drawing.teutonica.layout import HALF_SPACE, MARKER, Layout


def collisions(layout: Layout) -> list[str]:
    """Sentences on whatever covers a town, its ribbon or roofs, a space or a marker's place."""
    return [*_towns(layout), *_roads(layout), *_places(layout)]


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
