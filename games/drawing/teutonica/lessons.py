"""The pictures of the first part of the rules page, which teaches the game."""

from games.drawing.standalone import captioned
from games.drawing.teutonica.corner import told
from games.drawing.teutonica.tracks import tracks

LESSONS = {
    "the-goal": (
        told(
            "1 is a city, 2 an office in it that belongs to Yellow, and 3 the next vacant one. 4 is"
            " a free space of a route, 5 a trader (a cube), 6 a merchant (a disc). The round +3 is"
            " a bonus marker for the player who claims the route next. Red needs one more piece to"
            " do so.",
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
        told(
            "What Red could do here: place a piece on 1, displace Blue's trader on 2, move the"
            " trader on 3 elsewhere, or claim the route at 4, where all three spaces are Red's.",
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
        told(
            "The end of a game. Red controls Goslar and Stendal: 2 points for each. In Magdeburg"
            " Red and Yellow have one office each, and Yellow's is further right, so Yellow"
            " controls it. Red's three offices are in cities joined by routes: a network of three."
            " With City Keys at 2 it is worth 6 points.",
            ("goslar", "magdeburg", "stendal"),
            offices={"goslar": "0t -", "magdeburg": "0m 1t", "stendal": "1t 0m - -"},
            margin=(100, 90),
        ),
    ),
    "how-the-game-ends": (
        told(
            "Nine cities are full, and one bonus marker is left. The office that fills the next"
            " city ends the game, and so does the second marker taken from here on.",
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
        told(
            "Before Red's turn. Blue's trader is in Red's way.",
            ("warburg", "gottingen", "quedlinburg"),
            after="before the turn",
            margin=(75, 75),
        ),
        told(
            "Red has displaced it. Blue's trader is back on the board, with another one beside it,"
            " and both routes are full.",
            ("warburg", "gottingen", "quedlinburg"),
            after="displaced",
            margin=(75, 75),
        ),
    ),
    "one-claim-from-start-to-end": (
        told(
            "Before the claim: three traders of Red on the route, Yellow's office in Hildesheim,"
            " and the marker Additional Office.",
            ("hildesheim", "goslar"),
            after="before the claim",
            margin=(95, 75),
        ),
        told(
            "After it: Red has an office in Goslar, and the route is empty again.",
            ("hildesheim", "goslar"),
            after="after the claim",
            margin=(95, 75),
        ),
    ),
}
"""Corners of the board for docs/rules/teutonica.md, by the heading that they stand under."""

_DESK_WORDS = (
    "A desk at the start. The values with a red ring count now. The others are covered by pieces"
    " that come into your supply, one with each development."
)


def desk() -> dict[str, str]:
    """Return the picture of a desk as HTML by its heading."""
    drawn = tracks(0, (0, 0, 0, 0, 0), {})
    return {"the-five-abilities": captioned(drawn, _DESK_WORDS)}
