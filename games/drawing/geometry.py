"""Points, boxes and smooth lines: the geometry that a map needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot

from games.drawing.svg import num

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Box":
        """The box, larger by `by` on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def overlaps(self, other: "Box") -> bool:
        """Whether the two boxes share more than an edge."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def has(self, point: Point) -> bool:
        """Whether the point is inside."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom

    def distance(self, point: Point) -> float:
        """How far outside the point is; 0 inside."""
        return hypot(
            max(self.left - point[0], 0, point[0] - self.right),
            max(self.top - point[1], 0, point[1] - self.bottom),
        )


def around(point: Point, half: float) -> Box:
    """The square with this centre and half side."""
    return Box(point[0] - half, point[1] - half, point[0] + half, point[1] + half)


def distance(one: Point, other: Point) -> float:
    """The length of the straight line between two points."""
    return hypot(one[0] - other[0], one[1] - other[1])


def smooth(points: Sequence[Point], step: float = 4) -> list[Point]:
    """A curve through all points (Catmull-Rom), sampled about every `step` units."""
    if len(points) < 3:
        return _straight(points[0], points[-1], step)
    ends = [_mirror(points[0], points[1]), *points, _mirror(points[-1], points[-2])]
    curve: list[Point] = []
    for index in range(1, len(ends) - 2):
        before, start, end, after = ends[index - 1 : index + 3]
        count = max(2, ceil(distance(start, end) / step))
        curve.extend(
            (
                _spline(before[0], start[0], end[0], after[0], part / count),
                _spline(before[1], start[1], end[1], after[1], part / count),
            )
            for part in range(count)
        )
    curve.append(points[-1])
    return curve


def _straight(start: Point, end: Point, step: float) -> list[Point]:
    count = max(2, ceil(distance(start, end) / step))
    return [
        (
            start[0] + (end[0] - start[0]) * part / count,
            start[1] + (end[1] - start[1]) * part / count,
        )
        for part in range(count + 1)
    ]


def _mirror(point: Point, inner: Point) -> Point:
    return 2 * point[0] - inner[0], 2 * point[1] - inner[1]


def _spline(before: float, start: float, end: float, after: float, t: float) -> float:
    return 0.5 * (
        2 * start
        + (end - before) * t
        + (2 * before - 5 * start + 4 * end - after) * t * t
        + (3 * start - before - 3 * end + after) * t * t * t
    )


def length(line: Sequence[Point]) -> float:
    """The length of a line of many points."""
    return sum(distance(one, other) for one, other in pairwise(line))


def along(line: Sequence[Point], fractions: Sequence[float]) -> list[Point]:
    """The points at these rising fractions of the line's length."""
    total = length(line)
    found: list[Point] = []
    wanted = [fraction * total for fraction in fractions]
    done = 0.0
    for one, other in pairwise(line):
        piece = distance(one, other)
        while len(found) < len(wanted) and wanted[len(found)] <= done + piece + 1e-9:
            part = (wanted[len(found)] - done) / piece if piece else 0.0
            found.append((one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part))
        done += piece
    while len(found) < len(wanted):
        found.append(line[-1])
    return found


def outside(line: Sequence[Point], boxes: Sequence[Box]) -> list[Point]:
    """The longest stretch of the line that is outside all boxes."""
    best: list[Point] = []
    stretch: list[Point] = []
    for point in line:
        if any(box.has(point) for box in boxes):
            stretch = []
        else:
            stretch.append(point)
            if len(stretch) > len(best):
                best = stretch
    return best


def path(points: Sequence[Point]) -> str:
    """An SVG path through these points with straight pieces."""
    return "M" + " ".join(f"{num(x)},{num(y)}" for x, y in points)


def rectangle(box: Box) -> str:
    """An SVG path around a box."""
    left, top, right, bottom = map(num, (box.left, box.top, box.right, box.bottom))
    return f"M{left} {top}H{right}V{bottom}H{left}Z"


def curve(points: Sequence[Point]) -> str:
    """An SVG path of Bezier pieces through all points, the same curve as `smooth`."""
    ends = [_mirror(points[0], points[1]), *points, _mirror(points[-1], points[-2])]
    text = [f"M{num(points[0][0])},{num(points[0][1])}"]
    for index in range(1, len(ends) - 2):
        before, start, end, after = ends[index - 1 : index + 3]
        handles = (
            (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6),
            (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6),
            end,
        )
        text.append("C" + " ".join(f"{num(x)},{num(y)}" for x, y in handles))
    return "".join(text)
