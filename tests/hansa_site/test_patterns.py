"""No pattern of the code works long on a text.

A pattern with an unbounded repeat can take quadratic time. Each is tried at the length that a field
may have; the few that are slow there say below what limits the texts that they see.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.accounts.intake import LONGEST
from games.play.pages import listing
from games.post.inbound import automatic, mail, mime, phrases, text
from games.rules import variations
from games.rules.errors import LONGEST_ORDER
from tests.long_values import cpu_below, long_values

ROOT = Path(settings.ROOT)
FUNCTIONS = {
    "compile",
    "search",
    "match",
    "fullmatch",
    "sub",
    "subn",
    "split",
    "findall",
    "finditer",
}

SUBJECT = 200
"""What is left of a subject (games.post.inbound.mime.words)."""

SHORTER = {
    listing._NUMBERED.pattern: LONGEST_ORDER,
    r"\s*-\s*": LONGEST_ORDER,
    automatic._AUTOMATIC.pattern: SUBJECT,
    phrases.HEADING.pattern: text.MAX_LINE,
    phrases.SEPARATOR.pattern: text.MAX_LINE,
    mail._NAME_OR_COMMENT.pattern: mime.MAX_LINE,
    mail._FROM.pattern: mime.MAX_LINE,
    # It is asked at one place after another, and the text is refused at the first without a match.
    variations._TOKEN.pattern: LONGEST // 10,
}
"""By patterns: the most characters of a text that they see."""


def patterns() -> dict[str, re.Pattern[str] | re.Pattern[bytes]]:
    """Every pattern of the code, by what it says: those that modules keep, and literal ones."""
    found: dict[str, re.Pattern[str] | re.Pattern[bytes]] = {}
    for path in sorted([*ROOT.glob("games/**/*.py"), *ROOT.glob("hansa_site/**/*.py")]):
        source = path.read_text()
        if "import re\n" not in source and "RegexValidator" not in source:
            continue
        for pattern in (*_kept(path), *_literal(ast.parse(source))):
            text = pattern.pattern
            found[text if isinstance(text, str) else text.decode("latin-1")] = pattern
    return found


def _kept(path: Path) -> Iterator[re.Pattern[str]]:
    if "/migrations/" in str(path) or path.name == "__main__.py":
        return
    parts = path.relative_to(ROOT).with_suffix("").parts
    module = importlib.import_module(".".join(part for part in parts if part != "__init__"))
    for value in vars(module).values():
        pattern = getattr(value, "regex", value)
        if isinstance(pattern, re.Pattern):
            yield pattern


def _literal(tree: ast.Module) -> Iterator[re.Pattern[str]]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in FUNCTIONS
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            yield re.compile(node.args[0].value)


PATTERNS = patterns()


def test_there_are_patterns() -> None:
    assert len(PATTERNS) > 60
    assert SHORTER.keys() <= PATTERNS.keys()


@pytest.mark.parametrize("text", PATTERNS)
def test_a_pattern_takes_no_time(text: str) -> None:
    pattern, size = PATTERNS[text], SHORTER.get(text, LONGEST)
    for what, value in long_values(size).items():
        subject = value.encode("utf-8") if isinstance(pattern.pattern, bytes) else value
        with cpu_below(0.3, what):
            pattern.search(subject)
            pattern.fullmatch(subject)
            for _ in pattern.finditer(subject):
                pass
