"""The pictures of the first part of the rules page, which teaches the game."""

from collections.abc import Sequence

from games.drawing import svg
from games.drawing.hansa.corner import Corner, code
from games.drawing.lettering import INK, SANS
from games.drawing.standalone import captioned
from games.wording.hansa.captions import CAPTIONS, ROWS
from games.wording.language import Language

_TOP, _STEP = 34, 66


def rows(shown: Sequence[str], place: str, language: Language) -> str:
    """Return what each seat has unsold, such as 'r1 r3', and what happens to it, as HTML.

    `place` is the rule or heading that the picture is for.
    """
    drawn = []
    for seat, (row, words) in enumerate(zip(shown, ROWS[place], strict=True)):
        y = _TOP + _STEP * seat
        markers = enumerate(row.split())
        drawn.append(svg.use(f"m{seat}", 32, y))
        drawn += [svg.use(f"goods-{code(text)}", 96 + 62 * at, y) for at, text in markers]
        said = language.say(words)
        drawn.append(svg.text(said, 272, y + 7, font_size=19, font_family=SANS, fill=INK))
    high = 2 * _TOP + _STEP * (len(shown) - 1) + 2
    paper = svg.path(f"M0 0H540V{high}H0Z", fill="#f6ecd0")
    drawing = svg.whole(paper, *drawn, viewBox=f"0 0 540 {high}", aria_hidden="true")
    return captioned(drawing, language.say(CAPTIONS[place][0]))


LESSONS = {
    "the-goal": (
        Corner(
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
            ("aalborg",),
            "aalborg",
            booths={"aalborg": "1 3 0 0"},
            goods={"aalborg": "r2"},
        ),
    ),
    "how-points-come": (
        Corner(
            ("stockholm", "reval"),
            "stockholm",
            booths={"reval": "0 0 0 1", "stockholm": "1 4 0 0"},
        ),
    ),
    "how-the-game-ends": (
        Corner(
            (),
            piles=(0, 0, 0, 0, 12),
        ),
    ),
    "one-turn-from-start-to-end": (
        Corner(
            ("copenhagen", "danzig", "reval", "riga"),
            after="before-the-turn",
            margin=20,
        ),
        Corner(
            ("copenhagen", "danzig", "reval", "riga"),
            after="after-the-turn",
            margin=20,
        ),
    ),
}
"""Corners of the board for docs/rules/hansa.md, by the heading that they stand under."""

DESKS = {"one-sale-from-start-to-end": ("n2 n3", "n1 n3", "r2 b2", "y3 g1 g2")}
"""What the players have in the example game, by heading."""
