"""The notation page says what is so: its orders are read, its record plays."""

import re
from pathlib import Path

import pytest

from games.rules import TITLES, position, record, replay, variations
from games.rules.hansa.position_reader import KEYS as HANSA_KEYS
from games.rules.teutonica.position_reader import FRAMES
from games.rules.teutonica.position_reader import KEYS as TEUTONICA_KEYS
from games.rules.title import nearest
from games.study.plan import text as plan_text
from tests.records.test_records import VERBS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "notation.md").read_text("utf-8")
RECORDS = ROOT / "tests" / "records" / "teutonica"


def rows(title):
    """Return the cells of all tables about orders in the part of a title."""
    _, _, part = PAGE.partition(f"\n## {TITLES[title].name}\n")
    lines = part.partition("\n## ")[0].splitlines()
    return [
        [cell.strip() for cell in line.strip("| ").split(" | ")]
        for line in lines
        if line.startswith("| `")
    ]


LOOSE = [
    (title, row[0].strip("`"), row[1].strip("`"))
    for title in TITLES
    for row in rows(title)
    if row[1].startswith("`")
]
ORDERS = sorted(
    {
        (title, code)
        for title in TITLES
        for row in rows(title)
        if not row[1].startswith("`")
        for code in re.findall("`(.*?)`", row[0])
    }
)


def block(name: str) -> str:
    (found,) = re.findall(rf"```{name}\n(.*?)```", PAGE, re.DOTALL)
    return found


def proper(title, order):
    """Return an order as it is kept; routes of the East are read on the board of the East."""
    east = order.startswith("found") or "stettin" in order
    state = TITLES[title].start({"board": "east"} if east else {}, nearest(TITLES[title], 4))
    return TITLES[title].write(state, TITLES[title].read(state, order))


@pytest.mark.parametrize(("title", "order"), ORDERS)
def test_every_order_of_the_page_is_canonical(title, order):
    assert proper(title, order) == order


@pytest.mark.parametrize(("title", "loose", "kept"), LOOSE)
def test_what_may_be_written_loosely_is_read(title, loose, kept):
    assert loose != kept
    assert proper(title, loose) == kept


@pytest.mark.parametrize("title", TITLES)
def test_every_verb_stands_on_the_page(title):
    assert {order.split()[0] for of, order in ORDERS if of == title} == set(VERBS[title])


def test_the_record_of_the_page_plays_and_is_canonical():
    text = block("record")
    assert replay.canonical(record.read(text)) == text


def test_the_plan_of_the_page_is_canonical_and_can_be_played():
    text = block("plan")
    assert variations.write(variations.read(text, ("Name", "View"))) == text
    plan, lines = plan_text.read(text)
    assert plan.name == "Two ways to begin"
    assert [line.name for line in lines] == ["Actions first", "Keys first", "Katharina blocks", ""]


def test_the_score_sheet_of_the_page_is_one_of_the_recorded_games():
    result, sheet = block("sheet").split("\n\n")
    text = (RECORDS / "4-players-prestige.txt").read_text("utf-8")
    assert result in text
    assert text.endswith(sheet)


def test_the_position_of_the_page_is_canonical():
    text = block("position")
    assert position.write(*position.read(text)) == text


@pytest.mark.parametrize(("title", "keys"), [("teutonica", TEUTONICA_KEYS), ("hansa", HANSA_KEYS)])
def test_every_kind_of_line_stands_on_the_page(title, keys):
    _, _, part = PAGE.partition(f"\n### Lines of {TITLES[title].name}\n")
    cells = [row.split("|")[1] for row in part.partition("\n\n")[0].splitlines()]
    told = {code.split()[0].rstrip(":") for cell in cells for code in re.findall("`(.*?)`", cell)}
    assert told == {*keys}


def test_the_decisions_of_the_page_are_read_and_are_all():
    _, _, part = PAGE.partition("\n| decision | who decides what |\n")
    cells = [row.split("|")[1] for row in part.partition("\n\n")[0].splitlines()]
    told = [code for cell in cells for code in re.findall("`(.*?)`", cell)]
    assert {line.split()[0].replace("-", " ") for line in told} == FRAMES.keys()
    for line in told:
        neutral = "option two_player: neutral\nplayers: 2"
        text = f"title: teutonica\n{neutral}\nwaits: {line}\n"
        assert f"waits: {line}\n" in position.write(*position.read(text))


def test_every_key_of_a_record_stands_on_the_page():
    assert all(f"`{key}`" in PAGE for key in record.KEYS.values())
