"""Countries as they are printed: Wales and Scotland.

Each country has a colour, a pattern and its letter (T15).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.drawing.geometry import Point, curve, figure
from games.drawing.lettering import INK, SANS, SERIF
from games.drawing.teutonica.layout import Layout, Road, Town

COUNTRY_POINTS = (7, 4, 2)
"""What the first, second and third of a country score (T15.6)."""


@dataclass(frozen=True, slots=True)
class Colours:
    """How a country is painted."""

    letter: str
    dark: str
    light: str
    road: str
    pattern: str
    dashes: str


COUNTRIES = {
    "wales": Colours(
        "W",
        "#2f6b3f",
        "#7fae7a",
        "#d3e6c4",
        '<path d="M-2 12L12-2M-2 2L2-2M8 12L12 8" stroke="#2f6b3f" stroke-width="1.1" '
        'stroke-opacity=".3"/>',
        ".1 6.5",
    ),
    "scotland": Colours(
        "S",
        "#2b568c",
        "#86a8d0",
        "#cfdff0",
        '<path d="M0 3H10M0 8H10M3 0V10M8 0V10" stroke="#2b568c" stroke-width=".9" '
        'stroke-opacity=".26"/>',
        "7 5.5",
    ),
}


def patterns(layout: Layout) -> str:
    """The hatching of each country, and its houses, as definitions."""
    if all(route.country not in COUNTRIES for route in layout.board.routes):
        return ""
    found = [
        f'<pattern id="in-{name}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f"{paint.pattern}</pattern>"
        for name, paint in COUNTRIES.items()
    ]
    wales, scotland = COUNTRIES["wales"], COUNTRIES["scotland"]
    walls = '<path fill="#fdf7e3" d="M-11.5-3V14H11.5V-3L0-14Z"/>'
    roof = "M-14.6-1.4L0-15.6 14.6-1.4 11.6 1.2 0-9.8-11.6 1.2Z"
    found += [
        (
            f'<g id="house-wales" stroke="{INK}" stroke-width="1.3" stroke-linejoin="round">{walls}'
            f'<path fill="{wales.light}" d="M-11.5 4.5H11.5V14H-11.5Z"/>'
            f'<path fill="{wales.dark}" d="{roof}"/></g>'
        ),
        (
            f'<g id="house-scotland" stroke="{INK}" stroke-width="1.3" stroke-linejoin="round">'
            f'{walls}<path fill="none" stroke="{scotland.dark}" stroke-width="3" '
            f'd="M-9 12.6L9-2M9 12.6L-9-2"/><path fill="{scotland.dark}" d="{roof}"/></g>'
        ),
    ]
    return "".join(found)


def regions(layout: Layout) -> str:
    """The land of each country: a hatching, a border of dashes and dots, its name at large."""
    parts = []
    for facts in layout.ornament.get("countries", ()):
        paint = COUNTRIES[facts["id"]]
        area = "".join(f"{figure(x)},{figure(y)} " for x, y in facts["region"])
        border = curve([(float(x), float(y)) for x, y in facts["border"]])
        parts.append(
            f'<g clip-path="url(#shore)"><path d="M{area}Z" fill="{paint.road}" '
            f'fill-opacity=".6"/><path d="M{area}Z" fill="url(#in-{facts["id"]})"/></g>'
            f'<g fill="none" clip-path="url(#shore)"><path d="{border}" stroke="{paint.light}" '
            f'stroke-width="9" stroke-opacity=".55"/><path d="{border}" stroke="{paint.dark}" '
            'stroke-width="2.2" stroke-dasharray="12 4 2 4"/></g>'
        )
    if not parts:
        return ""
    clip = '<clipPath id="shore"><use href="#coast" clip-rule="evenodd"/></clipPath>'
    return clip + "".join(parts) + "".join(map(_name, layout.ornament["countries"]))


def _name(facts: Mapping[str, Any]) -> str:
    """The country's name in wide letters along its land."""
    paint, label = COUNTRIES[facts["id"]], facts["label"]
    x, y = label["at"]
    return (
        f'<text transform="translate({x},{y})rotate({label.get("turn", 0)})" '
        f'font-family="{SERIF}" font-weight="700" font-size="{label.get("size", 34)}" '
        f'letter-spacing="{label.get("spacing", 12)}" text-anchor="middle" fill="{paint.dark}" '
        f'fill-opacity=".8">{str(facts["id"]).upper()}</text>'
    )


def crest(country: str, at: Point, size: float = 1.0) -> str:
    """A small shield with the country's letter."""
    paint = COUNTRIES[country]
    scale = "" if size == 1.0 else f"scale({size:g})"
    return (
        f'<g transform="translate({figure(at[0])},{figure(at[1])}){scale}"><path d="M-10-11H10V0'
        f'C10 7 4 11 0 13-4 11-10 7-10 0Z" fill="{paint.dark}" stroke="{INK}" stroke-width="1.2"/>'
        '<path d="M-7.6-8.6H7.6V0C7.6 5.4 3.4 8.6 0 10.2-3.4 8.6-7.6 5.4-7.6 0Z" fill="none" '
        f'stroke="{paint.light}" stroke-width="1"/><text y="5" text-anchor="middle" '
        f'font-family="{SANS}" font-weight="700" font-size="14" fill="#fffaf0">{paint.letter}'
        "</text></g>"
    )


def ways(road: Road, line: str, boats: bytes) -> str:
    """What marks a road in a country, or one over the sea."""
    paint = COUNTRIES.get(road.route.country)
    if any(boats[space] for space in road.route.spaces):
        light, dark = (paint.road, paint.dark) if paint else ("#eef4f2", "#5f7f8a")
        return (
            f'<path d="{line}" stroke="#4f7280" stroke-width="9.5"/><path d="{line}" '
            f'stroke="{light}" stroke-width="6.4"/><path d="{line}" stroke="{dark}" '
            'stroke-width="2.2" stroke-dasharray="10 4 2 6"/>'
        )
    if paint is None:
        return ""
    return (
        f'<path d="{line}" stroke="{paint.road}" stroke-width="6.4"/><path d="{line}" '
        f'stroke="{paint.dark}" stroke-width="2.6" stroke-dasharray="{paint.dashes}"/>'
    )


def tables(layout: Layout) -> str:
    """What first, second and third in a country score at the end (T15.6)."""
    parts = []
    for country, at in layout.ornament.get("points", {}).items():
        paint, (x, y) = COUNTRIES[country], at
        rows = "".join(
            f'<g transform="translate(0,{figure(31 + 31 * place)})"><circle cx="18" r="13" '
            f'fill="#f2cf63" stroke="#7d5c16" stroke-width="1.4"/><text x="18" y="6" '
            'text-anchor="middle" font-size="18" font-weight="700" fill="#4a3400" '
            f'font-family="{SANS}">{points}</text><text x="-8" y="5.6" text-anchor="end" '
            f'font-family="{SERIF}" font-style="italic" font-size="16.5" fill="#5a472e">'
            f"{('first', 'second', 'third')[place]}</text></g>"
            for place, points in enumerate(COUNTRY_POINTS)
        )
        parts.append(
            f'<g transform="translate({x},{y})"><path d="M-60-20H60V112H-60Z" fill="#ecd9b3" '
            f'stroke="{INK}" stroke-width="1.6"/><path d="M-60-20H60V10H-60Z" '
            f'fill="{paint.dark}" stroke="{INK}" stroke-width="1.6"/><path d="M-60-20H60V10H-60Z" '
            f'fill="url(#in-{country})"/><text y="2.5" text-anchor="middle" '
            f'font-family="{SERIF}" font-weight="700" font-size="20" fill="#fffaf0">'
            f"{country.capitalize()}</text>{rows}</g>"
        )
    return "".join(parts)


def bands(town: Town) -> str:
    """The colours of the countries that a city counts for, at the ends of its ribbon."""
    found = [country for country in town.city.countries if country in COUNTRIES]
    if not found:
        return ""
    box, parts = town.ribbon, []
    for x, country in ((box.left, found[0]), (box.right - 9, found[-1])):
        paint = COUNTRIES[country]
        y, high = box.top + 0.5, box.bottom - box.top - 0.5
        marks = (
            f"M{figure(x + 4.5)} {figure(y + 4)}V{figure(y + high - 3)}"
            if country == "wales"
            else f"M{figure(x + 1.5)} {figure(y + 5)}L{figure(x + 7.5)} {figure(y + high - 5)}"
            f"M{figure(x + 7.5)} {figure(y + 5)}L{figure(x + 1.5)} {figure(y + high - 5)}"
        )
        line = 'stroke-dasharray=".1 4.8" stroke-width="3.4"'
        if country != "wales":
            line = 'stroke-width="1.6"'
        parts.append(
            f'<path d="M{figure(x)} {figure(y)}h9v{figure(high)}h-9Z" fill="{paint.dark}" '
            f'stroke="{INK}" stroke-width="1"/><path d="{marks}" stroke="#fffaf0" '
            f'stroke-linecap="round" {line}/>'
        )
    return "".join(parts)
