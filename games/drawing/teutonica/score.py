"""The words of Hansa Teutonica's score sheet."""

from collections.abc import Sequence
from typing import Any

from games.drawing.figure_words import FigureWords
from games.drawing.score import SheetWords, sheet
from games.drawing.seats import COLOUR_NAMES
from games.rules.teutonica.pieces import ABILITIES, ABILITY_NAMES, ALL, TRACKS
from games.rules.title import Result

WORDS = SheetWords(
    lines={
        "prestige": "Prestige on the track",
        "abilities": "Fully developed abilities, except City Keys",
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
        "prestige": "The game ended when a player reached 20 prestige points.",
        "markers": "The game ended when a replacement marker was needed and none was left.",
        "cities": "The game ended when enough cities were completed.",
    },
    ties={
        "actions": "{names} tied. Less developed Actions broke the tie.",
        "network": "{names} tied. Between those with the least developed Actions, the network broke"
        " the tie.",
        "shared": "Nothing separates them. They share the win.",
    },
)

FIGURE_WORDS = FigureWords(
    sources={
        "prestige": "Prestige on the track",
        "abilities": "Developed abilities",
        "markers": "Bonus markers",
        "special": "Special prestige",
        "cities": "Cities controlled",
        "network": "Network",
        "missions": "Mission card",
        "wales": "Wales",
        "scotland": "Scotland",
    },
    endings={
        "prestige": "20 prestige points",
        "markers": "No bonus markers left",
        "cities": "Enough completed cities",
    },
    heading="Abilities",
    levels=dict(zip(ABILITIES, ABILITY_NAMES, strict=True)),
    steps={
        ability: tuple("all" if value == ALL else str(value) for value in track)
        for ability, track in zip(ABILITIES, TRACKS, strict=True)
    },
)
"""City Keys and Actions have the same value on two steps of their tracks."""


def score(result: Result, names: Sequence[str]) -> dict[str, Any]:
    """Return the score sheet; seats without a name are called by their colours."""
    return sheet(result, [*names, *COLOUR_NAMES[len(names) :]], WORDS)
