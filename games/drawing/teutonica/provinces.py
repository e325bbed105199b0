"""The provinces around which two players move the pawn (T17), fitted to the drawn roads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.drawing.geometry import (
    Box,
    Point,
    along,
    distance,
    figure,
    outside,
    path,
    smooth,
)
from games.drawing.lettering import INK, SERIF
from games.drawing.teutonica.layout import Layout, Town, load_layout

_ROOM = 46.0
"""The room that is enough around a province's number."""


@dataclass(frozen=True, slots=True)
class Province:
    """A province's outline, and the free spot for its number and the pawn."""

    number: int
    outline: tuple[Point, ...]
    middle: Point


@cache
def provinces(board_id: str) -> tuple[Province, ...]:
    """The provinces of a board; most boards have none."""
    layout = load_layout(board_id)
    facts = layout.board.facts.get("provinces", ())
    known = _printed(layout)
    closed = [box.grown(20) for box in _walls(*layout.towns)]
    closed += [
        Box(x - 108, y - 52, x + 165, y + 52) for x, y in [layout.special or (-500.0, -500.0)]
    ]
    points = [(point, 44.0) for road in layout.roads for point in (*road.spaces, road.marker)]
    points += [(point, 27.0) for road in layout.roads for point in road.line[::3]]
    points.append((layout.supply, 58.0))
    found = []
    for province in facts:
        outline = _outline(layout, province["outline"], known)
        fixed = layout.ornament.get("provinces", {}).get(str(province["id"]))
        middle = (fixed[0], fixed[1]) if fixed else _middle(layout, outline, closed, points)
        found.append(Province(int(province["id"]), outline, middle))
    return tuple(found)


def _printed(layout: Layout) -> dict[Point, tuple[int | None, Point, int]]:
    """Printed points of cities and spaces: their route, where they are drawn, which on its line."""
    facts = layout.board.facts
    found: dict[Point, tuple[int | None, Point, int]] = {}
    for town, city in zip(layout.towns, facts["cities"], strict=True):
        found[tuple(city["at"])] = (None, town.at, -1)
    for road, route in zip(layout.roads, facts["routes"], strict=True):
        for point, space in zip(road.spaces, route["spaces"], strict=True):
            found[tuple(space["at"])] = (road.route.index, point, _nearest(road.line, point))
    return found


def _nearest(line: Sequence[Point], point: Point) -> int:
    return min(range(len(line)), key=lambda number: distance(line[number], point))


def _outline(
    layout: Layout,
    printed: Sequence[Sequence[float]],
    known: Mapping[Point, tuple[int | None, Point, int]],
) -> tuple[Point, ...]:
    """The outline as drawn: from space to space along the roads."""
    corners: list[tuple[int | None, Point, int]] = []
    for x, y in printed:
        if (x, y) in known:
            corners.append(known[x, y])
        else:
            across, down = layout.sheet.place((x, y))
            # What reaches the printed edge reaches the drawn one.
            corners.append((None, (across, down if y > 0 else 0.0), -1))
    outline: list[Point] = []
    for (route, at, place), (to_route, to, to_place) in zip(
        corners, [*corners[1:], corners[0]], strict=True
    ):
        outline.append(at)
        shared = to_route if route is None else route
        if shared is None or (to_route is not None and to_route != shared):
            continue
        line = layout.roads[shared].line
        start = place if place >= 0 else _nearest(line, at)
        end = to_place if to_place >= 0 else _nearest(line, to)
        way = 6 if end > start else -6
        outline.extend(line[start + way : end : way])
    return tuple(outline)


def _middle(
    layout: Layout, outline: Sequence[Point], closed: Sequence[Box], points: Sequence[Any]
) -> Point:
    """The roomiest spot inside; of several the nearest to the province's centre."""
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    centre = ((left + right) / 2, (top + bottom) / 2)
    best, most = centre, float("-inf")
    sheet = Box(0, 0, layout.width, layout.height).grown(-30)
    near = points[0]
    # What lies farther away leaves more room than is enough.
    reach = _ROOM - 20 + max(radius for _, radius in points)
    # The rows nearest to the centre first: most places are then soon known not to be better.
    for down in sorted(range(int(top), int(bottom), 8), key=lambda down: abs(down - centre[1])):
        row = [point for point in points if abs(point[0][1] - down) < reach]
        for across in range(int(left), int(right), 8):
            place = (float(across), float(down))
            far = distance(place, centre) / 60
            # There are thousands of spots: stop measuring one that cannot be better.
            least = most + far
            if least >= _ROOM or not sheet.has(place):
                continue
            # It is mostly the same point that is too near as for the previous neighbour.
            if 20 + distance(place, near[0]) - near[1] <= least or not inside(outline, place):
                continue
            near = min(row, key=lambda each: distance(place, each[0]) - each[1], default=near)
            room = distance(place, near[0]) - near[1]
            room = 20 + min(room, *(box.distance(place) for box in closed))
            worth = min(room, _ROOM) - far
            if worth > most:
                best, most = place, worth
    return best


def inside(outline: Sequence[Point], point: Point) -> bool:
    """Whether a point is inside an outline."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


@cache
def shape(board_id: str, number: int) -> str:
    """The outline of a province as an SVG path."""
    province = next(found for found in provinces(board_id) if found.number == number)
    return f"{path(province.outline)}Z"


@cache
def numbers(board_id: str) -> str:
    """All provinces' numbers in light ink, and the guards on the borders without a road."""
    layout = load_layout(board_id)
    parts = ['<g class="provinces">']
    towns = {town.city.id: town for town in layout.towns}
    for pair in layout.board.facts.get("guards", ()):
        one, other = (towns[name] for name in pair)
        way = outside(smooth([one.at, other.at]), _walls(one, other))
        x, y = _post(layout, along(way, [0.5])[0])
        parts.append(
            f"<g><title>A guard between {one.city.name} and {other.city.name}</title><path "
            f'd="{path((way[0], way[-1]))}" stroke="#6b4a2a" stroke-width="2.6" '
            'stroke-dasharray="2 5" stroke-linecap="round"/>'
            f"{_GUARD.format(x=figure(x), y=figure(y))}</g>"
        )
    parts += [
        f'<text x="{figure(province.middle[0])}" y="{figure(province.middle[1] + 9)}" '
        f'text-anchor="middle" font-family="{SERIF}" font-weight="700" font-size="27" '
        f'fill="#5a472e" fill-opacity=".62">{province.number}</text>'
        for province in provinces(board_id)
    ]
    return "".join((*parts, "</g>"))


def _walls(*towns: Town) -> list[Box]:
    return [box for town in towns for box in (*town.boxes, town.roofs)]


def _post(layout: Layout, wish: Point) -> Point:
    """The free spot nearest to where a guard should be."""
    boxes = _walls(*layout.towns)
    places = [point for road in layout.roads for point in (*road.spaces, road.marker)]
    lines = [point for road in layout.roads for point in road.line[::3]]
    spots = [
        (wish[0] + across, wish[1] + down)
        for across in range(-90, 91, 5)
        for down in range(-90, 91, 5)
    ]
    return min(
        spots,
        key=lambda spot: (
            any(
                box.grown(9).overlaps(Box(spot[0] - 11, spot[1] - 18, spot[0] + 11, spot[1] + 9))
                for box in boxes
            )
            or any(distance(spot, place) < 35 for place in places)
            or any(distance(spot, point) < 21 for point in lines),
            distance(spot, wish),
        ),
    )


_GUARD = (
    '<g transform="translate({x},{y})" stroke="' + INK + '" stroke-width="1.2" '
    'stroke-linejoin="round"><path fill="none" stroke-width="1.8" d="M9 12V-16"/><path '
    'fill="#c9cdd0" d="M9-22L12-15 9-12.6 6-15Z"/><path fill="#7b7f86" d="M-6 12L-4-3H4L6 12Z"/>'
    '<circle cy="-7" r="4.4" fill="#e8c9a4"/><path fill="#8d9298" d="M-5.4-7.4C-5.4-14 5.4-14 '
    '5.4-7.4Z"/><path fill="#a8322a" d="M-9-2H1V4C1 8-2 10-4 11-6 10-9 8-9 4Z"/></g>'
)
