"""Sea and land, rivers, hills and woods: what is under the roads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, sin
from typing import Any

from games.drawing import svg
from games.drawing.geometry import Box, Point, curve, distance, rectangle
from games.drawing.lettering import SERIF
from games.drawing.symbols import symbol

_SEA, _SHALLOWS, _SHORE = "#aec5cb", ("#a3bcc4", "#b9cfd3", "#c6d9da"), "#5f7f8a"
_SIGNS = {"h": "hill", "t": "tree", "f": "fir"}
_LAND, _WASH, _RIVER = "#f2e6c6", "#e3cf9f", "#8fb0bb"


@dataclass(frozen=True, slots=True)
class Ground:
    """A sheet to paint land on.

    `coast` is an SVG path of the land; it is scaled and then moved down by `top`. `ornament` has
    rivers, washes, country and labels as in a layout file.
    """

    width: float
    height: float
    coast: str
    scale: float
    top: float
    ornament: Mapping[str, Any]


def land(ground: Ground) -> str:
    """The sea, its shallows along the coast, the land with stains, and the rivers."""
    sheet = rectangle(Box(0, 0, ground.width, ground.height))
    washes, rivers = ground.ornament.get("washes", ()), ground.ornament.get("rivers", ())
    shallows = zip(_SHALLOWS, (44, 26, 11), strict=True)
    middle = dict.fromkeys(("cx", "cy"), ".5")
    age = _fading("age", (".55", "#c79a4b", "0"), ("1", "#9a6b2a", ".3"), **middle, r=".75")
    coast = svg.path(
        ground.coast,
        id="coast",
        fill_rule="evenodd",
        transform=f"{svg.moved((0, ground.top))}scale({ground.scale:g})",
    )
    shore: dict[str, svg.Value] = {"stroke": _SHORE, "stroke_width": 1.6}
    return "".join(
        (
            svg.element("clipPath", svg.path(sheet), id="sheet"),
            age,
            coast,
            svg.group(
                svg.path(sheet, fill=_SEA),
                svg.group(
                    *(svg.use("coast", stroke=ink, stroke_width=width) for ink, width in shallows),
                    fill="none",
                    stroke_linejoin="round",
                ),
                svg.use("coast", fill=_LAND, stroke_linejoin="round", **shore),
                _stains(washes) if washes else "",
                *(_river(river["line"], river.get("width", 5)) for river in rivers),
                svg.path(sheet, fill="url(#age)"),
                clip_path="url(#sheet)",
            ),
        )
    )


def _fading(name: str, *stops: tuple[str, str, str], **values: svg.Value) -> str:
    """A gradient from a middle outwards, of stops, colours and their opacities."""
    drawn = (
        svg.element("stop", offset=offset, stop_color=colour, stop_opacity=opacity)
        for offset, colour, opacity in stops
    )
    return svg.element("radialGradient", *drawn, id=name, **values)


def _stains(washes: Sequence[Sequence[float]]) -> str:
    """Soft washes, so that the parchment is not one flat colour."""
    spots = (
        svg.element("ellipse", cx=x, cy=y, rx=across, ry=down, fill="url(#wash)")
        for x, y, across, down in washes
    )
    return "".join((_fading("wash", ("0", _WASH, ".55"), ("1", _WASH, "0")), *spots))


def _river(points: Sequence[Sequence[float]], width: float) -> str:
    line = curve([(float(x), float(y)) for x, y in points])
    pen: dict[str, svg.Value] = {"fill": "none", "stroke_linecap": "round"}
    return svg.path(line, stroke=_RIVER, stroke_width=width, stroke_opacity=".8", **pen) + svg.path(
        line, stroke="#d3e0dd", stroke_width=width * 0.45, **pen
    )


def country(
    ground: Ground, boxes: Sequence[Box], lines: Sequence[Point], places: Sequence[Point]
) -> str:
    """Hills and woods in light ink wherever these boxes, lines and points leave room for them."""
    drawn: list[tuple[float, str]] = []
    for region in ground.ornament.get("country", ()):
        for kind, point in _scatter(region):
            room = 15.0 if kind == "hill" else 10.0
            if (
                all(distance(point, other) > room + 9 for other in lines)
                and all(distance(point, other) > room + 19 for other in places)
                and all(box.distance(point) > room for box in boxes)
                and Box(14, 14, ground.width - 14, ground.height - 14).has(point)
            ):
                x, y = point
                drawn.append((y, svg.use(kind, x, y)))
    drawn.sort()
    symbols = (symbol(__package__, kind).group(id=kind) for kind in _SIGNS.values())
    return svg.element("defs", *symbols) + svg.group(*(mark for _, mark in drawn), opacity=".55")


def _scatter(region: Mapping[str, Any]) -> list[tuple[str, Point]]:
    """Signs spread evenly over an ellipse, but not in rows, as a sunflower's seeds are."""
    x, y, across, down = (float(number) for number in region["at"])
    kinds, count = str(region["kinds"]), int(region["count"])
    placed: list[tuple[str, Point]] = []
    for number in range(count):
        turn, reach = number * 2.39996, ((number + 0.5) / count) ** 0.5
        # Without this the signs would form spirals.
        turn += 0.5 * sin(7.1 * number)
        point = x + across * reach * cos(turn), y + down * reach * sin(turn)
        placed.append((_SIGNS[kinds[number % len(kinds)]], point))
    return placed


def sea_names(ornament: Mapping[str, Any]) -> str:
    """Names of waters and rivers, in slanted script along the way."""
    return "".join(
        svg.text(
            label["text"],
            transform=f"{svg.moved(label['at'])}rotate({label.get('turn', 0)})",
            font_family=SERIF,
            font_style="italic",
            font_size=label.get("size", 18),
            letter_spacing=label.get("spacing", 1),
            fill=label.get("ink", "#4c6b76"),
            text_anchor="middle",
        )
        for label in ornament.get("labels", ())
    )
