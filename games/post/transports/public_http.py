"""HTTPS posts to the public internet only.

A host name is looked up once, and the connection uses the address that was found and checked, so a
name that resolves differently a moment later leads nowhere else (DNS rebinding). Redirects are not
followed, of a response only its head is read or, where asked for, a short JSON object, and the
whole exchange has a time limit.
"""

import json
import re
import socket
from collections.abc import Callable
from contextlib import closing
from functools import cache
from http.client import HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from ssl import SSLContext
from threading import Timer
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.utils.encoding import iri_to_uri, punycode
from django.utils.translation import gettext_lazy, gettext_noop
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import HTTPError
from urllib3.util.ssl_ import create_urllib3_context
from urllib3.util.ssl_match_hostname import CertificateError

from games.post.errors import PostError
from games.post.transports.base import Rejected, Trouble

SECONDS = 15
"""Time limit for connecting, sending and receiving the response."""

LONGEST_ANSWER = 20_000
"""The most bytes that are read of a response's body."""

Resolve = Callable[[str, int], list[str]]

NO_URL = gettext_lazy("That's not a webhook URL. It must start with https://")
NOT_PUBLIC = gettext_lazy("That address isn't on the public internet. Use one that is.")

_HOST = re.compile(r"[a-z0-9_.:-]+")
_GLOBAL = IPv6Network("2000::/3")


class Place(NamedTuple):
    """Where to post: the parts of a URL, as they stand in a request."""

    host: str
    port: int
    path: str


class Response(NamedTuple):
    """What came back: the status, the header Retry-After or '', and what was read of the body."""

    status: int
    retry_after: str = ""
    body: bytes = b""


def check(url: str) -> Place:
    """Return the parts of a URL; raises PostError unless it is https and may be public.

    They are ASCII: the host in Punycode, the path and query percent-encoded (RFC 3987, 3.1).
    """
    try:
        parts = urlsplit(url)
        port = parts.port or 443
        host = punycode(parts.hostname or "")
        path = iri_to_uri((parts.path or "/") + (f"?{parts.query}" * bool(parts.query)))
    except ValueError:
        raise PostError(NO_URL) from None
    if parts.scheme != "https" or not _HOST.fullmatch(host):
        raise PostError(NO_URL)
    if parts.username or parts.password:
        raise PostError(gettext_lazy("A webhook URL has no user name or password in it."))
    try:
        public = is_public(ip_address(host))
    except ValueError:
        public = True  # a host name, looked up when posting
    if not public:
        raise PostError(NOT_PUBLIC)
    return Place(host, port, path)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an IP address is on the public internet; tunnelled ones do not count."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast
    tunnelled = address.sixtofour is not None or address.teredo is not None
    return address in _GLOBAL and address.is_global and not tunnelled


def lookup(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[4][0]) for address in found]


def post(
    url: str,
    body: bytes,
    headers: dict[str, str],
    *,
    resolve: Resolve = lookup,
    connect: Callable[..., HTTPSConnection] = HTTPSConnection,
) -> Response:
    """Post a body and return the head of the response.

    Raises Rejected for an address that is not public, Trouble if there is no response.
    """
    return _exchange(url, body, headers, resolve, connect, 0)


def ask(
    url: str,
    body: bytes,
    headers: dict[str, str],
    *,
    resolve: Resolve = lookup,
    connect: Callable[..., HTTPSConnection] = HTTPSConnection,
) -> tuple[int, dict[str, Any]]:
    """Post a body and return the status of the response and the JSON object in its body.

    The object is empty if there is none or it is longer than LONGEST_ANSWER. Raises as `post` does.
    """
    status, _, said = _exchange(url, body, headers, resolve, connect, LONGEST_ANSWER + 1)
    if len(said) > LONGEST_ANSWER:
        return status, {}
    try:
        answer = json.loads(said)
    except (ValueError, RecursionError):
        return status, {}
    return status, answer if isinstance(answer, dict) else {}


def _exchange(
    url: str,
    body: bytes,
    headers: dict[str, str],
    resolve: Resolve,
    connect: Callable[..., HTTPSConnection],
    most: int,
) -> Response:
    """Post a body; return the response with at most so many bytes of its body."""
    try:
        place = check(url)
    except PostError as error:
        raise Rejected(str(error)) from error
    try:
        connection = connect(
            _public_address(place, resolve),
            place.port,
            timeout=SECONDS / 3,
            server_hostname=place.host,
            assert_hostname=place.host,
            cert_reqs="CERT_REQUIRED",
            ssl_context=_trusted(),
        )
        with closing(connection):
            return _answer(connection, place, body, headers, most)
    except (OSError, HTTPException, HTTPError, CertificateError) as error:
        raise Trouble(gettext_noop("The webhook could not be reached:"), error) from error


@cache
def _trusted() -> SSLContext:
    """Return what this machine trusts: reading it takes longer than all the rest of a post."""
    context = create_urllib3_context()
    context.load_default_certs()
    return context


def _public_address(place: Place, resolve: Resolve) -> str:
    """Return an IP address of a host, all of whose addresses are public."""
    found = resolve(place.host, place.port)
    if not found or not all(is_public(ip_address(address)) for address in found):
        raise Rejected(NOT_PUBLIC)
    return found[0]


def _answer(
    connection: HTTPSConnection, place: Place, body: bytes, headers: dict[str, str], most: int
) -> Response:
    connection.connect()
    # Also stop a server that responds one byte at a time.
    cut_off = Timer(SECONDS, connection.sock.shutdown, [socket.SHUT_RDWR])
    cut_off.start()
    try:
        port = "" if place.port == 443 else f":{place.port}"
        host = f"[{place.host}]" if ":" in place.host else place.host
        connection.request(
            "POST", place.path, body, {"Host": host + port, **headers}, preload_content=False
        )
        with closing(connection.getresponse()) as response:
            # As it comes: what is packed could be far longer unpacked.
            said = response.read(most, decode_content=False) if most else b""
            return Response(response.status, response.headers.get("Retry-After", ""), said)
    finally:
        cut_off.cancel()
