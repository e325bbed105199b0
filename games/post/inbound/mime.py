"""Find the parts of an email in time and memory bounded by its size (RFC 5322, 2045, 2046).

The standard library's parser takes minutes for some emails of a few kilobytes, which anyone can
send. Here each byte is read once for each level of parts, and the number of levels is limited.
"""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import collapse_rfc2231_value
from functools import cached_property

MAX_HEAD = 64 * 1024
"""The most bytes in a header; a part with more is not read."""

MAX_LINE = 2_000
"""The most characters in a header line, unfolded."""

MAX_TYPE = 500
"""The most characters in a Content-Type line."""

MAX_WORDS = 600
"""The most characters that are decoded of a human-readable header line."""

FILE = "application/octet-stream"
MAX_PARTS = 60
MAX_DEPTH = 6

_LINE = re.compile(rb"^([!-9;-~]{1,76})[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)", re.MULTILINE)
_NO_BASE64 = bytes(
    set(range(256)) - set(b"+/0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
)
_CHARSET = re.compile(
    r"utf-?8|us-ascii|iso-?8859-\d\d?|latin-?1|(windows-|cp)\d{3,4}|macintosh|koi8-[ru]|"
    r"gb2312|gbk|gb18030|big5|shift_jis|euc-(jp|kr)|iso-2022-(jp|kr)|utf-16([bl]e)?",
    re.IGNORECASE,
)
"""Some of Python's codecs are not character sets, and some are very slow."""


@dataclass(frozen=True)
class Part:
    """An email or a part of one: its header lines by name in lower case, and its body.

    A header line that is too long is ''.
    """

    head: dict[str, list[str]] = field(default_factory=dict)
    body: bytes = b""
    usual: str = "text/plain"

    @cached_property
    def type(self) -> Message:
        """A message with its Content-Type, to parse parameters; if too long, that of a file."""
        message = Message()
        message.set_default_type(self.usual)
        if lines := self.lines("content-type"):
            message["Content-Type"] = lines[0] if 0 < len(lines[0]) <= MAX_TYPE else FILE
        return message

    def parameter(self, name: str) -> str:
        """Return a parameter of its Content-Type, '' if it is missing or malformed."""
        try:
            return collapse_rfc2231_value(self.type.get_param(name, ""))
        except (ValueError, LookupError):
            return ""

    @property
    def is_attached(self) -> bool:
        """Whether it is an attachment rather than text of the email."""
        return self.line("content-disposition").casefold().startswith("attachment")

    def lines(self, name: str) -> list[str]:
        """Return the header lines with a name, the newest first."""
        return self.head.get(name, [])

    def line(self, name: str) -> str:
        """Return the first header line with a name, '' if there is none."""
        return next(iter(self.lines(name)), "")


def part_of(raw: bytes, usual: str = "text/plain") -> Part | None:
    """Return the part in these bytes, or None if its header is too long.

    Lines must end with \\n. `usual` is the type of a part that does not name one.
    """
    end = 0 if raw.startswith(b"\n") else raw.find(b"\n\n", 0, MAX_HEAD) + 1
    if not end and not raw.startswith(b"\n"):
        if len(raw) > MAX_HEAD:
            return None
        end = len(raw)
    head: dict[str, list[str]] = {}
    for match in _LINE.finditer(raw[:end]):
        head.setdefault(match[1].decode().casefold(), []).append(_unfolded(match[2]))
    return Part(head, raw[end + 1 :], usual)


def leaves(part: Part) -> Iterator[Part]:
    """Yield the parts of an email that have no parts themselves, in order, up to the limits."""
    left = [MAX_PARTS]
    yield from _leaves(part, MAX_DEPTH, left)


def _leaves(part: Part, depth: int, left: list[int]) -> Iterator[Part]:
    inner = parts(part)
    if not inner:
        yield part
    elif depth:
        for each in inner[: left[0]]:
            left[0] -= 1
            yield from _leaves(each, depth - 1, left)


def parts(part: Part) -> list[Part]:
    """Return the parts of a multipart, up to the limits; [] for any other part."""
    kind = part.type
    boundary = part.parameter("boundary").strip()
    if kind.get_content_maintype() != "multipart" or not 0 < len(boundary) <= 200:
        return []
    mark = re.escape(boundary.encode(errors="replace"))
    usual = "message/rfc822" if kind.get_content_subtype() == "digest" else "text/plain"
    inner: list[Part] = []
    begin = None
    for match in re.finditer(rb"^--" + mark + rb"(--)?[ \t]*$\n?", part.body, re.MULTILINE):
        if begin is not None:
            inner.append(
                part_of(part.body[begin : match.start()].removesuffix(b"\n"), usual) or Part()
            )
        begin = match.end()
        if match[1] or len(inner) == MAX_PARTS:
            return inner
    if begin is not None:  # the end was cut off
        inner.append(part_of(part.body[begin:], usual) or Part())
    return inner


def text_of(part: Part) -> str:
    """Return the decoded text of a part."""
    data = unpacked(part)
    charset = part.parameter("charset")
    for name in (_known(charset), "utf-8"):
        try:
            return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            continue
    return data.decode("latin-1")


def _known(charset: str) -> str:
    """Return a charset of emails, UTF-8 for what else Python can decode, such as escapes."""
    return charset if _CHARSET.fullmatch(charset) else "utf-8"


def unpacked(part: Part) -> bytes:
    """Return the body of a part without its transfer encoding."""
    packing = part.line("content-transfer-encoding").casefold()
    if packing == "quoted-printable":
        return binascii.a2b_qp(part.body)
    if packing == "base64":
        letters = part.body.translate(None, _NO_BASE64)
        # The end may have been cut off; decode what is left.
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    return part.body


def words(text: str) -> str:
    """Return a human-readable header line, on one line of at most 200 characters."""
    text = text[:MAX_WORDS]
    try:
        parts = [(data, charset and _known(charset)) for data, charset in decode_header(text)]
        text = str(make_header(parts))
    except (MessageError, ValueError, LookupError):
        text = text.encode("ascii", "replace").decode()
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())[:200]


def _unfolded(value: bytes) -> str:
    text = " ".join(value.decode(errors="replace").split())
    return text if len(text) <= MAX_LINE else ""
