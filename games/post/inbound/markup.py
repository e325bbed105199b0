"""The text of HTML, without quotes and without layout.

It makes one pass over the tags and builds no tree, so deep nesting does not matter. It ignores
columns and margins, which a layout could turn into gigabytes of spaces.
"""

import re
from collections.abc import Iterator
from html import unescape

from games.post.inbound.text import MAX_TEXT, TooLong

MAX_TAGS = 10_000

_TAG_BEGINS = re.compile(r"</?[a-zA-Z]")
_TAG = re.compile(r"""<(/?[a-zA-Z][^\s/>]*+)((?:[^"'>]++|"[^"]*+"|'[^']*+')*+)>""")
_HASTY_TAG = re.compile(r"<(/?[a-zA-Z][^\s/>]*+)([^>]*+)>")
_NAMES = re.compile(
    r"""\b(?:class|id|name)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'>]++)""", re.IGNORECASE
)
_BLANK = re.compile(r"[ \t\r\n\f]+")
# Python refuses to parse such a number; no character has one.
_HUGE = re.compile(r"&#[0-9a-zA-Z]{9,};?")

_UNSEEN = frozenset({"script", "style", "title", "textarea", "noscript", "template"})
_BLOCKS = re.compile(
    r"/?(?:address|article|aside|blockquote|br|center|d[dlt]|div|fieldset|footer|form|h[1-6]|header|hr|"
    r"li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul)"
)
_SINGLE = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})

# Elements in which mail programs put quotes and the signatures that they add.
_QUOTES = re.compile(
    r"gmail_(quote|attr|signature)|moz-(cite-prefix|signature)|yahoo_quoted|yahoo-signature|"
    r"ymail_android_signature|protonmail_(quote|signature)|(^|\b)quote($|\b)|composer_signature|"
    r"ms-outlook-mobile-signature|applemailsignature|k9mail-signature",
    re.IGNORECASE,
)
# Outlook's quote begins with its own element and has no end.
_REST = re.compile(r"divrplyfwdmsg|appendonsend", re.IGNORECASE)


def text_of(html: str) -> str:
    """Return the text of HTML without quotes; raises TooLong if it has too many tags."""
    text_parts: list[str] = []
    quote, depth = "", 0
    literal = False
    for text, tag, names in _pieces(html):
        name = tag.removeprefix("/")
        if quote:
            if name == quote:
                depth += 1 if tag == name else -1
                quote = quote if depth else ""
            continue
        text_parts.append(text if literal else _BLANK.sub(" ", text))
        if _REST.search(names):
            break
        if tag == "blockquote" or (tag not in _SINGLE and _QUOTES.search(names)):
            quote, depth = tag, 1
        if name == "pre":
            literal = tag == name
        if _BLOCKS.fullmatch(tag):
            text_parts.append("\n")
        elif name in ("td", "th"):
            text_parts.append(" ")
    whole = "".join(text_parts)
    if len(whole) > MAX_TEXT:
        raise TooLong
    return unescape(_HUGE.sub("", whole))


def _pieces(html: str) -> Iterator[tuple[str, str, str]]:
    """Yield each text with the tag after it ('/div' or 'div') and the tag's attributes.

    Anything without an end extends to the end of the text, as in browsers.
    """
    at, tag = 0, _TAG
    for _ in range(MAX_TAGS):
        start = html.find("<", at)
        if start < 0:
            yield html[at:], "", ""
            return
        text, name, names = html[at:start], "", ""
        if html.startswith("<!--", start):
            at = _behind(html, "-->", start)
        elif html.startswith(("<!", "<?"), start):
            at = _behind(html, ">", start)
        elif not _TAG_BEGINS.match(html, start):
            text, at = html[at : start + 1], start + 1
        else:
            match = tag.match(html, start)
            if match is None and tag is _TAG:
                # An unclosed quotation mark: searching for its end at each tag would be slow.
                tag = _HASTY_TAG
                match = tag.match(html, start)
            if match is None:
                yield text, "", ""
                return
            name, at = match[1].lower(), match.end()
            names = " ".join(_NAMES.findall(match[2]))
            if name in _UNSEEN:
                end = re.compile(rf"</{name}\b", re.IGNORECASE).search(html, at)
                at = end.start() if end else len(html)
        yield text, name, names
    raise TooLong


def _behind(html: str, end: str, start: int) -> int:
    at = html.find(end, start)
    return len(html) if at < 0 else at + len(end)
