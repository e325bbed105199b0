"""Sea and land, rivers, hills and woods: what is under the roads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, sin
from typing import Any

from games.drawing.geometry import Box, Point, curve, distance, figure
from games.drawing.lettering import INK, SERIF

_SEA, _SHALLOWS, _SHORE = "#aec5cb", ("#a3bcc4", "#b9cfd3", "#c6d9da"), "#5f7f8a"
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
    sheet = f'<path d="M0 0H{figure(ground.width)}V{figure(ground.height)}H0Z"'
    parts = [
        (
            f'<clipPath id="sheet">{sheet}/></clipPath>'
            '<radialGradient id="age" cx=".5" cy=".5" r=".75"><stop offset=".55" '
            'stop-color="#c79a4b" '
            'stop-opacity="0"/><stop offset="1" stop-color="#9a6b2a" stop-opacity=".3"/>'
            '</radialGradient><path id="coast" fill-rule="evenodd" '
            f'transform="translate(0,{figure(ground.top)})scale({ground.scale:g})" '
            f'd="{ground.coast}"/>'
        ),
        f'<g clip-path="url(#sheet)">{sheet} fill="{_SEA}"/>',
        '<g fill="none" stroke-linejoin="round">',
    ]
    parts.extend(
        f'<use href="#coast" stroke="{colour}" stroke-width="{width}"/>'
        for colour, width in zip(_SHALLOWS, (44, 26, 11), strict=True)
    )
    parts.append(
        f'</g><use href="#coast" fill="{_LAND}" stroke="{_SHORE}" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
    )
    parts.append(_stains(ground))
    rivers = ground.ornament.get("rivers", ())
    parts += [_river(river["line"], river.get("width", 5)) for river in rivers]
    parts.append(f'{sheet} fill="url(#age)"/></g>')
    return "".join(parts)


def _stains(ground: Ground) -> str:
    """Soft washes, so that the parchment is not one flat colour."""
    spots = ground.ornament.get("washes", ())
    if not spots:
        return ""
    return (
        f'<radialGradient id="wash"><stop offset="0" stop-color="{_WASH}" stop-opacity=".55"/>'
        f'<stop offset="1" stop-color="{_WASH}" stop-opacity="0"/></radialGradient>'
        + "".join(
            f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="url(#wash)"/>'
            for x, y, rx, ry in spots
        )
    )


def _river(points: Sequence[Sequence[float]], width: float) -> str:
    line = curve([(float(x), float(y)) for x, y in points])
    return (
        f'<path d="{line}" fill="none" stroke="{_RIVER}" stroke-width="{figure(width)}" '
        'stroke-linecap="round" stroke-opacity=".8"/>'
        f'<path d="{line}" fill="none" stroke="#d3e0dd" stroke-width="{figure(width * 0.45)}" '
        'stroke-linecap="round"/>'
    )


def country(
    ground: Ground, boxes: Sequence[Box], lines: Sequence[Point], places: Sequence[Point]
) -> str:
    """Hills and woods in light ink wherever these boxes, lines and points leave room for them."""
    symbols = (
        f'<g id="hill" fill="none" stroke="{INK}" stroke-width="1.1" stroke-linecap="round">'
        '<path fill="#e6d3a6" d="M-17 6C-10 5-7-8 0-8S10 5 18 6"/>'
        '<path d="M2-5C4-1 5 2 9 5M-1-4C0 0 1 3 3 5M6-3C8 0 9 2 13 5"/></g>'
        f'<g id="tree" stroke="{INK}" stroke-width="1"><path d="M0 7V2"/>'
        '<path fill="#b9bf8c" d="M-5 2.6C-8-2-4-8 0-8S8-2 5 2.6C2 4-2 4-5 2.6Z"/></g>'
        f'<g id="fir" stroke="{INK}" stroke-width="1" stroke-linejoin="round"><path d="M0 8V4"/>'
        '<path fill="#a9b48a" d="M-5.4 4.6L0-9 5.4 4.6Z"/></g>'
    )
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
                drawn.append((y, f'<use href="#{kind}" x="{figure(x)}" y="{figure(y)}"/>'))
    drawn.sort()
    return f'<defs>{symbols}</defs><g opacity=".55">' + "".join(mark for _, mark in drawn) + "</g>"


def _scatter(region: Mapping[str, Any]) -> list[tuple[str, Point]]:
    """Signs spread evenly over an ellipse, but not in rows, as a sunflower's seeds are."""
    x, y, across, down = (float(number) for number in region["at"])
    kinds, count = str(region["kinds"]), int(region["count"])
    names = {"h": "hill", "t": "tree", "f": "fir"}
    placed: list[tuple[str, Point]] = []
    for number in range(count):
        turn, reach = number * 2.39996, ((number + 0.5) / count) ** 0.5
        # Without this the signs would form spirals.
        turn += 0.5 * sin(7.1 * number)
        point = x + across * reach * cos(turn), y + down * reach * sin(turn)
        placed.append((names[kinds[number % len(kinds)]], point))
    return placed


def sea_names(ornament: Mapping[str, Any]) -> str:
    """Names of waters and rivers, in slanted script along the way."""
    parts = []
    for label in ornament.get("labels", ()):
        x, y = label["at"]
        parts.append(
            f'<text transform="translate({x},{y})rotate({label.get("turn", 0)})" '
            f'font-family="{SERIF}" font-style="italic" font-size="{label.get("size", 18)}" '
            f'letter-spacing="{label.get("spacing", 1)}" fill="{label.get("ink", "#4c6b76")}" '
            f'text-anchor="middle">{label["text"]}</text>'
        )
    return "".join(parts)
