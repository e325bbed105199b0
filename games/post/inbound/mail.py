"""Parse an incoming email, as far as needed. Never raises, whatever the email contains.

The header is parsed at once. The body is parsed only when needed, which is only for users who may
write here.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property

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
_ASIDE = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')
_FROM = re.compile(rf"[^<>@,:;]*<\s*({_WORD}@{_WORD})\s*>\s*|\s*({_WORD}@{_WORD})\s*")


@dataclass(frozen=True)
class Mail:
    """An incoming email.

    `sender` is the one address in its From line, in lower case, '' if there is none or several.
    `recipients` are this site's addresses in its header. `automatic` says that no person wrote it,
    `no_return` that it has no return path or is a report, like a bounce. `results` are its
    Authentication-Results lines, the newest first, '' for one that is too long. The body is parsed
    when first used.
    """

    sender: str
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
    def _lines(self) -> tuple[str, ...] | None:
        try:
            return tuple(own_lines(_text(self._part))) if self._is_whole else None
        except TooLong:
            return None

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
    match = _FROM.fullmatch(_ASIDE.sub(" ", lines[0]))
    address = (match[1] or match[2]).casefold() if match else ""
    return address if len(address) <= _LONGEST_ADDRESS and address.isprintable() else ""


def _text(mail: Part) -> str:
    """Return the text of an email: its plain text, or if that is empty, the text of its HTML."""
    html: Part | None = None
    for part in mime.leaves(mail):
        kind = part.type.get_content_type()
        if part.is_attached or (kind != "text/plain" and (kind != "text/html" or html)):
            continue
        if kind == "text/html":
            html = part
        elif (text := _plain(part)).strip():
            return text
    return markup.text_of(mime.text_of(html)) if html else ""


def _plain(part: Part) -> str:
    text = mime.text_of(part)
    if part.parameter("format").casefold() != "flowed":
        return text
    return unflowed(text, deleted=part.parameter("delsp").casefold() == "yes")
