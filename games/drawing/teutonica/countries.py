"""Countries as they are printed: Wales and Scotland.

Each country has a colour, a pattern and its letter (T15).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.drawing import svg
from games.drawing.geometry import Point, curve, path
from games.drawing.lettering import INK, caption, fitted, name, number
from games.drawing.symbols import symbol
from games.drawing.teutonica.layout import Layout, Road, Town
from games.rules.teutonica.modules.britannia import COUNTRY_POINTS
from games.rules.teutonica.pieces import COUNTRY_WORDS
from games.wording.language import Language
from games.wording.teutonica import table


@dataclass(frozen=True, slots=True)
class Colours:
    """How a country is painted."""

    letter: str
    dark: str
    light: str
    road: str
    dashes: str


COUNTRIES = {
    "wales": Colours("W", "#7a4b1f", "#c9a06a", "#ecd3ae", ".1 6.5"),
    "scotland": Colours("S", "#2b568c", "#86a8d0", "#cfdff0", "7 5.5"),
}


def patterns(layout: Layout) -> str:
    """The hatching of each country, and its houses, as definitions."""
    if all(route.country not in COUNTRIES for route in layout.board.routes):
        return ""
    found = [
        svg.element(
            "pattern",
            symbol(__package__, f"hatching-{country}").inside(),
            id=f"in-{country}",
            width=10,
            height=10,
            patternUnits="userSpaceOnUse",
        )
        for country in COUNTRIES
    ]
    houses = [f"house-{country}" for country in COUNTRIES]
    found += [symbol(__package__, house).group(id=house) for house in houses]
    return "".join(found)


def regions(layout: Layout, language: Language) -> str:
    """The land of each country: a hatching, a border of dashes and dots, its name at large."""
    parts = []
    for facts in layout.ornament.get("countries", ()):
        paint = COUNTRIES[facts["id"]]
        area = f"{path(facts['region'])}Z"
        border = curve([(float(x), float(y)) for x, y in facts["border"]])
        parts += [
            svg.group(
                svg.path(area, fill=paint.road, fill_opacity=".6"),
                svg.path(area, fill=f"url(#in-{facts['id']})"),
                clip_path="url(#shore)",
            ),
            svg.group(
                svg.path(border, stroke=paint.light, stroke_width=9, stroke_opacity=".55"),
                svg.strokes(border, (paint.dark, 2.2, "12 4 2 4")),
                fill="none",
                clip_path="url(#shore)",
            ),
        ]
    if not parts:
        return ""
    clip = svg.element("clipPath", svg.use("coast", clip_rule="evenodd"), id="shore")
    return "".join(
        (clip, *parts, *(_name(each, language) for each in layout.ornament["countries"]))
    )


def _name(facts: Mapping[str, Any], language: Language) -> str:
    """The country's name in wide letters along its land."""
    label, words = facts["label"], language.say(COUNTRY_WORDS[facts["id"]]).upper()
    turned = f"{svg.moved(label['at'])}rotate({label.get('turn', 0)})"
    spacing, size = label.get("spacing", 12), label.get("size", 34)
    shade = {"letter_spacing": spacing, "fill_opacity": ".8", "transform": turned}
    return name(words, None, None, size, COUNTRIES[facts["id"]].dark, **shade)


def crest(country: str, at: Point, size: float = 1.0) -> str:
    """A small shield with the country's letter."""
    paint = COUNTRIES[country]
    shield = symbol(__package__, "crest")
    return svg.group(
        shield.inside({"country": paint.dark, "country's light": paint.light}),
        number(paint.letter, None, 5, 14, "#fffaf0"),
        transform=svg.moved(at, size),
    )


def ways(road: Road, line: str, boats: bytes) -> str:
    """What marks a road in a country, or one over the sea."""
    paint = COUNTRIES.get(road.route.country)
    if any(boats[space] for space in road.route.spaces):
        light, dark = (paint.road, paint.dark) if paint else ("#eef4f2", "#5f7f8a")
        pens = ("#4f7280", 9.5), (light, 6.4), (dark, 2.2, "10 4 2 6")
        return svg.strokes(line, *pens)
    return svg.strokes(line, (paint.road, 6.4), (paint.dark, 2.6, paint.dashes)) if paint else ""


def tables(layout: Layout, language: Language) -> str:
    """What first, second and third in a country score at the end (T15.6)."""
    parts = []
    for country, at in layout.ornament.get("points", {}).items():
        paint, words = COUNTRIES[country], language.say(COUNTRY_WORDS[country])
        places = [language.say(place) for place in table.PLACES]
        size = min(fitted(place, 16.5, 48) for place in places)
        rows = (
            svg.group(
                svg.circle(13, 18, fill="#f2cf63", stroke="#7d5c16", stroke_width=1.4),
                number(points, 18, 6, 18, "#4a3400"),
                caption(places[place], -8, 5.6, size, "end"),
                transform=svg.moved((0, 31 + 31 * place)),
            )
            for place, points in enumerate(COUNTRY_POINTS)
        )
        head = "M-60-20H60V10H-60Z"
        parts.append(
            svg.group(
                svg.path("M-60-20H60V112H-60Z", fill="#ecd9b3", stroke=INK, stroke_width=1.6),
                svg.path(head, fill=paint.dark, stroke=INK, stroke_width=1.6),
                svg.path(head, fill=f"url(#in-{country})"),
                name(words, None, 2.5, fitted(words, 20, 112), "#fffaf0"),
                *rows,
                transform=svg.moved(at),
            )
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
        if country == "wales":
            marks = svg.data("M", x + 4.5, y + 4, "V", y + high - 3)
            pen: dict[str, svg.Value] = {"stroke_dasharray": ".1 4.8", "stroke_width": 3.4}
        else:
            down = svg.data("M", x + 1.5, y + 5, "L", x + 7.5, y + high - 5)
            marks = down + svg.data("M", x + 7.5, y + 5, "L", x + 1.5, y + high - 5)
            pen = {"stroke_width": 1.6}
        band = svg.data("M", x, y, "h9v", high, "h-9Z")
        parts.append(svg.path(band, fill=paint.dark, stroke=INK, stroke_width=1))
        parts.append(svg.path(marks, stroke="#fffaf0", stroke_linecap="round", **pen))
    return "".join(parts)
