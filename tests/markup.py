"""Find the words of templates that are in no tag of translation."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from django.template.base import Lexer, Token, TokenType

from tests.words import is_sentence

SHOWN: Final = frozenset(
    {
        "alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "label",
        "placeholder", "title",
    }
)  # fmt: skip
"""The attributes of HTML that are told to people."""
STAFF: Final = frozenset({"user.is_staff", "request.seen_by", "debug"})
"""What is true only for staff and developers, whose pages stay English."""
CODE: Final = frozenset({"script", "style"})
"""The elements whose text nobody reads."""
TRANSLATED: Final = frozenset({"blocktranslate", "blocktrans"})
APART: Final = TRANSLATED | {"comment", "verbatim"}
"""Tags around text that is translated, or that nobody reads."""
NAMES: Final = frozenset(
    {"translate", "trans", "url", "static", "load", "extends", "if", "elif", "templatetag"}
)
"""Tags whose literals are messages, names, or compared."""
_WORD: Final = re.compile(r"[A-Za-z]{2}")
# The name of the site, as at the end of titles, is the same in every language.
_SITE: Final = re.compile(r"\bHansa\b")
_LITERAL: Final = re.compile(r"""(?P<name>_\(|\bcontext )?(?P<text>"[^"]*"|'[^']*')""")
"""A literal of a tag, which is a message in `_()`, and perhaps the name of a context."""


class Inside:
    """The blocks and templates that stand inside tags of HTML: their text is attributes."""

    def __init__(self) -> None:
        self.blocks = set[str]()
        self.templates = set[str]()

    @classmethod
    def of(cls, templates: Iterable[tuple[str, str]]) -> "Inside":
        """Return those of templates, given by name and text."""
        found, known = cls(), list(templates)
        size = -1
        # A block inside a tag may have others in it, which other templates fill.
        while size < (size := len(found.blocks) + len(found.templates)):
            for name, text in known:
                list(words(text, name, found))
        return found


class _Html(HTMLParser):
    """Collects the lines of the words that it is fed."""

    def __init__(self) -> None:
        super().__init__()
        self.muted = False
        self.lines = set[int]()

    @property
    def is_inside(self) -> bool:
        """Whether a tag has begun and has not ended."""
        return self.rawdata.startswith("<") and self.cdata_elem not in CODE

    def feed(self, data: str) -> None:
        # Since Python 3.14 it would not read an unfinished tag again before there is twice as much.
        self._parse_threshold = 1
        super().feed(data)

    def handle_data(self, data: str) -> None:
        if self.cdata_elem not in CODE:
            self._take(data)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in SHOWN and value:
                self._take(value)

    handle_startendtag = handle_starttag

    def _take(self, text: str) -> None:
        if not self.muted:
            text = _SITE.sub("", text)
            begin = self.getpos()[0]
            self.lines |= {begin + text.count("\n", 0, m.start()) for m in _WORD.finditer(text)}


def words(text: str, name: str, inside: Inside) -> Iterator[int]:
    """Yield the lines of a template's words, and add to `inside` what stands inside its tags."""
    html, blocks, conditions, apart = _Html(), list[bool](), list[bool](), ""
    if name in inside.templates:
        html.feed("<x ")
    for token in Lexer(text).tokenize():
        contents = token.contents
        tag, _, rest = contents.partition(" ")
        if token.token_type == TokenType.TEXT:
            html.feed("\n" * contents.count("\n") if apart else contents)
            continue
        # What is put in may be anything, but is not part of a word.
        html.feed(" ")
        if token.token_type == TokenType.BLOCK:
            if apart:
                apart = "" if tag == f"end{apart}" else apart
                continue
            if tag in APART:
                apart = tag
            elif tag == "block":
                _enter(html, rest.split()[0], blocks, inside)
            elif tag == "endblock" and blocks.pop():
                html.feed(">")
            elif tag == "include" and html.is_inside:
                inside.templates.add(rest.split()[0].strip("\"'"))
            _condition(tag, rest, conditions)
            html.muted = any(conditions)
        if not html.muted and any(map(is_sentence, _literals(token, tag))):
            yield token.lineno or 0
    if name in inside.templates:
        html.feed(">")
    html.close()
    yield from sorted(html.lines)


def _enter(html: _Html, block: str, blocks: list[bool], inside: Inside) -> None:
    """Begin a block; note whether a tag of HTML must be fed around it."""
    if html.is_inside:
        inside.blocks.add(block)
        blocks.append(False)
    else:
        blocks.append(block in inside.blocks)
        if blocks[-1]:
            html.feed("<x ")


def _condition(tag: str, rest: str, conditions: list[bool]) -> None:
    """Note for each condition around a place whether only staff see what it holds."""
    if tag == "endif" or (tag in {"elif", "else"} and conditions):
        conditions.pop()
    if tag in {"if", "elif"}:
        conditions.append(" or " not in rest and bool(STAFF.intersection(rest.split(" and "))))
    elif tag == "else":
        conditions.append(False)


def _literals(token: Token, tag: str) -> Iterator[str]:
    if token.token_type == TokenType.COMMENT or (
        token.token_type == TokenType.BLOCK and tag in NAMES
    ):
        return
    for found in _LITERAL.finditer(token.contents):
        if not found["name"]:
            yield found["text"][1:-1]


def in_templates(folder: Path) -> Iterator[tuple[Path, list[int]]]:
    """Yield the templates of a folder that have such words, with the lines."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.*"))}
    named = [(path.relative_to(folder).as_posix(), text) for path, text in texts.items()]
    inside = Inside.of(named)
    for path, (name, text) in zip(texts, named, strict=True):
        if lines := sorted(set(words(text, name, inside))):
            yield path, lines
