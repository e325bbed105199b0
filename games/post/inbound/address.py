"""Addresses for replies and bounces, each signed by this site.

    name+turn.12.0.345.k3vq...@reply.example.org
    name+bounce.6789.x2ab...@reply.example.org

Mail programs and servers may change the case of a local part, so case is ignored.
"""

import base64
import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare

from games.accounts.seal import keyed_hashes

NAME = settings.SITE_NAME.lower()
BOUNCE = "bounce"
"""The kind of address that a letter bounces to: its envelope sender (VERP)."""

LONGEST = 64
"""The most characters in a local part (RFC 5321)."""

MOST = 20
"""The most addresses of this site that count in one email; a reply needs only one."""

# 100 bits; each guess takes a request to a mail server.
_SIGNATURE = 20
_KIND = re.compile(r"[a-z]+")
_PAYLOAD = re.compile(r"[a-z0-9.-]+")
_LOCAL = re.compile(rf"{NAME}\+([a-z]+)\.([a-z0-9.-]+)\.([a-z2-7]{{{_SIGNATURE}}})")


class Address(NamedTuple):
    """An address that this site made: its kind, and the payload from the app that made it."""

    kind: str
    payload: str


def reply_address(kind: str, payload: str) -> str:
    """Return the address for replies of a kind, or '' if the site takes no replies.

    `kind` is one lower-case word, `payload` lower-case letters, digits, dots and hyphens. Raises
    ValueError for others, and if both together are too long for an address.
    """
    if not settings.REPLY_DOMAIN:
        return ""
    if not _KIND.fullmatch(kind) or not _PAYLOAD.fullmatch(payload):
        raise ValueError(f"{kind!r} about {payload!r} cannot stand in an address.")
    local = f"{NAME}+{kind}.{payload}.{_signatures(kind, payload)[0]}"
    if len(local) > LONGEST:
        raise ValueError(f"{local} is longer than {LONGEST} characters.")
    return f"{local}@{settings.REPLY_DOMAIN}"


def bounce_address(letter_id: int) -> str:
    """Return the address that a letter bounces to, or '' if the site receives no email."""
    return reply_address(BOUNCE, str(letter_id))


def parse_address(text: str) -> Address | None:
    """Return an address of this site, or None if this site did not make it."""
    local, _, domain = text.strip().lower().rpartition("@")
    match = _LOCAL.fullmatch(local)
    if match is None or not settings.REPLY_DOMAIN or domain != settings.REPLY_DOMAIN:
        return None
    kind, payload, signature = match.groups()
    ours = _signatures(kind, payload)
    if not any(constant_time_compare(signature, each) for each in ours):
        return None
    return Address(kind, payload)


def own_addresses(lines: Iterable[str]) -> tuple[str, ...]:
    """Return this site's addresses in header lines, without duplicates, at most MOST."""
    if not settings.REPLY_DOMAIN:
        return ()
    pattern = re.compile(
        rf"(?<![\w.+-]){NAME}\+[a-z0-9.+-]{{1,{LONGEST}}}@{re.escape(settings.REPLY_DOMAIN)}(?![\w.-])",
        re.IGNORECASE | re.ASCII,
    )
    found = dict.fromkeys(match[0].lower() for line in lines for match in pattern.finditer(line))
    return tuple(islice(found, MOST))


def _signatures(kind: str, payload: str) -> list[str]:
    """Return the signature under each key of the site, the present one first."""
    hashes = keyed_hashes(__name__, f"{kind}.{payload}")
    return [base64.b32encode(each).decode().lower()[:_SIGNATURE] for each in hashes]
