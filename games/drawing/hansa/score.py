"""The words of Hansa's score sheet."""

from games.drawing.score import FigureWords, SheetWords

WORDS = SheetWords(
    lines={
        "sold": "Markers sold",
        "unsold": "Markers unsold",
        "cities": "Cities with booths",
        "total": "Total",
    },
    endings={"piles": "The game ended with the round in which the last pile was started."},
    ties={
        "booths": ("fewer booths on the board",) * 2,
        "shared": ("fewer booths on the board",) * 2,
    },
)

FIGURE_WORDS = FigureWords(
    sources={"sold": "Markers sold", "unsold": "Markers unsold", "cities": "Cities with booths"},
    endings={"piles": "The last pile"},
    heading="Talers, booths and goods",
    levels={"talers": "Talers", "booths": "Booths on the board", "barrels": "Unsold barrels"},
    steps={},
)
