"""The page about bots says of masters what came of the games that are kept beside it."""

import re
from pathlib import Path

import pytest

from games.lab.ladder import Ledger, rung
from games.rules import TITLES

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "bots.md").read_text("utf-8")
KEPT = Ledger(DOCS / "ladders.jsonl")
TITLE_IDS = {title.name: name for name, title in TITLES.items()}


TABLES = [
    ("Master among merchants, ", "master", "merchant", 14),
    ("Master among journeymen, ", "master", "journeyman", 6),
    ("Master with five seconds a turn among merchants, ", "master, 5 s", "merchant", 5),
]
"""How a table begins, the bot that is measured, the others, and how many rows it has."""


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table that is told of like that."""
    _, _, part = PAGE.partition(f"\n{heading}")
    table = re.search(r"(?:^\| .*\n)+", part, re.MULTILINE)
    lines = table.group().splitlines()[2:] if table else []
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


@pytest.mark.parametrize(("heading", "one", "against", "number"), TABLES)
def test_a_table_of_masters_sums_up_the_games_that_are_kept(
    heading: str, one: str, against: str, number: int
) -> None:
    found = rows(heading)
    assert len(found) == number
    for title, label, *cells in found:
        games = KEPT.of((TITLE_IDS[title], label, one, against))
        assert sorted(games) == [*range(len(games))], label
        assert tuple(cells) == rung([*games.values()]).cells(), label
