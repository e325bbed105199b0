"""The live layer of every title: what it shows, in which groups, and a word across it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar

from games.drawing import svg
from games.drawing.choices import Choices
from games.drawing.geometry import Box
from games.drawing.sheet import BaseSheet
from games.drawing.sources import Source, lit
from games.rules.title import Touched

V = TypeVar("V")

LOW = 110
"""How far from the edges of a board a place must be to have an arrow on that side."""

GAP = 24
"""How far the tip of the arrow is from the place."""

ARROW = 48
"""How long the arrow to a place is."""

AROUND = 30
"""How far to the side of the arrow a place must be not to be covered by it."""


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

    `marked` are places to number beside those that `since` changed, `pointer` is one to point to.
    """

    view: V
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
    parts = [*under]
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
    """An arrow down to a place or the top of a city; nothing if it is neither.

    What stands at the upper edge of the board has it below, and a route's seal away from its road.
    """
    if target.startswith("city:"):
        town = box(target)
        x, y, gap = (town.left + town.right) / 2, town.top, 2
    elif target in drawn.places:
        (x, y), gap = drawn.places[target], GAP
    else:
        return ""
    way = 1 if y < LOW or _is_below_its_road(drawn, target) else -1
    tip = y + way * gap
    arrow = svg.data("M", x, tip, "l", -17, way * 22, "h10v", way * 26, "h14v", -way * 26, "h10Z")
    return svg.group(
        svg.path(arrow),
        id="pointer",
        class_="below" if way > 0 else None,
        data_to=target,
        pointer_events="none",
    )


def _is_below_its_road(drawn: BaseSheet, target: str) -> bool:
    """Return whether an arrow above a route's seal would cover a space that may be clicked, too.

    Below it must be free, and on the board.
    """
    if not target.startswith("route:"):
        return False
    x, y = drawn.places[target]
    spaces = [point for name, point in drawn.places.items() if name.startswith("space:")]

    def covers(way: int) -> bool:
        middle = y + way * (GAP + ARROW / 2)
        return any(abs(a - x) < AROUND and abs(b - middle) < ARROW for a, b in spaces)

    _, top, _, height = map(float, drawn.view_box.split())
    return covers(-1) and not covers(1) and y < top + height - LOW


def thread(line: str, width: float, edge: float) -> str:
    """Return a gold thread, with an edge, along a way that was taken lately."""
    pens = ("#8a6410", width + 2 * edge), ("#f4c430", width)
    return svg.group(svg.strokes(line, *pens), class_="thread", fill="none", stroke_linecap="round")


WORD_ROWS = 4
WORD_SIZE = 9
"""The height of the letters is this part of the board's."""


def marked(live: Live, word: str = "PLAN") -> Live:
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
