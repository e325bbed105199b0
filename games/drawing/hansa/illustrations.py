"""The pictures of the rules page: under the rules that they show, and in its first part."""

from collections.abc import Mapping, Sequence

from games.drawing.hansa.corner import Corner
from games.drawing.hansa.lessons import DESKS, LESSONS, Row, rows

_RULES = {
    "H2.2": Corner(
        "The piles are used up from left to right. The first is gone, and the second has five"
        " markers left. The first marker taken from the last pile makes this the last round.",
        (),
        piles=(0, 5, 13, 13, 12),
    ),
    "H2.4": Corner(
        "From Stockholm the ship can sail to Reval (1) or Kalmar (2), but not to Tønsberg: that"
        " arrow points the other way. The way over land costs the same as a way by sea.",
        ("stockholm", "kalmar", "reval"),
        "stockholm",
        marked=("ship:reval", "ship:kalmar"),
        margin=70,
    ),
    "H3.1": Corner(
        "In Danzig Yellow has the most booths, as the crown shows. Red pays Yellow the taler for"
        " either marker, and Yellow buys for free. In Lübeck Red and Blue have equally many, so"
        " everyone pays the bank there.",
        ("lubeck", "danzig"),
        "danzig",
        booths={"danzig": "1 3 0 0", "lubeck": "2 0 0 2"},
        goods={"danzig": "r2 b1", "lubeck": "y3 -"},
    ),
    "H3.2": Corner(
        "A marker with three barrels was given up in Kalmar. Three of Green's booths are there now,"
        " shown as one with their number.",
        ("kalmar",),
        "kalmar",
        booths={"kalmar": "1 0 3 0"},
        goods={"kalmar": "n1"},
        margin=60,
    ),
    "H4.2": Corner(
        "Reval is worth 4 points to Blue, who is alone there. Stockholm is worth 2 each to Red and"
        " Yellow, however many booths they have.",
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

_SALE = (
    (
        Row("r1 r2 r3", "sells them: 2 + 3 + 4 points"),
        Row("r1 r3 b2", "chooses a red one to lose"),
        Row("r2 r2", "loses one of them"),
        Row("y1", "loses nothing"),
    ),
    (
        "Red takes back a booth and turns over three red markers. Yellow has two different ones"
        " and chooses which to lose. Green's are equal and Blue has none, so these two are not"
        " asked."
    ),
)


def desks() -> dict[str, str]:
    """Return the pictures of what players have as HTML by rule or heading."""
    return {place: rows(*shown) for place, shown in {"H3.3": _SALE, **DESKS}.items()}
