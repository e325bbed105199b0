"""What the desks of every title have in common; templates/play/desk.html prints one."""

from collections.abc import Sequence
from typing import TypedDict

from games.drawing.seats import COLOUR_NAMES, COLOURS, MARK_NAMES
from games.rules.title import View


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
    view: View, seat: int, names: Sequence[str], *, points: int, counted: str, body: str
) -> WritingDesk:
    """Return a desk; without `names` players are called by their colours."""
    return {
        "seat": seat,
        "name": names[seat] if seat < len(names) else COLOUR_NAMES[seat],
        "colour": COLOUR_NAMES[seat],
        "mark": MARK_NAMES[seat],
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
