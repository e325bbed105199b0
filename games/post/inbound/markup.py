"""The text of HTML, without what it quotes and without laying it out.

One walk from the first tag to the last: no tree, so nothing depends on how deep a mail is nested,
and no browser's view of columns and margins, which can be gigabytes of blanks.
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
# Python refuses to read such a number; no letter has one.
_HUGE = re.compile(r"&#[0-9a-zA-Z]{9,};?")

_UNSEEN = frozenset({"script", "style", "title", "textarea", "noscript", "template"})
_BLOCKS = re.compile(
    r"/?(?:address|article|aside|blockquote|br|center|d[dlt]|div|fieldset|footer|form|h[1-6]|header|hr|"
    r"li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul)"
)
_SINGLE = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})

# In these, mail programs put what is answered and the signatures that they write themselves.
_QUOTES = re.compile(
    r"gmail_(quote|attr|signature)|moz-(cite-prefix|signature)|yahoo_quoted|yahoo-signature|"
    r"ymail_android_signature|protonmail_(quote|signature)|(^|\b)quote($|\b)|composer_signature|"
    r"ms-outlook-mobile-signature|applemailsignature|k9mail-signature",
    re.IGNORECASE,
)
# Outlook's begins with a line of its own and has no end.
_REST = re.compile(r"divrplyfwdmsg|appendonsend", re.IGNORECASE)


def text_of(html: str) -> str:
    """Return the text of HTML, without what it quotes; raise TooLong if it has too many tags."""
    said: list[str] = []
    quote, depth = "", 0
    literal = False
    for text, tag, names in _pieces(html):
        name = tag.removeprefix("/")
        if quote:
            if name == quote:
                depth += 1 if tag == name else -1
                quote = quote if depth else ""
            continue
        said.append(text if literal else _BLANK.sub(" ", text))
        if _REST.search(names):
            break
        if tag == "blockquote" or (tag not in _SINGLE and _QUOTES.search(names)):
            quote, depth = tag, 1
        if name == "pre":
            literal = tag == name
        if _BLOCKS.fullmatch(tag):
            said.append("\n")
        elif name in ("td", "th"):
            said.append(" ")
    whole = "".join(said)
    if len(whole) > MAX_TEXT:
        raise TooLong
    return unescape(_HUGE.sub("", whole))


def _pieces(html: str) -> Iterator[tuple[str, str, str]]:
    """Yield each text and the tag behind it: '/div' or 'div', and what it is called.

    What begins and does not end goes to the end, as browsers have it.
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
                # A quotation mark too many: looking for its end at each tag would take long.
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
