"""A mail as it came in, read as far as it matters here. Nothing in a mail raises anything."""

import email
import email.policy
import hashlib
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import unquote

from games.post.inbound.text import own_lines, text_of

log = logging.getLogger(__name__)

MAX_SIZE = 256 * 1024
"""Bytes; what is longer is refused."""

# The parser of header lines is slow on long ones, and that of parts on many.
MAX_HEADER = 2_000
MAX_PARTS = 60

_CONTENT = re.compile(rb"^content-[a-z-]+:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE)
_ID = re.compile(r"<[!-;=?-~]{1,240}>")
# Where mail servers note whom a mail was for, the surest first.
_RECIPIENTS = ("X-Original-To", "Delivered-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
_NOT_BY_HAND = ("X-Autoreply", "X-Autorespond", "X-Autoreply-From", "List-Id", "X-Loop")
_BULK = {"bulk", "junk", "list", "auto_reply"}


@dataclass(frozen=True)
class Failure:
    """One address that a mail did not reach: `names` are all that it goes by."""

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
    several. `recipients` are the addresses in its header lines. `automatic` tells that no person
    wrote it, `lines` what the person wrote. `results` are its Authentication-Results lines, the
    newest first. `complete` is False if it was longer than is read.
    """

    sender: str
    message_id: str
    subject: str
    recipients: tuple[str, ...]
    automatic: bool
    lines: tuple[str, ...]
    results: tuple[str, ...]
    bounce: Bounce | None
    complete: bool


def read(raw: bytes) -> Mail | None:
    """Return what a mail says, or None if it cannot be read."""
    complete, raw = len(raw) <= MAX_SIZE, raw[:MAX_SIZE]
    contents = [match[0] for match in _CONTENT.finditer(raw.replace(b"\r\n", b"\n"))]
    if len(contents) > 4 * MAX_PARTS or any(len(line) > MAX_HEADER for line in contents):
        return None
    if raw.count(b"\n--") > 16 * MAX_PARTS:
        return None
    try:
        message = email.message_from_bytes(raw, policy=email.policy.default)
        return _read(message, raw, complete=complete)
    except Exception as error:  # noqa: BLE001 - the library fails in many ways on what is no mail
        log.info("A mail could not be read: %a", error)
        return None


def _read(message: EmailMessage, raw: bytes, *, complete: bool) -> Mail:
    senders = [address for line in _lines(message, "From") for address in _addresses(line)]
    names = _ID.search(_line(message, "Message-ID"))
    return Mail(
        sender=senders[0] if len(senders) == 1 else "",
        message_id=names[0] if names else f"<{hashlib.sha256(raw).hexdigest()}>",
        subject=_words(_line(message, "Subject")),
        recipients=tuple(
            address
            for name in _RECIPIENTS
            for line in _lines(message, name)
            for address in _addresses(line)
        ),
        automatic=_is_automatic(message),
        lines=tuple(own_lines(_text(message))) if complete else (),
        results=tuple(_lines(message, "Authentication-Results")),
        bounce=_bounce(message),
        complete=complete,
    )


def _is_automatic(message: EmailMessage) -> bool:
    """Return whether a mail was sent by a program, such as this one (RFC 3834)."""
    submitted = _line(message, "Auto-Submitted").partition(";")[0].strip().lower()
    return (
        submitted not in ("", "no")
        or _line(message, "Precedence").strip().lower() in _BULK
        or _line(message, "Return-Path").strip() == "<>"
        or any(message.get_all(name) for name in _NOT_BY_HAND)
        or message.get_content_type() == "multipart/report"
    )


def _text(message: EmailMessage) -> str:
    """Return the text of a mail: its plain one, or if that is empty, that of its HTML."""
    plain = message.get_body(preferencelist=("plain",))
    text = _content(plain) if plain else ""
    if text.strip():
        return text
    html = message.get_body(preferencelist=("html",))
    return text_of(_content(html)) if html else ""


def _content(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    try:
        return data.decode(part.get_content_charset() or "utf-8")
    except (LookupError, UnicodeDecodeError):
        return data.decode("utf-8" if _is_utf8(data) else "latin-1")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _bounce(message: EmailMessage) -> Bounce | None:
    """Return what a delivery status notification says (RFC 3464)."""
    if (
        message.get_content_type() != "multipart/report"
        or message.get_param("report-type") != "delivery-status"
    ):
        return None
    parts = list(message.iter_parts())
    original = next(filter(None, map(_original, parts)), None)
    if original is None:
        return None
    sent_to = [address for line in _lines(original, "To") for address in _addresses(line)]
    match = _ID.search(_line(original, "Message-ID"))
    failures = tuple(
        failure
        for part in parts
        if part.get_content_type() == "message/delivery-status"
        for failure in _failures(part, sent_to)
    )
    return Bounce(match[0], failures) if match and failures else None


def _original(part: Message) -> Message | None:
    """Return the mail that a part of a notification brings back, or its head."""
    if part.get_content_type() == "message/rfc822":
        return part.get_payload(0)
    if part.get_content_type() == "text/rfc822-headers":
        return email.message_from_string(_content(part), policy=email.policy.default)
    return None


def _failures(part: Message, sent_to: list[str]) -> Iterator[Failure]:
    for block in part.get_payload():
        status = _line(block, "Status").partition("(")[0].strip()
        if _line(block, "Action").strip().lower() == "failed" and status.startswith("5."):
            fields = ("Final-Recipient", "Original-Recipient")
            named = [_line(block, field).rpartition(";")[2].strip().lower() for field in fields]
            reason = _line(block, "Diagnostic-Code").partition(";")[2] or status
            yield Failure(
                names=tuple(
                    dict.fromkeys(unquote(name) for name in [*named, *sent_to] if _is_name(name))
                ),
                status=status,
                reason=_words(reason),
            )


def _is_name(text: str) -> bool:
    return text != "" and text.isprintable()


def _lines(message: Message, name: str) -> list[str]:
    """Return the header lines of a name, as they were sent but on one line each."""
    return [
        " ".join(str(value).split())
        for key, value in message.raw_items()
        if key.lower() == name.lower() and len(str(value)) <= MAX_HEADER
    ]


def _line(message: Message, name: str) -> str:
    return next(iter(_lines(message, name)), "")


def _addresses(line: str) -> list[str]:
    header = email.policy.default.header_factory("To", line)
    return [
        address.addr_spec.lower()
        for address in header.addresses
        if address.domain and _is_name(address.addr_spec)
    ]


def _words(text: str) -> str:
    """Return the text of a header line for people, on one line and not endless."""
    try:
        text = str(make_header(decode_header(text)))
    except (ValueError, LookupError):
        text = text.encode("ascii", "replace").decode()
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())[:200]
