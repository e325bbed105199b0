"""The pictures of the rules page: under the rules that they show, and in its first part."""

from collections.abc import Mapping, Sequence

from games.drawing.teutonica.corner import Corner
from games.drawing.teutonica.lessons import LESSONS

_RULES = {
    "T5.3": Corner(
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
        ("minden",),
        offices={"minden": "0t 3t - -"},
        margin=(150, 80),
    ),
    "T7.4": Corner(
        ("bremen", "hamburg"),
        spaces={f"bremen-hamburg.{number}": "0t" for number in range(1, 5)},
        offices={"hamburg": "3t - -"},
        margin=(80, 80),
    ),
    "T9.4": Corner(
        ("bremen",),
        offices={"bremen": "3m 0t"},
        extras={"bremen": "3t"},
        margin=(150, 80),
    ),
    "T11.6": Corner(
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
