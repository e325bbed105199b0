"""The live layer: pieces, markers, flags and what may be clicked, over the static board."""

from collections.abc import Sequence

from games.drawing.choices import Choices
from games.drawing.protocol import Live
from games.drawing.teutonica import clicks, notes, printed, standing, steps
from games.drawing.teutonica.sheet import sheet
from games.rules.teutonica.view import View

FEW = 40
"""The most targets that get strong rings; more of them would drown the map."""


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
    number, and the road claimed last a thread. `marked` are places to number beside those.
    """
    drawn = sheet(view.board)
    before = base if base is not None else view
    targets = clicks.links(drawn, view, choices, picked, post, pick) if choices is not None else []
    parts = [
        printed.told(view.board),
        *printed.pawn_land(view),
        notes.thread(drawn, steps.last_claimed(earlier, since)),
        '<g class="markers">',
        *notes.markers(drawn, view),
        '</g><g class="pieces">',
        *standing.on_spaces(drawn, view, before, picked),
        *standing.in_offices(drawn, view),
        *standing.pawn(drawn, view),
        *standing.in_hand(drawn, view),
        '</g><g class="tracks">',
        *notes.prestige(drawn, view, names),
        *notes.completed(drawn, view),
        *notes.supply(drawn, view),
        *notes.missions(drawn, view),
        '</g><g class="notes">',
        *(notes.drafted(drawn, view, base) if base is not None else ()),
        *notes.changes(drawn, [*map(steps.place, since), *marked]),
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
