"""The messages that code and templates hold, found without running them."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.extract import extract
from django.utils.translation.template import templatize

from games.rules.common.message import ROLES

OWNED: Final = "owned "


class Found(NamedTuple):
    """A message in English: `many` is '' where one text serves every number."""

    text: str
    many: str
    context: str
    path: str
    line: int


Texts = Sequence[str]


def _texts(texts: Texts) -> Iterator[tuple[str, str, str]]:
    for text in texts:
        yield text, "", ""


def _plural(texts: Texts) -> Iterator[tuple[str, str, str]]:
    one, many = texts
    yield one, many, ""


def _term(texts: Texts) -> Iterator[tuple[str, str, str]]:
    context, text = texts
    yield text, "", context


def _plural_term(texts: Texts) -> Iterator[tuple[str, str, str]]:
    context, one, many = texts
    yield one, many, context


def _numbered_term(texts: Texts) -> Iterator[tuple[str, str, str]]:
    # A lazy one also names what holds its number.
    context, one, many = texts[:3]
    yield one, many, context


def _noun(texts: Texts) -> Iterator[tuple[str, str, str]]:
    bare, one, many = texts
    for role in ROLES:
        yield (bare, "", role) if role.startswith(OWNED) else (one, many, role)


KINDS: Final[Mapping[str, Callable[[Texts], Iterator[tuple[str, str, str]]]]] = {
    "message": _texts,
    "said": _texts,
    "gettext": _texts,
    "gettext_lazy": _texts,
    "gettext_noop": _texts,
    "plural": _plural,
    "ngettext": _plural,
    "term": _term,
    "plural_term": _plural_term,
    "pgettext": _term,
    "pgettext_lazy": _term,
    "npgettext": _numbered_term,
    "npgettext_lazy": _numbered_term,
    "Noun": _noun,
}
"""By the functions that make messages: which messages their literals are."""


def in_python(path: Path, root: Path) -> Iterator[Found]:
    """Yield the messages of a module, which stand in it as literals."""
    name = path.relative_to(root).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (kind := KINDS.get(called(node))):
            texts = [
                each.value
                for each in node.args
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            ]
            if texts:
                for text, many, context in kind(texts):
                    yield Found(text, many, context, name, node.lineno)


_TEMPLATE: Final = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
"""What Django makes of the tags of templates, as Babel reads it."""


def in_template(path: Path, root: Path) -> Iterator[Found]:
    """Yield the messages of a template, which stand in its tags of translation."""
    name = path.relative_to(root).as_posix()
    code = templatize(path.read_text(encoding="utf-8"), origin=name)
    # In parentheses, indentation means nothing.
    for line, texts, _, context in extract("python", BytesIO(f"({code}\n)".encode()), _TEMPLATE):
        text, many = texts if isinstance(texts, tuple) else (texts, "")
        yield Found(text, many, context or "", name, line)


_STEP: Final = re.compile(r"[A-Z]\d+(?:\.\d+[a-z]?)? (.+)")
"""A comment of a guided game: the number of a rule, and a sentence."""


def in_guide(path: Path, root: Path) -> Iterator[Found]:
    """Yield the messages of a guided game, which are comments in its record."""
    name = path.relative_to(root).as_posix()
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    for is_comment, block in groupby(lines, lambda line: line[1].startswith("# ")):
        if is_comment:
            numbers, texts = zip(*block, strict=True)
            text = " ".join(text.removeprefix("# ") for text in texts)
            if step := _STEP.fullmatch(text):
                yield Found(step[1], "", "", name, numbers[0])


def called(node: ast.Call) -> str:
    """Return the name of the function or method that is called."""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")
