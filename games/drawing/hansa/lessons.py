"""The pictures of the first part of the rules page, which teaches the game."""

from collections.abc import Sequence
from typing import NamedTuple

from games.drawing import svg
from games.drawing.hansa.corner import Corner, code
from games.drawing.lettering import INK, SANS
from games.drawing.standalone import captioned

_TOP, _STEP = 34, 66


class Row(NamedTuple):
    """The unsold markers of a seat, such as 'r1 r3', and what happens to them in a few words."""

    markers: str
    words: str


def rows(shown: Sequence[Row], words: str) -> str:
    """Return the rows, one for each seat, as HTML."""
    drawn = []
    for seat, row in enumerate(shown):
        y = _TOP + _STEP * seat
        markers = enumerate(row.markers.split())
        drawn.append(svg.use(f"m{seat}", 32, y))
        drawn += [svg.use(f"goods-{code(text)}", 96 + 62 * place, y) for place, text in markers]
        drawn.append(svg.text(row.words, 272, y + 7, font_size=19, font_family=SANS, fill=INK))
    high = 2 * _TOP + _STEP * (len(shown) - 1) + 2
    paper = svg.path(f"M0 0H540V{high}H0Z", fill="#f6ecd0")
    return captioned(svg.whole(paper, *drawn, viewBox=f"0 0 540 {high}", aria_hidden="true"), words)


LESSONS = {
    "the-goal": (
        Corner(
            "1 is a city. 2 and 3 are its warehouses, with a marker of two barrels in one of them."
            " 4 are the booths that players have here. 5 is the ship, which all players share. The"
            " arrows say where it can sail from here.",
            ("stockholm",),
            "stockholm",
            booths={"stockholm": "2 1 0 0"},
            goods={"stockholm": "n2 -"},
            marked=(
                "warehouses:stockholm",
                "warehouse:stockholm.1",
                "warehouse:stockholm.2",
                "booths:stockholm",
                "ship:stockholm",
            ),
            margin=50,
        ),
    ),
    "the-three-actions": (
        Corner(
            "The ship is in Aalborg. Yellow has the most booths, as the crown shows: Yellow buys"
            " here for free, and everyone else pays Yellow.",
            ("aalborg",),
            "aalborg",
            booths={"aalborg": "1 3 0 0"},
            goods={"aalborg": "r2"},
        ),
    ),
    "how-points-come": (
        Corner(
            "Reval is worth 4 points to Blue, who is alone there. Stockholm is worth 2 points each"
            " to Red and Yellow. How many booths they have does not matter.",
            ("stockholm", "reval"),
            "stockholm",
            booths={"reval": "0 0 0 1", "stockholm": "1 4 0 0"},
        ),
    ),
    "how-the-game-ends": (
        Corner(
            "Four piles are used up. Whoever fills the warehouses next takes a marker from the last"
            " one, and that round is the last.",
            (),
            piles=(0, 0, 0, 0, 12),
        ),
    ),
    "one-turn-from-start-to-end": (
        Corner(
            "Before Red's turn. The ship will sail from Copenhagen to Danzig, Reval and Riga.",
            ("copenhagen", "danzig", "reval", "riga"),
            after="before the turn",
            margin=20,
        ),
        Corner(
            "After it: one marker fewer in each of three cities, and two booths of Red in Riga.",
            ("copenhagen", "danzig", "reval", "riga"),
            after="after the turn",
            margin=20,
        ),
    ),
}
"""Corners of the board for docs/rules/hansa.md, by the heading that they stand under."""

DESKS = {
    "one-sale-from-start-to-end": (
        (
            Row("n2 n3", "sells both: 3 + 4 points"),
            Row("n1 n3", "loses the small one"),
            Row("r2 b2", "loses nothing"),
            Row("y3 g1 g2", "loses nothing"),
        ),
        "The unsold markers of all players when Red sells two brown ones.",
    ),
}
"""What the players have in the example game, by heading."""
