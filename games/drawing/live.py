"""The live layer of every title: what it shows, in which groups, and a word across it."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar

from games.drawing import svg
from games.drawing.arrows import Arrow
from games.drawing.arrows import drawn as drawn_arrows
from games.drawing.choices import Choices
from games.drawing.geometry import Box
from games.drawing.sheet import BaseSheet
from games.drawing.sources import Source, lit
from games.rules.title import Touched
from games.wording.language import Language

V = TypeVar("V")

LOW = 110
"""How far from the edges of a board a place must be to have an arrow on that side."""

GAP = 24
"""How far the tip of the arrow is from the place."""

ARROW = 48
"""How long the arrow to a place is."""

AROUND = 30
"""How far to the side of the arrow a place must be not to be covered by it."""
TURNS = (0, 180, 45, -45, 90, -90, 135, -135)
"""How far an arrow is turned about its place, the best first."""


class Live(TypedDict):
    """What templates/play/live.svg and board.html print.

    `ratio` is the board's width divided by its height, `tall` whether it is higher than wide;
    `body` is the content of the <svg>.
    """

    view_box: str
    ratio: float
    tall: bool
    body: str


class Shown(NamedTuple, Generic[V]):
    """A view and what a page shows of it: the arguments of `games.drawing.drawing.Drawing.live`.

    `marked` are places to number beside those that `since` changed, `pointer` is one to point to,
    `arrows` are what somebody has drawn on the board.
    """

    view: V
    language: Language
    base: V | None = None
    choices: Choices | None = None
    picked: str | None = None
    since: Sequence[Touched] = ()
    earlier: Sequence[Touched] = ()
    marked: Sequence[str] = ()
    names: Sequence[str] = ()
    post: str = ""
    pick: str = "?pick="
    source: Source | None = None
    pointer: str = ""
    arrows: Sequence[Arrow] = ()


Links = Callable[[Choices, str | None, str, str], Sequence[str]]
"""Returns what may be clicked: of these choices, with one picked, and where its links lead."""


def layer(
    drawn: BaseSheet,
    shown: Shown[Any],
    under: Iterable[str],
    groups: Mapping[str, Iterable[str]],
    links: Links,
    few: int,
    box: Callable[[str], Box],
    name: Callable[[str], str],
    ways: Mapping[str, str],
) -> Live:
    """Return the live layer: what is under all others, groups by their class, what may be clicked.

    `few` is the most targets that get strong rings, not counting shortcuts; more would drown the
    map. `box` and `name` are those of a place that points come from, `ways` join them.
    """
    targets: Sequence[str] = ()
    strong = 0
    if shown.choices is not None:
        targets = links(shown.choices, shown.picked, shown.post, shown.pick)
        strong = len(targets) - sum(target.short for target in shown.choices.first.values())
    parts = [*under, drawn_arrows(shown.arrows, drawn, box, ways)]
    for kind, found in groups.items():
        parts.append(svg.group(*found, class_=kind))
    parts.append(svg.group(*targets, class_="targets few" if strong <= few else "targets"))
    if (source := shown.source) is not None:
        lit_up = [place.target for place in source.places]
        boxes, names = list(map(box, lit_up)), list(map(name, lit_up))
        parts.append(lit(source, drawn.view_box, boxes, names, [ways[way] for way in source.ways]))
    if shown.pointer:
        parts.append(_pointer(drawn, shown.pointer, box))
    return {
        "view_box": drawn.view_box,
        "ratio": drawn.ratio,
        "tall": drawn.ratio < 1,
        "body": "".join(parts),
    }


def _pointer(drawn: BaseSheet, target: str, box: Callable[[str], Box]) -> str:
    """An arrow to a place or down to the top of a city; nothing if it is neither."""
    turn, gap = 0, GAP
    if target.startswith("city:"):
        town = box(target)
        x, y, gap = (town.left + town.right) / 2, town.top, 2
        turn = 180 if y < LOW else 0
    elif target in drawn.places:
        x, y = drawn.places[target]
        turn = _free_side(drawn, target)
    else:
        return ""
    arrow = svg.data("M", x, y - gap, "l", -17, -22, "h10v", -26, "h14v", 26, "h10Z")
    return svg.group(
        svg.path(arrow, transform=f"rotate({turn} {x:g} {y:g})" if turn else None),
        id="pointer",
        class_="below" if abs(turn) > 90 else None,
        data_to=target,
        pointer_events="none",
    )


def _free_side(drawn: BaseSheet, target: str) -> int:
    """Return how far to turn the arrow from above a place: to be on the board, and over no space.

    Only the seal of a route has spaces beside it that may be clicked, too.
    """
    x, y = drawn.places[target]
    if not target.startswith("route:"):
        return 180 if y < LOW else 0
    left, top, width, height = map(float, drawn.view_box.split())
    spaces = [point for name, point in drawn.places.items() if name.startswith("space:")]

    def free(turn: int) -> bool:
        across, up = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        shaft = [(x + far * across, y - far * up) for far in (GAP, GAP + ARROW / 2, GAP + ARROW)]
        edge = x + LOW * across - left, y - LOW * up - top
        return (
            0 < edge[0] < width
            and 0 < edge[1] < height
            and all(math.dist(place, space) >= AROUND for place in shaft for space in spaces)
        )

    return next(filter(free, TURNS), 0)


def thread(line: str, width: float, edge: float) -> str:
    """Return a gold thread, with an edge, along a way that was taken lately."""
    pens = ("#8a6410", width + 2 * edge), ("#f4c430", width)
    return svg.group(svg.strokes(line, *pens), class_="thread", fill="none", stroke_linecap="round")


WORD_ROWS = 4
WORD_SIZE = 9
"""The height of the letters is this part of the board's."""


def marked(live: Live, word: str) -> Live:
    """Return the live layer of a board with a faint word across it, below what may be clicked."""
    left, top, width, height = map(float, live["view_box"].split())
    letters = (
        svg.text(word, left + width * across, top + height * row / WORD_ROWS)
        for row in range(1, WORD_ROWS + 1)
        for across in ((0.25, 0.75) if row % 2 else (0.5,))
    )
    mark = svg.group(
        *letters,
        id="watermark",
        class_="watermark",
        font_size=height / WORD_SIZE,
        aria_hidden="true",
    )
    return {**live, "body": mark + live["body"]}
