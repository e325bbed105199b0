"""The pictures of the rules page: under the rules that they show, and in its first part."""

from collections.abc import Mapping, Sequence

from games.drawing.hansa.corner import Corner
from games.drawing.hansa.lessons import DESKS, LESSONS, rows
from games.wording.language import Language

_RULES = {
    "H2.2": Corner(
        (),
        piles=(0, 5, 13, 13, 12),
    ),
    "H2.4": Corner(
        ("stockholm", "kalmar", "reval"),
        "stockholm",
        marked=("ship:reval", "ship:kalmar"),
        margin=70,
    ),
    "H3.1": Corner(
        ("lubeck", "danzig"),
        "danzig",
        booths={"danzig": "1 3 0 0", "lubeck": "2 0 0 2"},
        goods={"danzig": "r2 b1", "lubeck": "y3 -"},
    ),
    "H3.2": Corner(
        ("kalmar",),
        "kalmar",
        booths={"kalmar": "1 0 3 0"},
        goods={"kalmar": "n1"},
        margin=60,
    ),
    "H4.2": Corner(
        ("stockholm", "reval"),
        "stockholm",
        booths={"reval": "0 0 0 1", "stockholm": "1 4 0 0"},
    ),
}
"""Corners of the board for docs/rules/hansa.md, by the rule that each one shows."""

CORNERS: Mapping[str, Sequence[Corner]] = {
    **{rule: (shown,) for rule, shown in _RULES.items()},
    **LESSONS,
}
"""All of them, those of the lessons too, by rule or heading."""

_SALE = ("r1 r2 r3", "r1 r3 b2", "r2 r2", "y1")


def desks(language: Language) -> dict[str, str]:
    """Return the pictures of what players have as HTML by rule or heading."""
    shown = {"H3.3": _SALE, **DESKS}
    return {place: rows(markers, place, language) for place, markers in shown.items()}
