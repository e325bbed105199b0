"""The rules pages: every number has a test, every number that is named stands on its page."""

import re
from functools import cache
from pathlib import Path

import pytest

from games.play.pages.rulebook import is_translation
from games.rules import TITLES
from games.rules.hansa.board import load_board
from games.rules.hansa.state import initial

ROOT = Path(__file__).resolve().parents[2]
LETTERS = {"teutonica": "T", "hansa": "H"}
"""The letter before a title's numbers."""
PAGES = {
    letter: (ROOT / "docs" / "rules" / f"{title}.md").read_text(encoding="utf-8")
    for title, letter in LETTERS.items()
}
PARTS = {
    "T": {1: 5, 2: 4, 5: 5, 6: 2, 7: 8, 8: 5, 9: 6, 11: 8, 14: 4, 15: 6, 17: 3, 18: 5},
    "H": {1: 4, 2: 5, 3: 3, 4: 3},
}
"""How many items each rule has that has several."""
ADDED = {"T": {"T5.4a"}, "H": set()}
"""Items that came later, between others."""
SINGLE = {"T": {"T3", "T4", "T10", "T12", "T13", "T16"}, "H": set()}

TRANSLATED = sorted((ROOT / "docs" / "rules").glob("*/*.md"))

ITEM = re.compile(r"^- \*\*([A-Z]\d+(?:\.\d+[a-z]?)?)\*\* ", re.MULTILINE)
HEADING = re.compile(r"^## ([A-Z]\d+) \S", re.MULTILINE)
NUMBER = re.compile(rf"\b([{''.join(PAGES)}]\d{{1,2}})(?:\.(\d+[a-z]?))?\b(?!\.\d)")
"""A number that is named; 'H6.4V-1.2' is a line of a drawing, 'S314' is ruff's."""
TEST_NAME = re.compile(r"def test(?:_[a-z]\d+(?:_\d+[a-z]?)?)+(?:_|\()")

each_page = pytest.mark.parametrize("letter", PAGES)


def items(letter):
    return ITEM.findall(PAGES[letter])


def on_page(letter):
    """Return everything that can be linked to."""
    return {*items(letter), *HEADING.findall(PAGES[letter])}


def named_in(text):
    """Return the numbers in a text, 'T5.1 to T5.3' with those between."""
    found = {match[1] + (f".{match[2]}" if match[2] else "") for match in NUMBER.finditer(text)}
    for first, low, last, high in re.findall(r"\b([A-Z]\d+)\.(\d+) to ([A-Z]\d+)\.(\d+)", text):
        assert first == last
        found |= {f"{first}.{number}" for number in range(int(low), int(high))}
    return found


@cache
def numbers_of_tests():
    """Return the numbers in names of tests: 'T5.3' for a 't5_3'."""
    found = set()
    for path in sorted((ROOT / "tests" / "rules").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for name in TEST_NAME.findall(text):
            for rule, part in re.findall(r"_([a-z]\d+)(?:_(\d+[a-z]?))?", name):
                found.add(f"{rule.upper()}.{part}" if part else rule.upper())
    return found


def sources():
    paths = [*(ROOT / "games").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    return [path for path in sorted(paths) if path != Path(__file__)]


def table(letter, heading):
    """Return the cells of the table on a page whose head begins with these words."""
    lines = [line.strip() for line in PAGES[letter].splitlines()]
    first = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    end = lines.index("", first)
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines[first + 2 : end]
    ]


def parts(text):
    """Return the headings' levels, the rules and the tables' columns, in their order."""
    return [
        part or (bar.count("|") if bar else len(level))
        for level, part, bar in re.findall(
            r"^(#+) |^- \*\*([A-Z][\d.]+[a-z]?)\*\*|^ *(\|.*\|)$", text, re.MULTILINE
        )
    ]


def test_every_title_has_a_page_with_a_letter_of_its_own():
    assert set(LETTERS) == set(TITLES)
    assert len(PAGES) == len(LETTERS)


@each_page
def test_every_number_bears_the_letter_of_its_page(letter):
    assert {number[0] for number in on_page(letter)} == {letter}


@each_page
def test_numbers_stand_once_and_in_order(letter):
    keys = [
        (int(rule), int(part or 0), added)
        for rule, part, added in re.findall(
            r"[A-Z](\d+)(?:\.(\d+)([a-z]?))?", " ".join(items(letter))
        )
    ]
    assert keys == sorted(set(keys))


@each_page
def test_every_item_stands_under_its_heading(letter):
    heading = None
    for line in PAGES[letter].splitlines():
        heading = next(iter(HEADING.findall(line)), heading)
        for item in ITEM.findall(line):
            assert item.partition(".")[0] == heading


@each_page
def test_the_game_is_whole(letter):
    """The numbers of the game and of all that can be added: nothing is left out by mistake."""
    whole = {
        f"{letter}{rule}.{part}"
        for rule, last in PARTS[letter].items()
        for part in range(1, last + 1)
    }
    assert set(items(letter)) == whole | SINGLE[letter] | ADDED[letter]


@pytest.mark.parametrize("number", [number for letter in PAGES for number in items(letter)])
def test_every_rule_of_the_page_has_a_test_that_names_it(number):
    assert number in numbers_of_tests(), f"no test in tests/rules has {number} in its name"


def test_every_rule_a_test_is_named_after_stands_on_the_page():
    assert numbers_of_tests() - set().union(*map(on_page, PAGES)) == set()


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_rule_named_in_code_stands_on_the_page(path):
    named = named_in(path.read_text(encoding="utf-8"))
    unknown = named - set().union(*map(on_page, PAGES))
    assert unknown == set(), f"{path.relative_to(ROOT)} names rules that the page does not have"


@each_page
def test_every_rule_named_on_the_page_stands_there(letter):
    assert named_in(PAGES[letter]) <= on_page(letter)


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_translation_has_all_that_the_page_has_in_the_same_place(path):
    """Every heading, rule and table, with the same numbers; until then it is not shown."""
    original = (path.parents[1] / path.name).read_text(encoding="utf-8")
    translated = path.read_text(encoding="utf-8")
    assert parts(translated) == parts(original)
    assert is_translation(translated, original)


def test_the_cities_of_hansa_are_those_of_its_board():
    board = load_board("baltic")
    names = [city.name for city in board.cities]
    rows = table("H", "order | city")
    assert [(int(order), city, int(number)) for order, city, number, _ in rows] == [
        (city.index + 1, city.name, len(city.warehouses)) for city in board.cities
    ]
    for (*_, ends), exits in zip(rows, board.exits, strict=True):
        assert ends.split(", ") == [names[city] for city in exits]


def test_the_piles_of_hansa_are_those_that_are_made():
    for players, markers, piles in table("H", "players | markers in the game"):
        sizes = [int(size) for size in piles.split(", ")]
        assert tuple(sizes) == initial(load_board("baltic"), int(players)).piles
        assert sum(sizes) + len(load_board("baltic").warehouse_city) == int(markers)


def test_the_assumptions_about_the_board_of_hansa_are_told():
    board = load_board("baltic")
    _, _, part = PAGES["H"].partition("\n## Assumptions about the board\n")
    two, order = re.findall(r"^- (.*?)(?=^- |\Z)", part, re.MULTILINE | re.DOTALL)
    assert {city.name for city in board.cities if city.name in two} == {
        city.name for city in board.cities if len(city.warehouses) == 2
    }
    assert board.cities[0].name in order
    assert board.cities[-1].name in order
    assert len(board.facts["assumptions"]) == 2
