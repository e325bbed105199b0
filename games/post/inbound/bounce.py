"""Parse a bounce (RFC 3464) with flufl.bounce, Mailman's library.

The library knows the bounces of many mail servers, but a malicious email could keep it busy for
long. So it gets only a copy limited in size, made of parts that were found within limits before.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import Message

from flufl.bounce import all_failures

from games.post.inbound import mime
from games.post.inbound.mime import Part

log = logging.getLogger(__name__)

# The header lines of an email that the library uses.
HEADERS = ("from", "x-mailer", "x-failed-recipients")
# The fields about one recipient that the library and we use.
FIELDS = ("original-recipient", "final-recipient", "action", "status", "diagnostic-code")

MAX_BLOCKS = 20
"""The most recipients in a bounce; our emails have one."""

MAX_FIELD = 300
MAX_LINES = 80
"""The most lines of human-readable text, in all parts together."""

MAX_LINE = 160

STATUS = "message/delivery-status"

_CODE = re.compile(r"([245])\.\d{1,3}\.\d{1,3}")

# Mailbox full, which is temporary (RFC 3463, RFC 5321).
_PASSING = {"5.2.2", "552"}


@dataclass(frozen=True)
class Bounce:
    """Why a letter bounced.

    If `permanent`, later letters to its address would bounce, too. With `of_site`, a server refused
    the site and not the address, and may take the letter later.
    """

    permanent: bool
    reason: str
    of_site: bool = False


def bounce_of(mail: Part) -> Bounce | None:
    """Return the bounce that an email reports, or None if it is not a bounce."""
    leaves = list(mime.leaves(mail))
    blocks = [block for leaf in leaves if _kind(leaf) == STATUS for block in _blocks(leaf)]
    try:
        temporary, permanent = all_failures(_copy(mail, leaves, blocks))
    except Exception as error:  # noqa: BLE001 - the library may raise anything
        log.warning("A bounce could not be read: %s: %s", type(error).__name__, error)
        return None
    if not temporary and not permanent:
        return None
    codes = [match[0] for block in blocks if (match := _CODE.match(block.line("status")))]
    reasons = [_diagnosis(block) for block in blocks]
    return Bounce(
        permanent=bool(permanent) and (not codes or any(map(is_permanent, codes))),
        reason=next(filter(None, [*reasons, *codes]), mime.words(mail.line("subject"))),
        of_site=any(map(is_of_site, codes)),
    )


def is_permanent(code: str) -> bool:
    """Return whether a status or reply code, such as 5.1.1 or 550, means a permanent failure."""
    return code.startswith("5") and code not in _PASSING


def is_of_site(code: str) -> bool:
    """Return whether a permanent failure is about security or policy, or a mail system (RFC 3463).

    A provider that has suspended the site's account says so for every address.
    """
    return code.startswith(("5.7.", "5.3."))


def _diagnosis(block: Part) -> str:
    return mime.words(block.line("diagnostic-code").partition(";")[2])


def _blocks(part: Part) -> Iterator[Part]:
    """Yield the blocks of a delivery status that are about a recipient."""
    for raw in part.body.split(b"\n\n", MAX_BLOCKS + 1)[: MAX_BLOCKS + 1]:
        block = mime.part_of(raw.lstrip(b"\n"))
        if block is not None and block.lines("action"):
            yield block


def _copy(mail: Part, leaves: Sequence[Part], blocks: Sequence[Part]) -> Message:
    """Return a copy of a bounce for the library, without the email that it returns."""
    copy = _message(mail.type.get_content_type(), mail, HEADERS)
    texts = list(_texts(leaves))
    if mail.type.get_content_maintype() != "multipart":
        copy.set_payload(texts[0].get_payload() if texts else "")
        return copy
    for text in texts:
        copy.attach(text)
    if blocks:
        status = Message()
        status["Content-Type"] = STATUS
        status.set_payload([_message("text/plain", block, FIELDS) for block in blocks])
        copy.attach(status)
    return copy


def _texts(leaves: Sequence[Part]) -> Iterator[Message]:
    """Yield copies of the human-readable parts, together at most MAX_LINES long."""
    left = MAX_LINES
    for leaf in leaves:
        if _kind(leaf) == "text/plain" and left > 0:
            lines = mime.text_of(leaf)[: MAX_LINES * MAX_LINE].splitlines()[:left]
            left -= len(lines)
            text = _message("text/plain", leaf, ("content-description",))
            text.set_payload("\n".join(line[:MAX_LINE] for line in lines))
            yield text


def _message(kind: str, part: Part, names: Sequence[str]) -> Message:
    message = Message()
    message["Content-Type"] = kind
    for name in names:
        if line := part.line(name):
            message[name] = line[:MAX_FIELD]
    return message


def _kind(part: Part) -> str:
    return part.type.get_content_type()
