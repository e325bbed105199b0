"""The live layer: goods, booths, the ship and what may be clicked, over the static board."""

from collections.abc import Sequence
from itertools import pairwise

from games.drawing.choices import Choices
from games.drawing.hansa import clicks, standing, steps
from games.drawing.hansa.sheet import Sheet, sheet
from games.drawing.notes import corner, numbered, ring
from games.drawing.protocol import Live
from games.rules.hansa.view import View

FEW = 6
"""The most targets that get strong rings."""


def live(
    view: View,
    *,
    base: View | None = None,
    choices: Choices | None = None,
    picked: str | None = None,
    since: Sequence[str] = (),
    earlier: Sequence[str] = (),
    marked: Sequence[str] = (),
    names: Sequence[str] = (),
    post: str = "",
    pick: str = "?pick=",
) -> Live:
    """Return the live layer as `games.drawing.protocol` describes it.

    What differs from `base` has a dashed ring, what `since` changed a flag with its
    number, and the ways sailed since then a thread. `marked` are places to number beside those.
    """
    drawn = sheet(view.board)
    # The confirmed position tells where the ship was in those orders.
    ship = (base or view).ship
    targets = clicks.links(drawn, view, choices, picked, post, pick) if choices is not None else []
    parts = [
        _thread(drawn, steps.sailed(drawn.board, ship, since, earlier) if since else ()),
        '<g class="markers">',
        *standing.goods(drawn, view),
        standing.piles(drawn, view),
        '</g><g class="pieces">',
        *standing.booths(drawn, view, names),
        standing.ship(drawn, view),
        '</g><g class="notes">',
        *(_drafted(drawn, view, base) if base is not None else ()),
        *_changes(drawn, [*steps.places(drawn.board, ship, since, earlier), *marked]),
        f'</g><g class="targets{" few" if len(targets) <= FEW else ""}">',
        *targets,
        "</g>",
    ]
    return {
        "view_box": drawn.view_box,
        "ratio": drawn.ratio,
        "tall": drawn.ratio < 1,
        "body": "".join(parts),
    }


def _thread(drawn: Sheet, cities: Sequence[str]) -> str:
    """A gold thread along the ways that the ship sailed."""
    numbers = [drawn.board.city_numbers[city] for city in cities]
    line = "".join(drawn.ways.get(way, "") for way in dict.fromkeys(pairwise(numbers)))
    if not line:
        return ""
    return (
        f'<g class="thread" fill="none" stroke-linecap="round"><path d="{line}" stroke="#8a6410" '
        f'stroke-width="4.8"/><path d="{line}" stroke="#f4c430" stroke-width="2.8"/></g>'
    )


def _drafted(drawn: Sheet, view: View, base: View) -> list[str]:
    """A dashed ring around everything that the draft has placed or taken away."""
    rings = []
    for town, row, was in zip(drawn.layout.towns, view.booths, base.booths, strict=True):
        seats = [seat for seat, count in enumerate(row) if count]
        rings += [
            ring(town.stall(place, len(seats)))
            for place, seat in enumerate(seats)
            if row[seat] != was[seat]
        ]
    rings += [
        ring(drawn.warehouses[slot], 24)
        for slot, (now, was_there) in enumerate(zip(view.warehouses, base.warehouses, strict=True))
        if now != was_there
    ]
    if view.ship != base.ship:
        rings.append(ring(drawn.layout.towns[view.ship].berth, 31))
    return rings


def _changes(drawn: Sheet, touched: Sequence[str]) -> list[str]:
    """A flag with the step's number at everything that changed."""
    return [
        corner(drawn.places[target], numbers)
        for target, numbers in numbered(touched).items()
        if target in drawn.places
    ]
