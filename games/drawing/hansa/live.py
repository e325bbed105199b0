"""The live layer: goods, booths, the ship and what may be clicked, over the static board."""

from collections.abc import Iterable, Sequence
from functools import partial

from games.drawing.hansa import clicks, pieces_on_board, sources
from games.drawing.hansa.sheet import Sheet, sheet
from games.drawing.live import Live, Shown, layer, thread
from games.drawing.notes import corner, numbered, ring
from games.rules.hansa.view import View
from games.wording.language import Language

FEW = 6
"""The most targets that get strong rings."""


def live(shown: Shown[View]) -> Live:
    """Return the live layer as `games.drawing.drawing.Drawing` describes it.

    What differs from `base` has a dashed ring, what `since` changed a flag with its
    number, and the ways sailed since then a thread.
    """
    view, base, language = shown.view, shown.base, shown.language
    drawn = sheet(view.board)
    touched = [*(each.place for each in shown.since), *shown.marked]
    return layer(
        drawn,
        shown,
        [_thread(drawn, [each.way for each in shown.since if each.way])],
        {
            "markers": (
                *pieces_on_board.goods(drawn, view, language),
                *pieces_on_board.piles(drawn, view, language),
            ),
            "pieces": (
                *pieces_on_board.booths(drawn, view, shown.names, language),
                pieces_on_board.ship(drawn, view, language),
            ),
            "notes": (
                *(_drafted(drawn, view, base) if base is not None else ()),
                *_changes(drawn, touched, language),
            ),
        },
        partial(clicks.links, drawn, view),
        FEW,
        partial(sources.box, drawn),
        partial(sources.name, drawn),
        {},
    )


def _thread(drawn: Sheet, ways: Iterable[str]) -> str:
    """A gold thread along the ways that the ship sailed."""
    numbers = drawn.board.city_numbers
    sailed = [tuple(numbers[city] for city in way.split("-")) for way in dict.fromkeys(ways)]
    line = "".join(drawn.ways[start, end] for start, end in sailed)
    return thread(line, 2.8, 1) if line else ""


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


def _changes(drawn: Sheet, touched: Sequence[str], language: Language) -> list[str]:
    """A flag with the step's number at everything that changed."""
    return [
        corner(drawn.places[target], numbers, language)
        for target, numbers in numbered(touched).items()
        if target in drawn.places
    ]
