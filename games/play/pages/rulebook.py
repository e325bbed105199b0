"""The rules page: Markdown of docs/rules as HTML, in which every rule can be linked to."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

HEADING = re.compile(r"([A-Z]\d+)\b")
NUMBER = r"[A-Z]\d+(?:\.\d+[a-z]?)?"
RULE = re.compile(rf"\*\*({NUMBER})\*\*")
NAMED = re.compile(rf"\b({NUMBER})\b")
FIGURES = re.compile(rf"\b{NUMBER}\b|\d+")

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
# A wide table scrolls on its own, by keyboard too, without scrolling the page.
_markdown.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
_markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")


@dataclass(frozen=True)
class Entry:
    """A heading in the contents, with those below it; `number` is that of a rule, or ''."""

    id: str
    number: str
    words: str
    entries: list["Entry"] = field(default_factory=list)


def read(folder: Path, title: str, language: str) -> tuple[str, str]:
    """Return the rules of a title in a language, and in English; raises FileNotFoundError.

    Both are in English if a language has none, or if those do not say the same any more.
    """
    original = (folder / f"{title}.md").read_text(encoding="utf-8")
    translated = folder / language / f"{title}.md"
    if translated.exists():
        text = translated.read_text(encoding="utf-8")
        if is_translation(text, original):
            return text, original
    return original, original


def render(text: str, figures: Mapping[str, str] | None = None, original: str = "") -> str:
    """Return Markdown as HTML in which every heading and every item '**T5.3** ...' has an id.

    The id of 'T5 Displace' is its number, that of 'Your turn' is 'your-turn'. Numbers elsewhere in
    the text become links to them. `figures` are HTML by id: that of an item is added at its end,
    that of a heading stands beside all that comes before the next heading. A translation has the
    ids of its `original`.
    """
    tokens, numbers = _parsed(text, original)
    _link(tokens, numbers)
    tokens = list(_beside(_with_figures(tokens, figures or {}), figures or {}))
    for cell, content in pairwise(tokens):
        if cell.type == "th_open" and not content.content:
            # An empty corner cell is not a header.
            cell.tag = tokens[tokens.index(content) + 1].tag = "td"
    return str(_markdown.renderer.render(tokens, _markdown.options, {}))


def contents(text: str, original: str = "") -> list[Entry]:
    """Return the headings of the second level, each with those of the third below it."""
    tokens, _ = _parsed(text, original)
    found: list[Entry] = []
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag in ("h2", "h3"):
            place = str(heading.attrGet("id"))
            number = place if HEADING.match(inline.content) else ""
            entry = Entry(place, number, inline.content.removeprefix(number).strip())
            (found if heading.tag == "h2" else found[-1].entries).append(entry)
    return found


def is_translation(text: str, original: str) -> bool:
    """Say whether a text has every part of another one in the same place, in whatever words.

    Parts are headings, paragraphs, items, tables and their cells, what stands out in them, and the
    rules and numbers that each of them names.
    """
    return list(_parts(text)) == list(_parts(original))


def _parts(text: str) -> Iterator[tuple[str, ...]]:
    for token in _parsed(text)[0]:
        yield token.type, token.tag
        if token.type == "inline":
            children = token.children or []
            yield tuple(child.type for child in children if child.type.endswith("_open"))
            yield tuple(sorted(FIGURES.findall(token.content)))


def _parsed(text: str, original: str = "") -> tuple[list[Token], set[str]]:
    """Return the tokens of a text, with the ids of headings and items, and all numbers."""
    tokens = _markdown.parse(text)
    numbers = _number(tokens)
    if original:
        _name_like(_parsed(original)[0], tokens)
    return tokens, numbers


def _name_like(original: list[Token], tokens: list[Token]) -> None:
    """Give the headings of a translation the ids of the original, and its links to them."""
    places = {}
    for like, heading in zip(_headings(original), _headings(tokens), strict=True):
        places[f"#{heading.attrGet('id')}"] = place = str(like.attrGet("id"))
        heading.attrSet("id", place)
    for link in (child for token in tokens for child in token.children or []):
        if (to := link.attrGet("href")) in places:
            link.attrSet("href", f"#{places[str(to)]}")


def _headings(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if token.type == "heading_open"]


def _with_figures(tokens: list[Token], figures: Mapping[str, str]) -> Iterator[Token]:
    items: list[Token] = []
    for token in tokens:
        if token.type == "list_item_open":
            items.append(token)
        elif token.type == "list_item_close":
            number = str(items.pop().attrGet("id"))
            if number in figures:
                yield _html(figures[number])
        yield token


def _beside(tokens: Iterator[Token], figures: Mapping[str, str]) -> Iterator[Token]:
    """Put the figure of a heading and what stands below that heading side by side."""
    heading = ""
    for token in tokens:
        if token.type == "heading_open":
            if heading in figures:
                yield _html(f'</div><div class="pictures">{figures[heading]}</div></div>\n')
            heading = str(token.attrGet("id"))
        yield token
        if token.type == "heading_close" and heading in figures:
            yield _html('<div class="lesson"><div>\n')
    if heading in figures:
        yield _html(f'</div><div class="pictures">{figures[heading]}</div></div>\n')


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content)


def _number(tokens: list[Token]) -> set[str]:
    """Add ids to headings and to items with a number, and return the numbers."""
    numbers = set()
    opened: Token | None = None
    for token in tokens:
        if token.type in ("heading_open", "list_item_open"):
            opened = token
        elif token.type == "inline" and opened is not None:
            pattern = HEADING if opened.type == "heading_open" else RULE
            if number := pattern.match(token.content):
                if number[1] not in numbers:  # The item of 'T3 Income' is all of T3.
                    opened.attrSet("id", number[1])
                numbers.add(number[1])
            elif opened.type == "heading_open":
                opened.attrSet("id", slugify(token.content))
            opened = None
    return numbers


def _link(tokens: list[Token], numbers: set[str]) -> None:
    """Turn every number in the text, except in headings, into a link to its rule."""
    for before, token in pairwise(tokens):
        if token.type == "inline" and before.type != "heading_open":
            token.children = list(_linked(token.children or [], numbers))


def _linked(children: list[Token], numbers: set[str]) -> Iterator[Token]:
    """Yield tokens with links added; existing links and a rule's own number stay as they are."""
    before = ""
    for token in children:
        if token.type != "text" or before in ("strong_open", "link_open"):
            yield token
        else:
            for part in NAMED.split(token.content):
                link = f'<a href="#{part}">{part}</a>'
                kind, content = ("html_inline", link) if part in numbers else ("text", part)
                yield Token(kind, "", 0, content=content)
        before = token.type
