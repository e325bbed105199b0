"""The pictures of the first part of the rules page, which teaches the game."""

from games.drawing.hansa.corner import Corner
from games.drawing.hansa.rows import Row

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
