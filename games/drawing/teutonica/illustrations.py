"""The pictures of the rules page: under the rules that they show, and in its first part."""

from collections.abc import Mapping, Sequence

from games.drawing.teutonica.corner import Corner, told
from games.drawing.teutonica.lessons import LESSONS

_RULES = {
    "T5.3": told(
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
    "T7.1": told(
        "Red and Blue have an office each in Minden. Blue's is further right, so Blue controls the"
        " city.",
        ("minden",),
        offices={"minden": "0t 3t - -"},
        margin=(150, 80),
    ),
    "T7.4": told(
        "Red claims Bremen–Hamburg. In Hamburg the next office takes a trader and needs the orange"
        " privilege. In Bremen it takes a merchant, and Red has none on the route.",
        ("bremen", "hamburg"),
        spaces={f"bremen-hamburg.{number}": "0t" for number in range(1, 5)},
        offices={"hamburg": "3t - -"},
        margin=(80, 80),
    ),
    "T9.4": told(
        "Bremen is full. Blue's extra office is in the tower on the left, and with two offices Blue"
        " controls the city.",
        ("bremen",),
        offices={"bremen": "3m 0t"},
        extras={"bremen": "3t"},
        margin=(150, 80),
    ),
    "T11.6": told(
        "Hannover, Minden and Brunswick alone would be a network of three offices for Red. The"
        " route from Brunswick joins Stendal to them, which makes it four.",
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

CORNERS: Mapping[str, Sequence[Corner]] = {
    **{rule: (shown,) for rule, shown in _RULES.items()},
    **LESSONS,
}
"""All of them, those of the lessons too, by rule or heading."""
