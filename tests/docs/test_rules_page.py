"""The rules page: every number has a test, every number that is named stands on the page."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules" / "teutonica.md").read_text(encoding="utf-8")

ITEM = re.compile(r"^- \*\*(T\d+(?:\.\d+)?)\*\* ", re.MULTILINE)
HEADING = re.compile(r"^## (T\d+) \S", re.MULTILINE)
NUMBER = re.compile(r"\bT(\d+)(?:\.(\d+))?\b")
TEST_NAME = re.compile(r"def test(?:_t\d+(?:_\d+)?)+(?:_|\()")


def items():
    return ITEM.findall(PAGE)


def named_in(text):
    """Return the numbers in a text, 'T5.1 to T5.3' with those between."""
    found = {
        f"T{match[1]}" + (f".{match[2]}" if match[2] else "") for match in NUMBER.finditer(text)
    }
    for first, low, last, high in re.findall(r"T(\d+)\.(\d+) to T(\d+)\.(\d+)", text):
        assert first == last
        found |= {f"T{first}.{number}" for number in range(int(low), int(high))}
    return found


def numbers_of_tests():
    """Return the numbers that tests name: 'T5.3' in a text, 't5_3' in the name of a test."""
    found = set()
    for path in sorted((ROOT / "tests" / "rules").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for name in TEST_NAME.findall(text):
            for rule, part in re.findall(r"_t(\d+)(?:_(\d+))?", name):
                found.add(f"T{rule}.{part}" if part else f"T{rule}")
    return found


def sources():
    paths = [*(ROOT / "games").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    return [path for path in sorted(paths) if path != Path(__file__)]


def test_numbers_stand_once_and_in_order():
    keys = [tuple(int(part) for part in item[1:].split(".")) for item in items()]
    assert keys == sorted(set(keys))


def test_every_item_stands_under_its_heading():
    heading = None
    for line in PAGE.splitlines():
        heading = next(iter(HEADING.findall(line)), heading)
        for item in ITEM.findall(line):
            assert item.partition(".")[0] == heading


def test_the_game_is_whole():
    """The numbers of the game and of all that can be added: nothing is left out by mistake."""
    parts = {1: 5, 2: 4, 5: 5, 6: 2, 7: 8, 8: 5, 9: 6, 11: 8, 14: 4, 15: 6, 17: 3, 18: 5}
    whole = {f"T{rule}.{part}" for rule, last in parts.items() for part in range(1, last + 1)}
    assert set(items()) == whole | {"T3", "T4", "T10", "T12", "T13", "T16"}


@pytest.mark.parametrize("number", items())
def test_every_rule_of_the_page_has_a_test_that_names_it(number):
    assert number in numbers_of_tests(), f"no test in tests/rules has {number} in its name"


def test_every_rule_a_test_is_named_after_stands_on_the_page():
    headings = set(HEADING.findall(PAGE))
    assert numbers_of_tests() - set(items()) - headings == set()


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_rule_named_in_code_stands_on_the_page(path):
    known = {*items(), *HEADING.findall(PAGE)}
    named = named_in(path.read_text(encoding="utf-8"))
    unknown = named - known
    assert unknown == set(), f"{path.relative_to(ROOT)} names rules that the page does not have"


def test_every_rule_named_on_the_page_stands_there():
    assert named_in(PAGE) <= {*items(), *HEADING.findall(PAGE)}
