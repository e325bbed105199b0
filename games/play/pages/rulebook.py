"""The rules page: Markdown of docs/rules as HTML, in which every rule can be linked to."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

HEADING = re.compile(r"([A-Z]\d+)\b")
NUMBER = r"[A-Z]\d+(?:\.\d+[a-z]?)?"
RULE = re.compile(rf"\*\*({NUMBER})\*\*")
NAMED = re.compile(rf"\b({NUMBER})\b")

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
# A wide table scrolls on its own, by keyboard too, without scrolling the page.
_markdown.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
_markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")


def render(text: str, figures: Mapping[str, str] | None = None) -> str:
    """Return Markdown as HTML in which every heading 'T5 ...' and item '**T5.3** ...' has an id.

    Numbers elsewhere in the text become links to them. `figures` are HTML by number, each added at
    the end of the item with that number.
    """
    tokens = _markdown.parse(text)
    _link(tokens, _number(tokens))
    tokens = list(_with_figures(tokens, figures or {}))
    for cell, content in pairwise(tokens):
        if cell.type == "th_open" and not content.content:
            # An empty corner cell is not a header.
            cell.tag = tokens[tokens.index(content) + 1].tag = "td"
    return str(_markdown.renderer.render(tokens, _markdown.options, {}))


def _with_figures(tokens: list[Token], figures: Mapping[str, str]) -> Iterator[Token]:
    items: list[Token] = []
    for token in tokens:
        if token.type == "list_item_open":
            items.append(token)
        elif token.type == "list_item_close":
            number = str(items.pop().attrGet("id"))
            if number in figures:
                yield Token("html_block", "", 0, content=figures[number])
        yield token


def _number(tokens: list[Token]) -> set[str]:
    """Add ids to headings and items with a number, and return the numbers."""
    numbers = set()
    opened: Token | None = None
    for token in tokens:
        if token.type in ("heading_open", "list_item_open"):
            opened = token
        elif token.type == "inline" and opened is not None:
            pattern = HEADING if opened.type == "heading_open" else RULE
            if number := pattern.match(token.content):
                opened.attrSet("id", number[1])
                numbers.add(number[1])
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
