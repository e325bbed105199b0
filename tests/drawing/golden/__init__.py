"""Pictures as they should be, one of each title, to be compared with those drawn now.

A picture is an SVG file with one element a line: the pieces' symbols, a rectangle for each place of
the empty board, and all that lies on the board late in a recorded game, with what may be clicked.
`python -m tests.drawing.golden` draws them anew: look at them before you commit them.
"""

import re
from collections.abc import Iterator
from html import escape
from itertools import zip_longest
from pathlib import Path
from xml.etree.ElementTree import Element

from games.drawing import DRAWINGS
from games.wording import ENGLISH
from tests.drawing.picture import SVG, root_of, things
from tests.drawing.positions import late_state

BOARDS = {"teutonica": "hanse-45", "hansa": "baltic"}
NEAR = 0.06
"""How far numbers may differ: drawings round theirs to one decimal."""

_LEFT_OUT = {"hx-get", "hx-post", "hx-ext", "xmlns"}
_WORD = re.compile(r"#[\w-]+|[-+]?(?:\d+\.?\d*|\.\d+)|[A-Za-z_-]+|[^\s,]")
_EXACT = {"id", "href", "class", "data-about", "aria-label", "hx-vals"}


def path(title: str) -> Path:
    """Return the file of a title's picture."""
    return Path(__file__).parent / f"{title}.svg"


def picture(title: str) -> str:
    """Return the picture of a title as it is drawn now."""
    rules, state, touched = late_state(BOARDS[title])
    drawing, seat = DRAWINGS[title], rules.to_move(state)[0]
    view = rules.view(state, seat)
    live = drawing.live(
        view,
        ENGLISH,
        choices=drawing.choices(rules, rules.orders(state, seat), view, ENGLISH),
        since=touched[-12:],
        names=("Anna", "Berta", "Carl", "Doris", "Emil")[: view.players],
    )
    places = "".join(
        f'<rect data-about="{thing.get("data-about")}" x="{box.left:.0f}" y="{box.top:.0f}" '
        f'width="{box.right - box.left:.0f}" height="{box.bottom - box.top:.0f}"/>'
        for thing in things(drawing.static(view.board, ENGLISH))
        if (box := thing.box) and thing.get("data-about")
    )
    symbols = "".join(lines(root_of(drawing.symbols()), inside=True))
    board = "".join(lines(root_of(places), inside=True))
    body = "".join(lines(root_of(live["body"]), inside=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{live["view_box"]}">\n{symbols}'
        f'<g fill="none" stroke="#888">\n{board}</g>\n{body}</svg>\n'
    )


def lines(element: Element, depth: int = 0, *, inside: bool = False) -> Iterator[str]:
    """Yield an element's lines, or those of what is inside."""
    tag, words = element.tag.removeprefix(SVG), escape((element.text or "").strip(), quote=False)
    values = "".join(
        f' {name}="{escape(value)}"'
        for name, value in sorted(element.attrib.items())
        if name not in _LEFT_OUT
    )
    if inside:
        for child in element:
            yield from lines(child, depth)
    elif len(element):
        yield f"{' ' * depth}<{tag}{values}>{words}\n"
        for child in element:
            yield from lines(child, depth + 1)
        yield f"{' ' * depth}</{tag}>\n"
    else:
        end = f">{words}</{tag}>" if words else "/>"
        yield f"{' ' * depth}<{tag}{values}{end}\n"


def differences(expected: str, drawn: str) -> list[str]:
    """Return where two pictures differ, but for the order of attributes and how numbers look."""
    pairs = zip_longest(root_of(expected).iter(), root_of(drawn).iter())
    return [
        f"expected {_told(one)}\n     got {_told(other)}"
        for one, other in pairs
        if one is None or other is None or not _same(one, other)
    ]


def _told(element: Element | None) -> str:
    return "nothing" if element is None else next(lines(element)).strip()


def _same(one: Element, other: Element) -> bool:
    names = set(one.attrib) | set(other.attrib)
    return (one.tag, len(one), (one.text or "").strip()) == (
        other.tag,
        len(other),
        (other.text or "").strip(),
    ) and all(
        one.get(name) == other.get(name)
        if name in _EXACT
        else _near(one.get(name, ""), other.get(name, ""))
        for name in names - _LEFT_OUT
    )


def _near(one: str, other: str) -> bool:
    """Whether two values are the same but for the spelling and rounding of their numbers."""
    words, others = _WORD.findall(one), _WORD.findall(other)
    return len(words) == len(others) and all(map(_close, words, others))


def _close(one: str, other: str) -> bool:
    try:
        return abs(float(one) - float(other)) < NEAR
    except ValueError:
        return one == other
