"""The words of Hansa Teutonica's score sheet."""

from games.drawing.score import FigureWords, SheetWords
from games.rules.teutonica.pieces import ABILITIES, ABILITY_NAMES, ALL, TRACKS
from games.rules.teutonica.questions import PRESTIGE_TO_END

_EITHER = "more developed Actions or a network worth less"

WORDS = SheetWords(
    lines={
        "prestige": "Prestige track",
        "abilities": "Developed abilities",
        "markers": "Bonus markers",
        "special": "Special prestige",
        "cities": "Cities controlled",
        "network": "Network",
        "missions": "Mission card",
        "wales": "Wales",
        "scotland": "Scotland",
        "total": "Total",
    },
    endings={
        "prestige": f"The game ended when a player reached {PRESTIGE_TO_END} prestige points.",
        "markers": "The game ended when a replacement marker was needed and none was left.",
        "cities": "The game ended when enough cities were completed.",
    },
    ties={
        "actions": ("more developed Actions",) * 2,
        "network": ("a network worth less", _EITHER),
        "shared": (_EITHER,) * 2,
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
        "prestige": f"{PRESTIGE_TO_END} prestige points",
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
