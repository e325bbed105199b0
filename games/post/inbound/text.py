"""What a person wrote himself in a mail: without quotes, signatures and markup."""

import re
from collections.abc import Iterable
from itertools import groupby

import lxml.html
from inscriptis import Inscriptis
from inscriptis.model.config import ParserConfig
from lxml.etree import ParserError
from lxml.html import HTMLParser
from mailparser_reply.parser import EmailMessage, EmailReply

LANGUAGES = ["en", "de", "fr", "nl", "es", "it", "pl", "sv", "cs"]
"""In which the words around quotes and signatures are known; Danish thanks begin as 'take' does."""

# The parser's time grows with the square of these; orders are short.
MAX_TEXT = 6_000
MAX_LINE = 300

# In these, mail programs put what is answered: Gmail, Thunderbird, Yahoo, Outlook, Proton.
_QUOTES = (
    "//blockquote"
    "|//*[contains(@class, 'gmail_quote') or contains(@class, 'gmail_attr')]"
    "|//*[contains(@class, 'moz-cite-prefix') or contains(@class, 'yahoo_quoted')]"
    "|//*[contains(@class, 'protonmail_quote') or contains(@class, 'gmail_signature')]"
    "|//*[@id='divRplyFwdMsg' or @id='appendonsend']"
    "|//*[@id='divRplyFwdMsg' or @id='appendonsend']/following-sibling::*"
)
_INVISIBLE = "//head|//script|//style|//title"
_BULLET = re.compile(r"(?:[-*\N{BULLET}\N{EN DASH}]|\d{1,2}[.)])\s+")
# No order ends with a colon; 'Anna wrote:' does, in all languages.
_ANNOUNCEMENT = re.compile(r"^.*:\Z", re.MULTILINE)
_TAGS = {"td": "span", "th": "span"}


def own_lines(text: str) -> list[str]:
    """Return the lines that say something, tidied: no quotes, signature, comments or bullets."""
    return [line for line in map(_tidy, _own(text).split("\n")) if line]


def text_of(html: str) -> str:
    """Return HTML as text, without what it quotes."""
    try:
        tree = lxml.html.document_fromstring(
            html.replace("\x00", "").encode(errors="replace"), parser=HTMLParser(encoding="utf-8")
        )
    except ParserError:
        return ""
    for element in tree.xpath(f"{_QUOTES}|{_INVISIBLE}"):
        element.drop_tree()
    for element in tree.iter("table", "tbody", "thead", "tr", "td", "th"):
        # As columns, a few kilobytes can be laid out as gigabytes of blanks.
        element.tag = _TAGS.get(element.tag, "div")
    text: str = Inscriptis(tree, ParserConfig()).get_text()
    return text


def _own(text: str) -> str:
    """Return what stands above the quoted mail, or if nothing does, between its lines and below."""
    lines = [line.strip()[:MAX_LINE] for line in _plain(text).split("\n")]
    quoted = [number for number, line in enumerate(lines) if line.startswith(">")]
    above = _reply(lines[: quoted[0]] if quoted else lines)
    if not quoted:
        # What stands below such a heading is another mail, only not marked as quoted.
        return "" if above.headers else above.body
    own = "" if above.headers else _ANNOUNCEMENT.sub("", above.body)
    return own or _reply(line for line in lines[quoted[0] :] if not line.startswith(">")).body


def _reply(lines: Iterable[str]) -> EmailReply:
    """Return the first mail of several that stand in one text, its signature set apart."""
    single = (line for line, group in groupby(lines) for line in (group if line else [""]))
    text = "\n".join(single).strip()[:MAX_TEXT]
    mail = EmailMessage(text=text, languages=list(LANGUAGES), keep_hyphen_lists=True)
    return mail.read().replies[0]


def _plain(text: str) -> str:
    """Return text with lines that end in one way and without what nobody sees."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        letter if letter.isprintable() or letter == "\n" else " " if letter.isspace() else ""
        for letter in text
    )


def _tidy(line: str) -> str:
    line = _BULLET.sub("", line.partition("#")[0].strip(), count=1)
    return line.rstrip(" \t.,;")
