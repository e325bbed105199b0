"""Where things are in an SVG: boxes computed from its shapes, as a renderer would place them."""

import re
from collections.abc import Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

from games.drawing.lettering import name_width

SVG = "{http://www.w3.org/2000/svg}"
_HIDDEN = {"defs", "clipPath", "pattern", "radialGradient", "linearGradient", "title", "style"}
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_PATH = re.compile(rf"([A-Za-z])|({_NUMBER.pattern})")
_MOVE = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

Matrix = tuple[float, float, float, float, float, float]
_STILL: Matrix = (1, 0, 0, 1, 0, 0)


class Box(NamedTuple):
    """A rectangle in units of the board."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def away(self, other: "Box") -> float:
        """Return how far the middles are apart."""
        (x, y), (other_x, other_y) = self.centre, other.centre
        return hypot(x - other_x, y - other_y)

    def covers(self, other: "Box") -> bool:
        """Whether the middle of the other one is inside."""
        x, y = other.centre
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Font(NamedTuple):
    """How texts are set, which elements inherit."""

    size: float
    anchor: str


class Thing(NamedTuple):
    """An element that shows something, and where."""

    element: Element
    box: Box

    def get(self, name: str) -> str:
        return self.element.get(name, "")

    @property
    def title(self) -> str:
        """What is read aloud of it."""
        found = self.element.find(f"{SVG}title")
        return "" if found is None else str(found.text)

    @property
    def uses(self) -> list[str]:
        """The symbols in it."""
        return [use.get("href", "")[1:] for use in self.element.iter(f"{SVG}use")]


def root_of(text: str) -> Element:
    """Return a whole SVG, or the inside of one, parsed."""
    return fromstring(
        text if text.startswith("<svg") else f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>'
    )


def things(text: str | Element, symbols: str = "") -> list[Thing]:
    """Return every visible element in the order of drawing.

    `symbols` has definitions that the text uses and does not have.
    """
    root = text if isinstance(text, Element) else root_of(text)
    known = {part.get("id"): part for each in (root_of(symbols), root) for part in each.iter()}
    found: list[Thing] = []

    def box_of(part: Element, by: Matrix, font: Font, *, listed: bool) -> Box | None:
        kind = part.tag.removeprefix(SVG)
        if kind in _HIDDEN:
            return None
        by = _times(by, _matrix(part))
        font = Font(float(part.get("font-size", font.size)), part.get("text-anchor", font.anchor))
        place = len(found)
        corners = [_apply(by, point) for point in _points(part, kind, font)]
        boxes = [Box(x, y, x, y) for x, y in corners]
        if kind == "use":
            at = (1.0, 0.0, 0.0, 1.0, _number(part, "x"), _number(part, "y"))
            inner = box_of(known[part.get("href", "")[1:]], _times(by, at), font, listed=False)
            boxes += [inner] if inner else []
        for child in part:
            inner = box_of(child, by, font, listed=listed)
            boxes += [inner] if inner else []
        if not boxes:
            return None
        whole = Box(
            *(min(b[n] for b in boxes) for n in (0, 1)), *(max(b[n] for b in boxes) for n in (2, 3))
        )
        if listed:
            found.insert(place, Thing(part, whole))
        return whole

    box_of(root, _STILL, Font(0, ""), listed=True)
    return found


def _points(part: Element, kind: str, font: Font) -> list[tuple[float, float]]:
    """Return the corners of a shape, before it is moved."""
    x, y = _number(part, "x"), _number(part, "y")
    if kind == "rect":
        return [(x, y), (x + _number(part, "width"), y + _number(part, "height"))]
    if kind in ("circle", "ellipse"):
        x, y = _number(part, "cx"), _number(part, "cy")
        wide = _number(part, "r") or _number(part, "rx")
        high = _number(part, "r") or _number(part, "ry")
        return [(x - wide, y - high), (x + wide, y + high)]
    if kind == "text":
        wide = name_width("".join(part.itertext()), font.size)
        left = x - {"middle": wide / 2, "end": wide}.get(font.anchor, 0)
        return [(left, y - 0.7 * font.size), (left + wide, y)]
    return list(_path(part.get("d", ""))) if kind == "path" else []


def _path(data: str) -> Iterator[tuple[float, float]]:
    """Yield the points of a path; those of its curves reach a little farther than the curve."""
    words = [(letter, number) for letter, number in _PATH.findall(data)]
    x = y = first_x = first_y = 0.0
    verb, place = "M", 0
    while place < len(words):
        if words[place][0]:
            verb, place = words[place][0], place + 1
        many = _TAKES[verb.upper()]
        values = [float(number) for _, number in words[place : place + many]]
        place += many
        from_x, from_y = (x, y) if verb.islower() else (0.0, 0.0)
        match verb.upper():
            case "H":
                x = from_x + values[0]
            case "V":
                y = from_y + values[0]
            case "Z":
                x, y = first_x, first_y
            case "A":
                x, y = from_x + values[5], from_y + values[6]
            case _:
                for across, down in zip(values[::2], values[1::2], strict=True):
                    x, y = from_x + across, from_y + down
                    yield x, y
        if verb in "Mm":
            first_x, first_y = x, y
            verb = "L" if verb == "M" else "l"
        yield x, y


def _matrix(part: Element) -> Matrix:
    """Return how an element is moved, by its attribute or its style."""
    found = _STILL
    for verb, told in _MOVE.findall(part.get("transform", "") + part.get("style", "")):
        values = [float(number) for number in _NUMBER.findall(told)]
        found = _times(found, _step(verb, values))
    return found


def _step(verb: str, values: Sequence[float]) -> Matrix:
    if verb == "rotate":
        turn = radians(values[0])
        return cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0
    if verb == "scale":
        return values[0], 0, 0, values[-1], 0, 0
    return 1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def _apply(by: Matrix, point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = by
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def _number(part: Element, name: str) -> float:
    return float(part.get(name, 0))
