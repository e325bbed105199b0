"""The pictures of the first part of the rules page, which teaches the game."""

from games.drawing.standalone import captioned
from games.drawing.teutonica.corner import Corner
from games.drawing.teutonica.tracks import tracks
from games.wording.language import Language
from games.wording.teutonica.captions import CAPTIONS

LESSONS = {
    "the-goal": (
        Corner(
            ("hildesheim", "goslar"),
            spaces={"goslar-hildesheim.1": "0m", "goslar-hildesheim.2": "0t"},
            offices={"hildesheim": "1t -"},
            markers={"goslar-hildesheim": "plus3"},
            marked=(
                "city:hildesheim",
                "office:hildesheim.1",
                "office:hildesheim.2",
                "space:goslar-hildesheim.3",
                "space:goslar-hildesheim.2",
                "space:goslar-hildesheim.1",
            ),
            margin=(95, 85),
        ),
    ),
    "your-turn": (
        Corner(
            ("hildesheim", "goslar"),
            spaces={
                **{f"goslar-hildesheim.{number}": "0t" for number in (1, 2, 3)},
                "goslar-quedlinburg.1": "3t",
                "hildesheim-paderborn.1": "0t",
            },
            marked=(
                "space:goslar-quedlinburg.2",
                "space:goslar-quedlinburg.1",
                "space:hildesheim-paderborn.1",
                "space:goslar-hildesheim.2",
            ),
            margin=(95, 85),
        ),
    ),
    "how-points-come": (
        Corner(
            ("goslar", "magdeburg", "stendal"),
            offices={"goslar": "0t -", "magdeburg": "0m 1t", "stendal": "1t 0m - -"},
            margin=(100, 90),
        ),
    ),
    "how-the-game-ends": (
        Corner(
            offices={
                "stade": "2m",
                "duisburg": "3t",
                "brunswick": "1t",
                "groningen": "0t 3m",
                "lubeck": "2t 2t",
                "bremen": "1m 1t",
                "emden": "3m 0t",
                "hannover": "2t 1t",
                "goslar": "0t 0t",
            },
            marker_supply=1,
            box=(780, 830, 560, 180),
        ),
    ),
    "one-turn-from-start-to-end": (
        Corner(
            ("warburg", "gottingen", "quedlinburg"),
            after="before-the-turn",
            margin=(75, 75),
        ),
        Corner(
            ("warburg", "gottingen", "quedlinburg"),
            after="displaced",
            margin=(75, 75),
        ),
    ),
    "one-claim-from-start-to-end": (
        Corner(
            ("hildesheim", "goslar"),
            after="before-the-claim",
            margin=(95, 75),
        ),
        Corner(
            ("hildesheim", "goslar"),
            after="after-the-claim",
            margin=(95, 75),
        ),
    ),
}
"""Corners of the board for docs/rules/teutonica.md, by the heading that they stand under."""


def desk(language: Language) -> dict[str, str]:
    """Return the picture of a desk as HTML by its heading."""
    heading = "the-five-abilities"
    drawn = tracks(0, (0, 0, 0, 0, 0), {}, language)
    return {heading: captioned(drawn, language.say(CAPTIONS[heading][0]))}
