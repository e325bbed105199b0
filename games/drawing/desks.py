"""What the desks of every title have in common; templates/play/desk.html prints one."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from games.drawing import svg
from games.drawing.links import Link
from games.drawing.seats import COLOURS
from games.rules.title import View
from games.wording.language import Language
from games.wording.seats import COLOURS as SEATS
from games.wording.seats import MARKS

Acts = tuple[tuple[str, Link], ...]
"""What may be clicked on a desk: target ids with their links."""


class WritingDesk(TypedDict):
    """One desk.

    `name` is the player's name, `colour`, `mark` and `paint` are the seat's; `mine` says that it is
    the viewer's. `points` are shown at its corner, `counted` says what they are. `body` is all that
    is on it, as HTML.
    """

    seat: int
    name: str
    colour: str
    mark: str
    paint: str
    mine: bool
    points: int
    counted: str
    body: str


def writing_desk(
    view: View,
    seat: int,
    names: Sequence[str],
    language: Language,
    *,
    points: int,
    counted: str,
    body: str,
) -> WritingDesk:
    """Return a desk; without `names` players are called by their colours."""
    colour = language.say(SEATS[seat])
    return {
        "seat": seat,
        "name": names[seat] if seat < len(names) else colour,
        "colour": colour,
        "mark": language.say(MARKS[seat]),
        "paint": COLOURS[seat],
        "mine": seat == view.seat,
        "points": points,
        "counted": counted,
        "body": body,
    }


def seats_around(view: View) -> list[int]:
    """Return the seats in turn order, the viewer's own first."""
    first = view.seat or 0
    return [*range(first, view.players), *range(first)]


def goods(rows: Iterable[tuple[str, str, str, str]]) -> str:
    """Return what is on a desk as a list, without rows of nothing.

    A row has its class, the thing that it can be asked about, its heading, and what there is.
    """
    listed = (
        svg.element(
            "div",
            svg.worded("dt", heading),
            svg.element("dd", what),
            class_=style or None,
            data_about=about or None,
        )
        for style, about, heading, what in rows
        if what
    )
    return svg.element("dl", *listed, class_="goods")


def count(symbol: str, box: str, number: int) -> str:
    """Return a piece with how many there are, for people who see it."""
    piece = svg.element("svg", svg.use(symbol), viewBox=box)
    return svg.element(
        "span",
        piece,
        str(number),
        class_="count" if number else "count none",
        aria_hidden="true",
    )


def unseen(words: str) -> str:
    """Return words for people who do not see the pieces."""
    return svg.worded("span", words, class_="visually-hidden")
