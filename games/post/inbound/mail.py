"""Parse an incoming email, as far as needed. Never raises, whatever the email contains.

The header is parsed at once. The body is parsed only when needed, which is only for users who may
write here.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property

from games.accounts.spellings import one_spelling
from games.post.inbound import markup, mime
from games.post.inbound.address import own_addresses
from games.post.inbound.automatic import has_no_return, is_automatic
from games.post.inbound.bounce import Bounce, bounce_of
from games.post.inbound.mime import Part
from games.post.inbound.text import TooLong, own_lines, unflowed

MAX_SIZE = 1024 * 1024
"""Bytes; longer emails are refused. Mail programs return the board's picture with a reply."""

_ID = re.compile(r"<[!-;=?-~]{1,240}>")
# Where mail servers record the recipient, the most reliable first.
_RECIPIENTS = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "to", "cc")

_LONGEST_ADDRESS = 254
_WORD = r"""[^\s<>()\[\]\\",:;@]+"""
# The parts of a From line that are not its address.
_NAME_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')
_FROM = re.compile(rf"[^<>@,:;]*<\s*({_WORD}@{_WORD})\s*>\s*|\s*({_WORD}@{_WORD})\s*")


@dataclass(frozen=True)
class Mail:
    """An incoming email.

    `sender` is the one address in its From line, in its one spelling, '' if there is none or
    several, and `display_name` the name before it, '' if there is none.
    `recipients` are this site's addresses in its header. `automatic` says that no person wrote it,
    `no_return` that it has no return path or is a report, like a bounce. `results` are its
    Authentication-Results lines, the newest first, '' for one that is too long. The body is parsed
    when first used.
    """

    sender: str
    display_name: str
    message_id: str
    subject: str
    recipients: tuple[str, ...]
    automatic: bool
    no_return: bool
    results: tuple[str, ...]
    _part: Part
    _is_whole: bool

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that a person wrote; () if it is not `complete`."""
        return self._lines or ()

    @property
    def complete(self) -> bool:
        """Whether it is short enough to be read in full."""
        return self._lines is not None

    @cached_property
    def html_lines(self) -> tuple[str, ...]:
        """The lines that a person wrote as its HTML has them; () if `lines` are of the HTML, too.

        Mail programs break long lines of the plain text only.
        """
        plain, html = self._texts
        both = plain and html is not None and self.complete
        return (_lines(html) or ()) if both else ()

    @cached_property
    def _lines(self) -> tuple[str, ...] | None:
        plain, html = self._texts
        return _lines(plain or html) if self._is_whole else None

    @cached_property
    def _texts(self) -> tuple[str, Part | None]:
        return _texts(self._part)

    @cached_property
    def bounce(self) -> Bounce | None:
        """The bounce it reports, or None."""
        return bounce_of(self._part)


def read(raw: bytes) -> Mail | None:
    """Return a parsed email, or None if it cannot be parsed."""
    whole, raw = len(raw) <= MAX_SIZE, raw[:MAX_SIZE].replace(b"\r\n", b"\n")
    part = mime.part_of(raw)
    if part is None:
        return None
    name = _ID.search(part.line("message-id"))
    subject = mime.words(part.line("subject"))
    return Mail(
        sender=_sender(part.lines("from")),
        display_name=mime.words(part.line("from").rpartition("<")[0]),
        message_id=name[0] if name else f"<{hashlib.sha256(raw).hexdigest()}>",
        subject=subject,
        recipients=own_addresses(line for name in _RECIPIENTS for line in part.lines(name)),
        automatic=is_automatic(part, subject),
        no_return=has_no_return(part),
        results=tuple(part.lines("authentication-results")),
        _part=part,
        _is_whole=whole,
    )


def _sender(lines: list[str]) -> str:
    if len(lines) != 1:
        return ""
    match = _FROM.fullmatch(_NAME_OR_COMMENT.sub(" ", lines[0]))
    address = one_spelling(match[1] or match[2]) if match else ""
    return address if len(address) <= _LONGEST_ADDRESS and address.isprintable() else ""


def _texts(mail: Part) -> tuple[str, Part | None]:
    """Return the plain text of an email, '' if it is blank, and the part with its HTML, if any."""
    plain, html = "", None
    for part in mime.leaves(mail):
        kind = part.type.get_content_type()
        if part.is_attached:
            continue
        if kind == "text/html" and html is None:
            html = part
        elif kind == "text/plain" and not plain and (text := _plain(part)).strip():
            plain = text
    return plain, html


def _lines(text: str | Part | None) -> tuple[str, ...] | None:
    """Return what a person wrote in a text or a part with HTML; None if it is too long to read."""
    try:
        if isinstance(text, Part):
            text = markup.text_of(mime.text_of(text))
        return tuple(own_lines(text or ""))
    except TooLong:
        return None


def _plain(part: Part) -> str:
    text = mime.text_of(part)
    if part.parameter("format").casefold() != "flowed":
        return text
    return unflowed(text, deleted=part.parameter("delsp").casefold() == "yes")
