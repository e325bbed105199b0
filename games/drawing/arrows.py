"""Arrows between places of a board, and marks around them: what somebody draws on it to explain."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil, hypot
from typing import Final, NamedTuple

from games.drawing import svg
from games.drawing.geometry import Box, Point, along, around, distance, length, path
from games.drawing.seats import COLOURS, EDGES
from games.drawing.sheet import BaseSheet

NEUTRAL: Final = "#fffdf6", "#2c2520"
"""The colours of an edge and of what nobody at the table has drawn."""
WIDTH: Final = 5.0
EDGE: Final = 1.9
"""How far the edge reaches out beside a line."""
GAP: Final = 3.0
"""How far an arrow and a ring stay away from their places."""
HEAD: Final = 23.0
"""How long the head of an arrow is."""
HOUSE: Final = 16.0
"""Half the side of the square around a space that lines leave free."""
STEP: Final = 4.0
BENDS: Final = (0.0, 0.09, -0.09, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4)
"""How far a line may bend, as a part of its length; the first is the best."""
SIZES: Final = {"space": 17.0, "office": 19.0, "special": 20.0, "route": 17.0}
OTHER_SIZE: Final = 27.0
"""Half the side of the square around a place, by what it is."""


class Arrow(NamedTuple):
    """An arrow from a place to another by their targets, or a mark around one, without an `end`.

    It has the colour of a `seat`, None for nobody at the table. `words` tell it.
    """

    start: str
    end: str = ""
    seat: int | None = None
    words: str = ""


def drawn(
    arrows: Sequence[Arrow], sheet: BaseSheet, box: Callable[[str], Box], ways: Mapping[str, str]
) -> str:
    """Return arrows and marks as SVG; '' if there are none.

    `box` is that of a city or a field of a board, `ways` are its routes as paths that leave their
    spaces free. No line covers a city or a space; it is interrupted where it would. Raises KeyError
    for a place that the board does not have.
    """
    if not arrows:
        return ""
    left, top, width, height = map(float, sheet.view_box.split())
    frame = Box(left, top, left + width, top + height)
    towns = tuple(box(town) for town in sheet.towns)
    houses = tuple(
        around(at, HOUSE)
        for name, at in sheet.places.items()
        if name.startswith(("space:", "special:"))
    )

    def place(target: str) -> Box:
        if target in sheet.towns:
            return box(target)
        kind = target.partition(":")[0]
        return around(sheet.places[target], SIZES.get(kind, OTHER_SIZE))

    def markup(number: int, arrow: Arrow) -> str:
        start, obstacles = place(arrow.start), (*towns, *houses)
        route = ways.get(arrow.start.removeprefix("route:"), "")
        if arrow.end:
            line, head = way(start, place(arrow.end), obstacles, frame)
        elif route and arrow.start.startswith("route:"):
            line, head = route, ""
        elif arrow.start in sheet.towns:
            line, head = ring(start, obstacles), ""
        else:
            line, head = _circle(start), ""
        edge, ink = _pens(arrow.seat)
        pens = (edge, WIDTH + 2 * EDGE), (ink, WIDTH)
        body = svg.group(svg.strokes(line, *pens), fill="none", stroke_linecap="round")
        if head:
            body += svg.path(
                head, fill=ink, stroke=edge, stroke_width=EDGE, stroke_linejoin="round"
            )
        title = svg.title(arrow.words) if arrow.words else ""
        return svg.group(title, body, id=f"arrow-{number}", class_="arrow")

    return svg.group(
        *(markup(number, arrow) for number, arrow in enumerate(arrows)),
        id="arrows",
        pointer_events="none",
    )


def _pens(seat: int | None) -> tuple[str, str]:
    """Return the colours of edge and line; a light line has a dark edge."""
    if seat is None:
        return NEUTRAL
    return (EDGES[seat] if seat == 1 else NEUTRAL[0]), COLOURS[seat]


@lru_cache(maxsize=2048)
def way(start: Box, end: Box, obstacles: Sequence[Box], frame: Box) -> tuple[str, str]:
    """Return the line and the head of an arrow from a box to another as SVG paths.

    Of several bends it has the one that covers the fewest obstacles, and is interrupted there.
    """
    ends = _middle(start), _middle(end)
    others = [
        each for each in obstacles if not any(each.has(point) or _is(each, point) for point in ends)
    ]
    best = min(
        (_bent(start, end, bend) for bend in BENDS),
        key=lambda curve: _cost(curve, others, frame),
    )
    shaft, tip = _headed(best)
    return _pieces(shaft, others), _head(shaft[-1], tip)


def _is(box: Box, point: Point) -> bool:
    return distance(_middle(box), point) < 1


def _middle(box: Box) -> Point:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _bent(start: Box, end: Box, bend: float) -> list[Point]:
    """Return a curve between the middles of two boxes, without what is inside them."""
    one, other = _middle(start), _middle(end)
    across, down = other[0] - one[0], other[1] - one[1]
    knee = (
        (one[0] + other[0]) / 2 - 2 * bend * down,
        (one[1] + other[1]) / 2 + 2 * bend * across,
    )
    count = max(12, ceil(hypot(across, down) * (1 + abs(bend)) / STEP))
    curve = [_on(one, knee, other, part / count) for part in range(count + 1)]
    first, last = start.grown(GAP), end.grown(GAP)
    free = [point for point in curve if not (first.has(point) or last.has(point))]
    # What lies side by side, or within each other, leaves no room between: from middle to middle.
    return free if len(free) > 1 and length(free) > HEAD + STEP else curve


def _on(one: Point, knee: Point, other: Point, part: float) -> Point:
    near, far = (1 - part) ** 2, part**2
    between = 2 * part * (1 - part)
    return (
        near * one[0] + between * knee[0] + far * other[0],
        near * one[1] + between * knee[1] + far * other[1],
    )


def _cost(curve: Sequence[Point], obstacles: Sequence[Box], frame: Box) -> float:
    covered = sum(any(box.has(point) for box in obstacles) for point in curve)
    head = sum(any(box.has(point) for box in obstacles) for point in curve[-6:])
    beyond = sum(not frame.has(point) for point in curve)
    return length(curve) / (5 * STEP) + covered + 20 * head + 50 * beyond


def _headed(curve: Sequence[Point]) -> tuple[list[Point], Point]:
    """Return a line without the part that the head of the arrow covers, and its tip."""
    whole = length(curve)
    until = max(whole - HEAD, 0.35 * whole)
    shaft, gone = [curve[0]], 0.0
    for one, other in pairwise(curve):
        gone += distance(one, other)
        if gone >= until:
            break
        shaft.append(other)
    shaft.append(along(curve, [until / whole])[0])
    return shaft, curve[-1]


def _head(base: Point, tip: Point) -> str:
    across, down = tip[0] - base[0], tip[1] - base[1]
    side = 0.52
    left = base[0] - side * down, base[1] + side * across
    right = base[0] + side * down, base[1] - side * across
    return path([left, tip, right]) + "Z"


def ring(box: Box, obstacles: Sequence[Box]) -> str:
    """Return a line around a box as an SVG path, interrupted where it would cover another."""
    around_it = box.grown(GAP + WIDTH / 2)
    corners = [
        (around_it.left, around_it.top),
        (around_it.right, around_it.top),
        (around_it.right, around_it.bottom),
        (around_it.left, around_it.bottom),
    ]
    line: list[Point] = []
    for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
        count = ceil(distance(one, other) / STEP)
        line.extend(along([one, other], [part / count for part in range(count)]))
    middle = _middle(box)
    return _pieces([*line, line[0]], [each for each in obstacles if not each.has(middle)])


def _circle(box: Box) -> str:
    x, y = _middle(box)
    radius = (box.right - box.left) / 2 + GAP
    half = svg.data("a", radius, radius, 0, 1, 1)
    return (
        svg.data("M", x - radius, y)
        + f"{half} {svg.num(2 * radius)} 0"
        + f"{half} {svg.num(-2 * radius)} 0"
    )


def _pieces(line: Sequence[Point], obstacles: Sequence[Box]) -> str:
    """Return a line as an SVG path, without what would cover an obstacle."""
    grown = [box.grown(WIDTH / 2 + EDGE) for box in obstacles]
    return "".join(path(piece) for piece in _free(line, grown) if len(piece) > 1)


def _free(line: Sequence[Point], obstacles: Sequence[Box]) -> Iterator[list[Point]]:
    for covered, points in groupby(line, lambda point: any(box.has(point) for box in obstacles)):
        if not covered:
            yield list(points)
