"""The rules page: docs/rules, written in Markdown, as HTML in which every rule can be linked to."""

import re
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

HEADING = re.compile(r"([A-Z]\d+)\b")
RULE = re.compile(r"\*\*([A-Z]\d+(?:\.\d+)?)\*\*")

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
# A wide table scrolls by itself, not the page with it.
_markdown.add_render_rule("table_open", lambda *_: '<div class="scroll"><table>\n')
_markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")


def render(text: str) -> str:
    """Return Markdown as HTML; a heading 'T5 ...' and an item '**T5.3** ...' bear their number."""
    tokens = _markdown.parse(text)
    _number(tokens)
    for cell, content in pairwise(tokens):
        if cell.type == "th_open" and not content.content:
            # A corner without words heads nothing.
            cell.tag = tokens[tokens.index(content) + 1].tag = "td"
    return str(_markdown.renderer.render(tokens, _markdown.options, {}))


def _number(tokens: list[Token]) -> None:
    opened: Token | None = None
    for token in tokens:
        if token.type in ("heading_open", "list_item_open"):
            opened = token
        elif token.type == "inline" and opened is not None:
            pattern = HEADING if opened.type == "heading_open" else RULE
            if number := pattern.match(token.content):
                opened.attrSet("id", number[1])
            opened = None
