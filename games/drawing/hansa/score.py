"""The words of Hansa's score sheet."""

from collections.abc import Sequence
from typing import Any

from games.drawing.figure_words import FigureWords
from games.drawing.score import SheetWords, sheet
from games.drawing.seats import COLOUR_NAMES
from games.rules.title import Result

WORDS = SheetWords(
    lines={
        "sold": "Markers sold",
        "unsold": "Markers unsold",
        "cities": "Cities with booths",
        "total": "Total",
    },
    endings={"piles": "The game ended with the round in which the last pile was started."},
    ties={
        "booths": "{names} tied. More booths on the board broke the tie.",
        "shared": "Nothing separates them. They share the win.",
    },
)

FIGURE_WORDS = FigureWords(
    sources={"sold": "Markers sold", "unsold": "Markers unsold", "cities": "Cities with booths"},
    endings={"piles": "The last pile"},
    heading="Talers, booths and goods",
    levels={"talers": "Talers", "booths": "Booths on the board", "barrels": "Unsold barrels"},
    steps={},
)


def score(result: Result, names: Sequence[str]) -> dict[str, Any]:
    """Return the score sheet; seats without a name are called by their colours."""
    return sheet(result, [*names, *COLOUR_NAMES[len(names) :]], WORDS)
