"""A mail as it came in, read as far as it matters here. Nothing in a mail raises anything.

Its head is read at once; what a person wrote only when it is asked for, which is for mails of those
who may write here.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header, make_header
from functools import cached_property

from games.post.inbound import markup, mime
from games.post.inbound.address import own_addresses
from games.post.inbound.mime import Part
from games.post.inbound.text import TooLong, own_lines, unflowed

MAX_SIZE = 1024 * 1024
"""Bytes; what is longer is refused. Programs send the board of a letter back with its answer."""

MAX_FAILURES = 20
"""Addresses of a notice that a mail came back; ours goes to one."""

_ID = re.compile(r"<[!-;=?-~]{1,240}>")
# Where mail servers note whom a mail was for, the surest first.
_RECIPIENTS = ("x-original-to", "delivered-to", "envelope-to", "x-envelope-to", "to", "cc")
_NOT_BY_HAND = ("x-autoreply", "x-autorespond", "x-autoreply-from", "list-id", "x-loop")
_BULK = {"bulk", "junk", "list", "auto_reply"}

_LONGEST_ADDRESS = 254
_LONGEST_WORDS = 600
_WORD = r"""[^\s<>()\[\]\\",:;@]+"""
_ADDRESS = re.compile(rf"{_WORD}@{_WORD}")
# What stands in a From line beside its address.
_ASIDE = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')
_FROM = re.compile(rf"[^<>@,:;]*<\s*({_WORD}@{_WORD})\s*>\s*|\s*({_WORD}@{_WORD})\s*")

# A full mailbox is emptied one day (RFC 3463).
_PASSING = {"5.2.2"}


@dataclass(frozen=True)
class Failure:
    """One address that a mail did not reach: `names` are all that it goes by, in small letters."""

    names: tuple[str, ...]
    status: str
    reason: str


@dataclass(frozen=True)
class Bounce:
    """What a mail server says about a mail that it could not deliver."""

    message_id: str
    failures: tuple[Failure, ...]


@dataclass(frozen=True)
class Mail:
    """What a mail says.

    `sender` is the one address in its From line, in small letters, '' if there is none or are
    several. `recipients` are the addresses of this site in its header lines. `automatic` tells that
    no person wrote it. `results` are its Authentication-Results lines, the newest first, '' for one
    that is too long. What stands below the head is read when it is first asked for.
    """

    sender: str
    message_id: str
    subject: str
    recipients: tuple[str, ...]
    automatic: bool
    results: tuple[str, ...]
    _part: Part
    _is_whole: bool

    @property
    def lines(self) -> tuple[str, ...]:
        """What a person wrote; nothing if it is not complete."""
        return self._lines or ()

    @property
    def complete(self) -> bool:
        """Whether it is no longer than what is read."""
        return self._lines is not None

    @cached_property
    def _lines(self) -> tuple[str, ...] | None:
        try:
            return tuple(own_lines(_text(self._part))) if self._is_whole else None
        except TooLong:
            return None

    @cached_property
    def bounce(self) -> Bounce | None:
        """What it says as a notice that a mail did not arrive, if it is one."""
        return _bounce(self._part)


def read(raw: bytes) -> Mail | None:
    """Return what a mail says, or None if it cannot be read."""
    whole, raw = len(raw) <= MAX_SIZE, raw[:MAX_SIZE].replace(b"\r\n", b"\n")
    part = mime.part_of(raw)
    if part is None:
        return None
    name = _ID.search(part.line("message-id"))
    return Mail(
        sender=_sender(part.lines("from")),
        message_id=name[0] if name else f"<{hashlib.sha256(raw).hexdigest()}>",
        subject=_words(part.line("subject")),
        recipients=own_addresses(line for name in _RECIPIENTS for line in part.lines(name)),
        automatic=_is_automatic(part),
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


def _is_automatic(part: Part) -> bool:
    """Return whether a mail was sent by a program, such as this one (RFC 3834)."""
    submitted = part.line("auto-submitted").partition(";")[0].strip().casefold()
    return (
        submitted not in ("", "no")
        or part.line("precedence").casefold() in _BULK
        or part.line("return-path") == "<>"
        or any(part.lines(name) for name in _NOT_BY_HAND)
        or part.type.get_content_type() == "multipart/report"
    )


def _text(mail: Part) -> str:
    """Return the text of a mail: its plain one, or if that is empty, that of its HTML."""
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


def _bounce(mail: Part) -> Bounce | None:
    """Return what a delivery status notification says, None if it is none (RFC 3464)."""
    if (
        mail.type.get_content_type() != "multipart/report"
        or mail.parameter("report-type").casefold() != "delivery-status"
    ):
        return None
    parts = mime.parts(mail)
    original = next(filter(None, map(_original, parts)), None)
    match = _ID.search(original.line("message-id")) if original else None
    if original is None or match is None:
        return None
    sent_to = _ADDRESS.findall(original.line("to").casefold())[:MAX_FAILURES]
    failures = [
        failure
        for part in parts
        if part.type.get_content_type() == "message/delivery-status"
        for failure in _failures(part.body, sent_to)
    ]
    return Bounce(match[0], tuple(failures[:MAX_FAILURES])) if failures else None


def _plain(part: Part) -> str:
    text = mime.text_of(part)
    if part.parameter("format").casefold() != "flowed":
        return text
    return unflowed(text, deleted=part.parameter("delsp").casefold() == "yes")


def _original(part: Part) -> Part | None:
    """Return the mail that a part of a notification brings back, or its head."""
    if part.type.get_content_type() == "message/rfc822":
        return mime.part_of(part.body)
    if part.type.get_content_type() == "text/rfc822-headers":
        return mime.part_of(mime.unpacked(part))
    return None


def _failures(status: bytes, sent_to: list[str]) -> Iterator[Failure]:
    """Yield the failures of a notification: its blocks of lines, but for the first about it all."""
    for raw in status.split(b"\n\n", MAX_FAILURES + 1)[: MAX_FAILURES + 1]:
        block = mime.part_of(raw.lstrip(b"\n"))
        if block is None:
            continue
        code = block.line("status").partition("(")[0].strip()
        if (
            block.line("action").casefold() == "failed"
            and code.startswith("5.")
            and code not in _PASSING
        ):
            named = [
                block.line(field).rpartition(";")[2].strip(" <>").casefold()
                for field in ("final-recipient", "original-recipient")
            ]
            yield Failure(
                names=tuple(dict.fromkeys([*filter(None, named), *sent_to])),
                status=code,
                reason=_words(block.line("diagnostic-code").partition(";")[2].strip() or code),
            )


def _words(text: str) -> str:
    """Return the text of a header line for people, on one line and not endless."""
    text = text[:_LONGEST_WORDS]
    try:
        text = str(make_header(decode_header(text)))
    except (MessageError, ValueError, LookupError):
        text = text.encode("ascii", "replace").decode()
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())[:200]
