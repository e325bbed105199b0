"""The notation page says what is so: its orders are read, its record plays."""

import re
from pathlib import Path

import pytest

from games.rules import TITLES, record, replay
from games.rules.teutonica.notation import VERBS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "notation.md").read_text("utf-8")
RECORDS = ROOT / "tests" / "records" / "teutonica"
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| `")
]
ORDERS = sorted(
    {code for row in ROWS for code in re.findall("`(.*?)`", row[0]) if code[0].islower()}
)
LOOSE = [(row[0].strip("`"), row[1].strip("`")) for row in ROWS if row[1].startswith("`")]
TITLE = TITLES["teutonica"]
STATE = TITLE.start({}, 4)
IN_THE_EAST = TITLE.start({"board": "east"}, 4)


def block(name: str) -> str:
    (found,) = re.findall(rf"```{name}\n(.*?)```", PAGE, re.DOTALL)
    return found


@pytest.mark.parametrize("order", [order for order in ORDERS if order not in dict(LOOSE)])
def test_every_order_of_the_page_is_canonical(order):
    east = order.startswith("found") or "stettin" in order
    state = IN_THE_EAST if east else STATE
    assert TITLE.write(state, TITLE.read(state, order)) == order


@pytest.mark.parametrize(("loose", "proper"), LOOSE)
def test_what_may_be_written_loosely_is_read(loose, proper):
    assert loose != proper
    assert TITLE.write(STATE, TITLE.read(STATE, loose)) == proper


def test_every_verb_stands_on_the_page():
    assert {order.split()[0] for order in ORDERS if order not in dict(LOOSE)} == set(VERBS)


def test_the_record_of_the_page_plays_and_is_canonical():
    text = block("record")
    assert replay.canonical(record.read(text)) == text


def test_the_score_sheet_of_the_page_is_one_of_the_recorded_games():
    result, sheet = block("sheet").split("\n\n")
    text = (RECORDS / "4-players-prestige.txt").read_text("utf-8")
    assert result in text
    assert text.endswith(sheet)


def test_every_key_of_a_record_stands_on_the_page():
    assert all(f"`{key}`" in PAGE for key in record.KEYS.values())
