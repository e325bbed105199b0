"""The words of Hansa Teutonica's score sheet."""

from collections.abc import Sequence
from typing import Any

from games.drawing.score import SheetWords, sheet
from games.drawing.seats import COLOUR_NAMES
from games.rules.title import Result

WORDS = SheetWords(
    lines={
        "prestige": "Prestige on the track",
        "abilities": "Abilities developed to the end, City Keys aside",
        "markers": "Bonus markers",
        "special": "Special prestige",
        "cities": "Cities controlled",
        "network": "Network times City Keys",
        "missions": "Mission card",
        "wales": "Wales",
        "scotland": "Scotland",
        "total": "Total",
    },
    endings={
        "prestige": "The game ended when a player reached 20 prestige.",
        "markers": "The game ended when a replacement marker was needed and none was left.",
        "cities": "The game ended when enough cities were completed.",
    },
    ties={
        "actions": "{names} were level; the less developed Actions decided.",
        "network": "{names} were level; between the least developed Actions, the points for the"
        " network decided.",
        "shared": "Nothing separates them: they share the win.",
    },
)


def score(result: Result, names: Sequence[str]) -> dict[str, Any]:
    """Return the score sheet; whoever has no name is called by the colour."""
    return sheet(result, [*names, *COLOUR_NAMES[len(names) :]], WORDS)
