"""The page about bots says of masters what came of the games that are kept beside it."""

import re
from pathlib import Path

import pytest

from games.bots.ladder import Ledger, rung
from games.rules import TITLES

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "bots.md").read_text("utf-8")
KEPT = Ledger(DOCS / "ladders.jsonl")
TITLE_IDS = {title.name: name for name, title in TITLES.items()}


def rows(against: str) -> list[list[str]]:
    """Return the cells of the table of masters among bots of a level."""
    _, _, part = PAGE.partition(f"\nMaster among {against}s, ")
    lines = re.findall(r"^\| Hansa.*$", part.partition("\n\nMaster ")[0], re.MULTILINE)
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


@pytest.mark.parametrize("against", ["merchant"])
def test_a_table_of_masters_sums_up_the_games_that_are_kept(against: str) -> None:
    found = rows(against)
    assert len(found) > 10
    for title, label, *cells in found:
        games = KEPT.of((TITLE_IDS[title], label, "master", against))
        assert sorted(games) == [*range(len(games))], label
        assert tuple(cells) == rung([*games.values()]).cells(), label
