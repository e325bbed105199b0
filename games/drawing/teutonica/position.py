"""A position in a few words, for people who do not see the board."""

from collections.abc import Sequence

from games.drawing.score import listed
from games.rules.teutonica.pieces import MARKER_NAMES, in_words
from games.rules.teutonica.questions import controlled, ends
from games.rules.teutonica.view import View


def position(view: View, names: Sequence[str]) -> str:
    """Return prestige, who controls how many cities, and how many cities are completed."""
    prestige = listed(
        [f"{desk.prestige} for {name}" for name, desk in zip(names, view.desks, strict=True)]
    )
    cities = [len(controlled(view, seat)) for seat in range(view.players)]
    held = listed(
        [f"{count} by {name}" for name, count in zip(names, cities, strict=True) if count]
        or ["none"]
    )
    completed = ends(view).cities
    return (
        f"Prestige: {prestige}. Cities controlled: {held}. "
        f"Cities completed: {completed.done}; the game ends at {completed.whole}."
    )


def supply(view: View, seat: int) -> str:
    """Return a seat's supply and stock, and the markers that it can use."""
    desk = view.desks[seat]
    markers = [MARKER_NAMES[kind] for kind in desk.markers]
    told = f"{in_words(*desk.supply)}; in stock {in_words(*desk.stock)}"
    return f"{told}; {listed(markers)}" if markers else told
