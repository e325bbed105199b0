"""Where points come from: the places of one line of a score sheet, lit on the board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.drawing import svg
from games.drawing.geometry import Box, rectangle
from games.drawing.lettering import number
from games.drawing.seats import COLOURS, EDGES


class Place(NamedTuple):
    """A place that gives points: its target, such as 'city:lubeck', and what counts there.

    `number` stands on the board beside it, unless it is 0; `words` say what it counts.
    """

    target: str
    number: int
    words: str


class Scored(NamedTuple):
    """The places that give points, and the routes that join them, by id."""

    places: Sequence[Place] = ()
    ways: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where the points of a seat in one line of the score sheet come from.

    `ways` are the routes that join the places, by id. `sentence` tells it all in words.
    """

    seat: int
    line: str
    sentence: str
    places: Sequence[Place] = ()
    ways: Sequence[str] = ()


def lit(
    source: Source, view_box: str, boxes: Sequence[Box], names: Sequence[str], ways: Iterable[str]
) -> str:
    """Return a veil over the board that leaves the places of a source free, in its seat's colour.

    `boxes` and `names` are those of its places, `ways` the SVG paths that join them.
    """
    if not source.places:
        return ""
    left, top, width, height = map(float, view_box.split())
    paint, edge = COLOURS[source.seat], EDGES[source.seat]
    whole, line = Box(left, top, left + width, top + height), "".join(ways)
    veil = "".join(map(rectangle, (whole, *boxes)))
    parts = [svg.path(veil, fill="#1b150d", fill_opacity=".42", fill_rule="evenodd")]
    if line:
        pens = ("#fffdf6", 9.0), (paint, 5.4)
        parts.append(svg.group(svg.strokes(line, *pens), fill="none", stroke_linecap="round"))
    for place, box, name in zip(source.places, boxes, names, strict=True):
        outline = rectangle(box)
        parts.append(
            svg.group(
                svg.title(f"{name}: {place.words}"),
                svg.path(outline, fill="none", stroke=edge, stroke_width=6),
                svg.path(outline, fill="none", stroke=paint, stroke_width=3.6),
                _coin(box, place.number) if place.number else "",
                id=f"lit-{place.target}",
            )
        )
    return svg.group(*parts, id="lit", pointer_events="none")


def _coin(box: Box, worth: int) -> str:
    """A coin with a number, on the upper right corner of a box."""
    x = box.right - 3
    coin = svg.circle(15, x, box.top + 3, fill="#f2cf63", stroke="#3a2700", stroke_width=2)
    return coin + number(worth, x, box.top + 9.4, 18, "#3a2700")
