"""The provinces around which two players move the pawn (T17), fitted to the drawn roads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from games.drawing import svg
from games.drawing.geometry import Point, distance, outside, path, smooth
from games.drawing.lettering import name
from games.drawing.symbols import symbol
from games.drawing.teutonica.layout import Layout, Town, load_layout
from games.wording.language import Language
from games.wording.teutonica import table


@dataclass(frozen=True, slots=True)
class Province:
    """A province's outline, and the spot for its number and the pawn."""

    number: int
    outline: tuple[Point, ...]
    middle: Point


@cache
def provinces(board_id: str) -> tuple[Province, ...]:
    """The provinces of a board; most boards have none."""
    layout = load_layout(board_id)
    facts = layout.board.facts.get("provinces", ())
    known = _printed(layout)
    middles = layout.ornament.get("provinces", {})
    found = []
    for province in facts:
        x, y = middles[str(province["id"])]
        outline = _outline(layout, province["outline"], known)
        found.append(Province(int(province["id"]), outline, (float(x), float(y))))
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


@cache
def shape(board_id: str, number: int) -> str:
    """The outline of a province as an SVG path."""
    province = next(found for found in provinces(board_id) if found.number == number)
    return f"{path(province.outline)}Z"


@cache
def numbers(board_id: str, language: Language) -> str:
    """All provinces' numbers in light ink, and the guards on the borders without a road."""
    layout = load_layout(board_id)
    towns = {town.city.id: town for town in layout.towns}
    pairs = layout.board.facts.get("guards", ())
    halo: dict[str, svg.Value] = {"stroke": "#fbf1d6", "stroke_width": 5, "paint_order": "stroke"}
    return svg.group(
        *(
            _guard(towns[one], towns[other], post, language)
            for (one, other), post in zip(pairs, layout.ornament.get("guards", ()), strict=True)
        ),
        *(
            name(
                str(province.number),
                province.middle[0],
                province.middle[1] + 13,
                40,
                "#5b3f8f",
                data_about=f"province:{province.number}",
                stroke_linejoin="round",
                **halo,
            )
            for province in provinces(board_id)
        ),
        class_="provinces",
    )


def _guard(one: Town, other: Town, post: Point, language: Language) -> str:
    """The border between two cities without a road, and its guard."""
    walls = [box for town in (one, other) for box in (*town.boxes, town.roofs)]
    way = outside(smooth([one.at, other.at]), walls)
    return svg.group(
        svg.title(language.say(table.guard(one.city.name, other.city.name))),
        svg.path(
            path((way[0], way[-1])),
            stroke="#6b4a2a",
            stroke_width=2.6,
            stroke_dasharray="2 5",
            stroke_linecap="round",
        ),
        symbol(__package__, "guard").group(transform=svg.moved(post)),
    )
