"""The addresses that letters are answered to: each says what it is about, signed by this site.

    name+turn.12.0.345.k3vq...@reply.example.org

Mail programs and servers may write a local part in other letters' case, so nothing depends on it.
"""

import base64
import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

NAME = settings.SITE_NAME.lower()
LONGEST = 64
"""Characters that a local part may have (RFC 5321)."""

MOST = 20
"""Addresses that one mail may be to: it answers one, a few more may be in it by chance."""

# 100 bits; who wants to try some has to ask a mail server about each.
_SIGNATURE = 20
_KIND = re.compile(r"[a-z]+")
_PAYLOAD = re.compile(r"[a-z0-9.-]+")
_LOCAL = re.compile(rf"{NAME}\+([a-z]+)\.([a-z0-9.-]+)\.([a-z2-7]{{{_SIGNATURE}}})")


class About(NamedTuple):
    """What an answer is about: which kind of it, and what its taker put into the address."""

    kind: str
    payload: str


def reply_address(kind: str, payload: str) -> str:
    """Return the address for answers of a kind, '' on a site that takes none.

    `kind` is one word, `payload` letters, figures, dots and hyphens, all of them small; raises
    ValueError on others, and when both together are too long for an address.
    """
    if not settings.REPLY_DOMAIN:
        return ""
    if not _KIND.fullmatch(kind) or not _PAYLOAD.fullmatch(payload):
        raise ValueError(f"{kind!r} about {payload!r} cannot stand in an address.")
    local = f"{NAME}+{kind}.{payload}.{_signature(kind, payload)}"
    if len(local) > LONGEST:
        raise ValueError(f"{local} is longer than {LONGEST} characters.")
    return f"{local}@{settings.REPLY_DOMAIN}"


def bounce_address() -> str:
    """Return the address that letters may come back to, '' on a site that takes no mail."""
    return f"{NAME}@{settings.REPLY_DOMAIN}" if settings.REPLY_DOMAIN else ""


def about(address: str) -> About | None:
    """Return what an address is about, or None if this site never made it."""
    local, _, domain = address.strip().lower().rpartition("@")
    match = _LOCAL.fullmatch(local)
    if match is None or not settings.REPLY_DOMAIN or domain != settings.REPLY_DOMAIN:
        return None
    kind, payload, signature = match.groups()
    if not constant_time_compare(signature, _signature(kind, payload)):
        return None
    return About(kind, payload)


def own_addresses(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses of this site that stand in header lines, each once, at most MOST."""
    if not settings.REPLY_DOMAIN:
        return ()
    pattern = re.compile(
        rf"(?<![\w.+-]){NAME}\+[a-z0-9.+-]{{1,{LONGEST}}}@{re.escape(settings.REPLY_DOMAIN)}(?![\w.-])",
        re.IGNORECASE | re.ASCII,
    )
    found = dict.fromkeys(match[0].lower() for line in lines for match in pattern.finditer(line))
    return tuple(islice(found, MOST))


def _signature(kind: str, payload: str) -> str:
    mac = salted_hmac(__name__, f"{kind}.{payload}", algorithm="sha256").digest()
    return base64.b32encode(mac).decode().lower()[:_SIGNATURE]
