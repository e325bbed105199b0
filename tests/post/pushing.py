"""A push service and the devices behind it, in the memory of a test.

The service reads each push as RFC 8030, 8188, 8291 and 8292 say, with the code of others: what our
own code writes in its own way only, no device would be able to read.
"""

import base64
import json
import re
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from games.accounts.models import User
from games.post import services
from games.post.models import Channel
from games.post.transports.public_http import Response
from games.post.transports.webpush import encoded

ORIGIN = "https://fcm.googleapis.com"
A_DAY = 24 * 60 * 60
FOUR_WEEKS = 28 * A_DAY
_POINT = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint


class Push(NamedTuple):
    """A push that a service took: its headers, in lower case, and its message."""

    headers: dict[str, str]
    message: dict[str, Any]


@dataclass
class Device:
    """A browser: only it can read what is encrypted for it."""

    name: str = "phone"
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = b"sixteen secrets."

    @property
    def endpoint(self) -> str:
        return f"{ORIGIN}/fcm/send/{self.name}:x"

    @property
    def keys(self) -> dict[str, str]:
        """What a browser tells a site."""
        point = self.private.public_key().public_bytes(*_POINT)
        return {"p256dh": encoded(point), "auth": encoded(self.secret)}

    def connect(self, user: User, session: str = "") -> Channel:
        return services.connect_device(
            user=user, endpoint=self.endpoint, keys=self.keys, session_key=session, label=self.name
        )

    def read(self, body: bytes) -> bytes:
        return http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret)


class PushService:
    """Takes pushes for its devices, unless it is told to answer with another `status`."""

    status = 201
    retry_after = ""

    def __init__(self) -> None:
        self.devices: dict[str, Device] = {}
        self.got: list[Push] = []
        self.asked = 0

    def device(self, name: str = "phone") -> Device:
        """Subscribe another device."""
        device = Device(name)
        self.devices[device.endpoint] = device
        return device

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> Response:
        """Stand in for `public_http.post`."""
        self.asked += 1
        headers = {name.lower(): value for name, value in headers.items()}
        check_headers(url, headers)
        assert len(body) <= 4096
        if self.status != 201:
            return Response(self.status, self.retry_after)
        device = self.devices.get(url)
        if device is None:
            return Response(410)
        self.got.append(Push(headers, json.loads(device.read(body))))
        return Response(201)


def check_headers(url: str, headers: dict[str, str]) -> None:
    """Complain as a strict push service would."""
    assert headers["content-encoding"] == "aes128gcm"
    assert 0 <= int(headers["ttl"]) <= FOUR_WEEKS
    assert headers["urgency"] in {"very-low", "low", "normal", "high"}
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers.get("topic", "x"))
    said = headers["authorization"]
    assert re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=[\w-]{87}", said)
    # The library splits at the space, which RFC 8292 allows.
    assert Vapid02.verify(said.replace(", k=", ",k="))
    head, claims = (_json(part) for part in said[8:].split(".")[:2])
    assert head == {"typ": "JWT", "alg": "ES256"}
    service = urlsplit(url)
    assert claims["aud"] == f"{service.scheme}://{service.netloc}"
    assert 0 < claims["exp"] - time.time() <= A_DAY
    assert re.match(r"mailto:[^@ ]+@[^@ ]+\.[a-z]+$|https://", claims["sub"])


def _json(part: str) -> dict[str, Any]:
    return json.loads(base64.urlsafe_b64decode(part + "=="))
