"""The live layer: pieces, markers, flags and what may be clicked, over the static board."""

from functools import partial

from games.drawing.live import Live, Shown, layer
from games.drawing.teutonica import clicks, notes, pieces_on_board, printed, sources
from games.drawing.teutonica.sheet import sheet
from games.rules.teutonica.view import View

FEW = 40
"""The most targets that get strong rings."""


def live(shown: Shown[View]) -> Live:
    """Return the live layer as `games.drawing.drawing.Drawing` describes it.

    What differs from `base` has a dashed ring, what `since` changed a flag with its
    number, and the road claimed last a thread.
    """
    view, base, language = shown.view, shown.base, shown.language
    drawn = sheet(view.board)
    before = base if base is not None else view
    return layer(
        drawn,
        shown,
        (
            printed.told(view.board, language),
            *printed.pawn_land(view, language),
            notes.claimed(drawn, [*shown.earlier, *shown.since]),
        ),
        {
            "markers": notes.markers(drawn, view, language),
            "pieces": (
                *pieces_on_board.on_spaces(drawn, view, before, shown.picked, language),
                *pieces_on_board.in_offices(drawn, view, language),
                *pieces_on_board.pawn(drawn, view, language),
                *pieces_on_board.in_hand(drawn, view, language),
            ),
            "tracks": (
                *notes.prestige(drawn, view, shown.names, language),
                notes.completed(drawn, view, language),
                notes.supply(drawn, view, language),
                *notes.missions(drawn, view, language),
            ),
            "notes": (
                *(notes.drafted(drawn, view, base) if base is not None else ()),
                *notes.changes(
                    drawn, [*(each.place for each in shown.since), *shown.marked], shown.language
                ),
            ),
        },
        partial(clicks.links, drawn, view, shown.language),
        FEW,
        partial(sources.box, drawn, view),
        partial(sources.name, drawn, shown.language),
        drawn.threads,
    )
