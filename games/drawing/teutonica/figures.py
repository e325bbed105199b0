"""The pictures of the rules page: under the rules that they show, and in its first part."""

from games.drawing.standalone import hidden
from games.drawing.teutonica import static
from games.drawing.teutonica.corner import BOARD, Corner, picture
from games.drawing.teutonica.lessons import LESSONS, desk

FIGURES = {
    "T5.3": Corner(
        "Blue's trader on Dortmund–Paderborn was displaced. It goes to a free space of a route"
        " that meets this one in Dortmund or Paderborn, such as 1 to 4.",
        ("dortmund", "paderborn", "munster"),
        spaces={
            "dortmund-paderborn.1": "0t",
            "dortmund-paderborn.2": "0t",
            "minden-paderborn.1": "1t",
        },
        marked=(
            "space:dortmund-duisburg.1",
            "space:paderborn-warburg.1",
            "space:hildesheim-paderborn.3",
            "space:minden-paderborn.3",
        ),
        margin=(160, 85),
    ),
    "T7.1": Corner(
        "Red and Blue have an office each in Minden. Blue's is further right, so Blue controls the"
        " city.",
        ("minden",),
        offices={"minden": "0t 3t - -"},
        margin=(150, 80),
    ),
    "T7.4": Corner(
        "Red claims Bremen–Hamburg. In Hamburg the next office takes a trader and needs the orange"
        " privilege. In Bremen it takes a merchant, and Red has none on the route.",
        ("bremen", "hamburg"),
        spaces={f"bremen-hamburg.{number}": "0t" for number in range(1, 5)},
        offices={"hamburg": "3t - -"},
        margin=(80, 80),
    ),
    "T9.4": Corner(
        "Bremen is full. Blue's extra office is in the tower on the left, and with two offices Blue"
        " controls the city.",
        ("bremen",),
        offices={"bremen": "3m 0t"},
        extras={"bremen": "3t"},
        margin=(150, 80),
    ),
    "T11.6": Corner(
        "Red's network here has four cities with four offices: Hannover, Minden and Brunswick, and"
        " Stendal, which the route from Brunswick joins to them.",
        ("hannover", "brunswick", "minden", "stendal"),
        offices={
            "hannover": "0t -",
            "minden": "0t 2t - -",
            "brunswick": "0t",
            "stendal": "0t - - -",
        },
    ),
}
"""Corners of the board for docs/rules/teutonica.md, by the rule that each one shows."""


def figures() -> dict[str, str]:
    """Return the pictures as HTML by rule or heading; `lands` draws their land, once on a page."""
    rules = {rule: picture(shown) for rule, shown in FIGURES.items()}
    lessons = {heading: "".join(map(picture, shown)) for heading, shown in LESSONS.items()}
    return {**rules, **lessons, **desk()}


def lands() -> str:
    """Return the land of all figures in a hidden <svg>, for the page that shows them."""
    return hidden(f'<defs><g id="land-{BOARD}">{static.drawing(BOARD)}</g></defs>')
