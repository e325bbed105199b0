"""Letters through webhooks, to public addresses only.

The name of a webhook's host is looked up once, and the connection goes to just the address that was
found and checked: a name that says something else the next moment leads nowhere else. Redirections
are not followed, of an answer no more than its first line is read, and all of it has to end soon.
"""

import hashlib
import hmac
import json
import socket
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import HTTPError
from urllib3.util.ssl_match_hostname import CertificateError

from games.post.errors import PostError
from games.post.letters import Written
from games.post.models import Channel, Letter

LONGEST_TEXT = 1900
"""Characters of a message; Discord takes 2,000."""

SECONDS = 15
"""Within which a webhook has to be reached and to have answered."""

Resolve = Callable[[str, int], list[str]]

_GLOBAL = IPv6Network("2000::/3")


class Refused(Exception):
    """The other side, or this one, will not do it, now or later; str() says why."""


class Trouble(Exception):
    """It did not work this time; str() says why."""


class Place(NamedTuple):
    """Where a webhook is."""

    host: str
    port: int
    path: str


def check(url: str) -> Place:
    """Return where a webhook is; raise PostError unless its address can be used at all."""
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        raise PostError("This is no address of a webhook.") from None
    if parts.scheme != "https" or not parts.hostname:
        raise PostError("The address of a webhook begins with https://.")
    if parts.username or parts.password:
        raise PostError("The address of a webhook has no name and password in it.")
    try:
        public = is_public(ip_address(parts.hostname))
    except ValueError:
        public = True  # a name, which is looked up when it is needed
    if not public:
        raise PostError(NOT_PUBLIC)
    return Place(
        parts.hostname, port, (parts.path or "/") + (f"?{parts.query}" * bool(parts.query))
    )


NOT_PUBLIC = "This address is not on the public internet; letters go nowhere else."


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address belongs to the public internet, and not just by another name."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    tunnelled = address.sixtofour is not None or address.teredo is not None
    return address in _GLOBAL and address.is_global and not tunnelled


def lookup(host: str, port: int) -> list[str]:
    """Return the addresses of a host."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[4][0]) for address in found]


def send(letter: Letter, written: Written) -> None:
    """Tell a letter in short through its webhook; raise Refused if trying again is no use."""
    channel = letter.channel
    body = json.dumps(_BODIES[channel.kind](letter, written)).encode()
    headers = {"Content-Type": "application/json", "User-Agent": f"{settings.SITE_NAME} webhook"}
    if channel.kind == Channel.Kind.JSON:
        headers["X-Signature-256"] = f"sha256={signature(channel, body)}"
    status = post(channel.url, body, headers)
    if 200 <= status < 300:
        return
    if 300 <= status < 500 and status not in (408, 425, 429):
        raise Refused(f"The webhook answered with {status}.")
    raise Trouble(f"The webhook answered with {status}.")


def secret(channel: Channel) -> str:
    """Return the key that signs what a webhook gets; its owner can check it is from here."""
    return salted_hmac(__name__, f"{channel.pk}:{channel.url}", algorithm="sha256").hexdigest()


def signature(channel: Channel, body: bytes) -> str:
    """Return the HMAC-SHA256 of a body, in hexadecimal."""
    return hmac.new(secret(channel).encode(), body, hashlib.sha256).hexdigest()


def post(
    url: str,
    body: bytes,
    headers: dict[str, str],
    *,
    resolve: Resolve = lookup,
    connect: Callable[..., HTTPSConnection] = HTTPSConnection,
) -> int:
    """Post a body and return the status that the other side answers with.

    Raises Refused for an address that is not public, Trouble if there is no answer.
    """
    try:
        place = check(url)
    except PostError as error:
        raise Refused(str(error)) from error
    try:
        connection = connect(
            _public_address(place, resolve),
            place.port,
            timeout=SECONDS / 3,
            server_hostname=place.host,
            assert_hostname=place.host,
            cert_reqs="CERT_REQUIRED",
        )
        with closing(connection):
            return _status(connection, place, body, headers)
    except (OSError, HTTPException, HTTPError, CertificateError) as error:
        raise Trouble(f"The webhook could not be reached: {error}") from error


def _public_address(place: Place, resolve: Resolve) -> str:
    """Return one address of a host whose every address is public."""
    found = resolve(place.host, place.port)
    if not found or not all(is_public(ip_address(address)) for address in found):
        raise Refused(NOT_PUBLIC)
    return found[0]


def _status(connection: HTTPSConnection, place: Place, body: bytes, headers: dict[str, str]) -> int:
    connection.connect()
    # Who answers a byte at a time is cut off too.
    cut_off = Timer(SECONDS, connection.sock.shutdown, [socket.SHUT_RDWR])
    cut_off.start()
    try:
        port = "" if place.port == 443 else f":{place.port}"
        host = f"[{place.host}]" if ":" in place.host else place.host
        connection.request(
            "POST", place.path, body, {"Host": host + port, **headers}, preload_content=False
        )
        with closing(connection.getresponse()) as response:
            return response.status
    finally:
        cut_off.cancel()


def _discord(letter: Letter, written: Written) -> dict[str, object]:
    return {"content": _message(written), "allowed_mentions": {"parse": []}}


def _slack(letter: Letter, written: Written) -> dict[str, object]:
    text = _message(written)
    for sign, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, code)
    return {"text": text}


def _json(letter: Letter, written: Written) -> dict[str, object]:
    return {
        "id": letter.key,
        "kind": letter.kind,
        "about": letter.subject_of,
        "ordered_at": letter.created_at.isoformat(),
        "subject": written.subject,
        "text": written.short or written.subject,
        "url": written.url,
    }


_BODIES = {Channel.Kind.DISCORD: _discord, Channel.Kind.SLACK: _slack, Channel.Kind.JSON: _json}


def _message(written: Written) -> str:
    room = LONGEST_TEXT - len(written.url)
    text = (written.short or written.subject)[:room]
    return f"{text}\n{written.url}".strip()
