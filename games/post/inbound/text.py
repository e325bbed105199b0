"""Extract what a person wrote in an email, without quotes, greeting, signature and additions.

Each line is examined on its own, so the time is linear in the length of the text.
"""

import re
import unicodedata
from collections.abc import Sequence

from games.post.inbound import phrases

MAX_TEXT = 40_000
"""The most characters that are read; a quote below them can have any length."""

MAX_LINE = 1_000
_FOLDED = 3
"""The most lines that 'On ..., someone wrote:' may span."""


class TooLong(Exception):
    """The text is longer than MAX_TEXT."""


# A line that continues on the next; signatures and quotes do not. A space before '>' says that no
# quote begins there.
_FLOWED = re.compile(r"(?<=[^\s-]) \r?\n(?:(?![>\s]|-- \r?\n)| (?=\S))")
_BULLET = re.compile(r"^(?:[-*+\N{BULLET}\N{EN DASH}]|\d{1,2}[.)])\s+")
_SMILEY = re.compile(r"(?<!\S)[:;=]['o^-]{0,2}[()DPp/|*]{1,3}(?!\S)")
# Emoji of several characters: what joins and changes them.
_JOINERS = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
# Punctuation around or after words.
_AROUND = (
    " \t.,;:!_\"'`\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
    "\N{DOUBLE LOW-9 QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}"
)


def own_lines(text: str) -> list[str]:
    """Return the lines with content, without quotes, signature, comments and bullets.

    Raises TooLong if they do not end within MAX_TEXT.
    """
    cut = len(text) > MAX_TEXT
    lines = [line.strip()[:MAX_LINE] for line in _plain(text[:MAX_TEXT]).split("\n")]
    own, ended = _own(lines)
    if cut and not ended:
        raise TooLong
    return [line for line in map(_tidy, own) if line]


def unflowed(text: str, *, deleted: bool) -> str:
    """Join the lines of flowed paragraphs, which end with a space (RFC 3676).

    `deleted` says that these spaces are not part of the text (DelSp).
    """
    return _FLOWED.sub("" if deleted else " ", text)


def _own(lines: Sequence[str]) -> tuple[list[str], bool]:
    """Return the lines above the quoted email, or if there are none, those between and below it.

    The second value says whether a quote ended them.
    """
    above: list[str] = []
    for number, line in enumerate(lines):
        if line.startswith(">"):
            own = _content(_without_announcement(above))
            return (own or _content(_unquoted(lines[number:]))), True
        if _begins_a_quote(lines, number):
            quoted = (at for at in range(number, len(lines)) if lines[at].startswith(">"))
            own = _content(above)
            first = next(quoted, None)
            return (own or ([] if first is None else _content(_unquoted(lines[first:])))), True
        above.append(line)
    return _content(above), False


def _begins_a_quote(lines: Sequence[str], number: int) -> bool:
    line = lines[number]
    if not line:
        return False
    if phrases.SEPARATOR.match(line):
        return True
    if phrases.HEADING.match(line):
        # The writer may have typed one such line; quoted emails begin with several.
        return any(map(phrases.HEADING.match, filter(None, lines[number + 1 : number + 4])))
    for last in range(number, min(number + _FOLDED, len(lines))):
        if lines[last].endswith(":"):
            whole = " ".join(lines[number : last + 1])
            dated = phrases.WHEN.match(whole) or re.search(r"[@\d]", whole)
            return bool(dated and phrases.WROTE.search(whole))
        if not lines[last]:
            return False
    return False


def _without_announcement(lines: Sequence[str]) -> list[str]:
    """Return lines without a last one like 'someone wrote:', in any language."""
    kept = list(lines)
    while kept and not kept[-1]:
        kept.pop()
    if kept and kept[-1].endswith(":"):
        kept.pop()
    return kept


def _unquoted(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if not line.startswith(">")]


def _content(lines: Sequence[str]) -> list[str]:
    """Return lines without the greeting above and the signature below."""
    content: list[str] = []
    for line in lines:
        if not content and (not line or phrases.GREETING.match(line) or line.endswith(":")):
            continue
        if phrases.SIGNATURE.match(line):
            break
        content.append(line)
    return content


def _plain(text: str) -> str:
    """Return text with uniform line breaks and without invisible characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        letter if letter.isprintable() or letter == "\n" else " " if letter.isspace() else ""
        for letter in text
    )


def _tidy(line: str) -> str:
    line = _BULLET.sub("", _without_emoji(line.partition("#")[0]).strip())
    # Mail programs write bold words, such as verbs copied from our lists, between stars.
    return line.replace("*", "").strip(_AROUND)


def _without_emoji(line: str) -> str:
    """Return a line without emoji and smileys; no order has any."""
    line = _SMILEY.sub(" ", line)
    return line if line.isascii() else "".join(" " if _is_emoji(each) else each for each in line)


def _is_emoji(letter: str) -> bool:
    """Return whether a character is a pictograph, or changes the one before it."""
    kind = unicodedata.category(letter)
    return kind == "So" or letter in _JOINERS or (kind == "Sk" and letter > "\uffff")
