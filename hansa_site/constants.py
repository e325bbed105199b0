"""Sentences of templates that are the same whenever a page shows them.

A page of a table has a hundred, and Django translates each again for every page.
"""

import re
from typing import Any, Final

from django.template import Node
from django.template.base import Parser, Token, TokenType
from django.templatetags import i18n
from django.utils.translation import get_language
from django.utils.translation.trans_real import catalog

_LITERAL: Final = r"""(?:"[^"]*"|'[^']*')"""
_TRANSLATE: Final = re.compile(
    rf"trans(?:late)? {_LITERAL}(?: context {_LITERAL})?(?: as (?P<name>\w+))?"
)
_BLOCK: Final = re.compile(rf"blocktrans(?:late)?(?: trimmed| context {_LITERAL})*")


class Constant(Node):
    """A sentence without values, translated once for each language, and shown or given a name."""

    child_nodelists = ()

    def __init__(self, node: Node, name: str = "") -> None:
        self.node, self.name = node, name
        # By catalogue instead of code, so that a catalogue that is read again is used.
        self.told: dict[Any, str] = {}

    def render(self, context: Any) -> str:
        known = catalog()
        told = self.told.get(known)
        if told is None:
            told = self.node.render(context)
            if self.name:
                told = context[self.name]
            # Without a language, each catalogue is another.
            if get_language():
                self.told[known] = told
        if self.name:
            context[self.name] = told
            return ""
        return told


def translate(parser: Parser, token: Token) -> Node:
    """Compile `{% translate %}`."""
    node = i18n.do_translate(parser, token)
    found = _TRANSLATE.fullmatch(token.contents)
    return Constant(node, found["name"] or "") if found else node


def block_translate(parser: Parser, token: Token) -> Node:
    """Compile `{% blocktranslate %}`."""
    node = i18n.do_block_translate(parser, token)
    is_text = all(part.token_type == TokenType.TEXT for part in node.singular)
    if is_text and not node.plural and _BLOCK.fullmatch(token.contents):
        return Constant(node)
    return node


def register() -> None:
    """Let templates have these tags where they load Django's."""
    for name in ("translate", "trans"):
        i18n.register.tag(name, translate)
    for name in ("blocktranslate", "blocktrans"):
        i18n.register.tag(name, block_translate)
