"""Web Push: encrypted messages to browsers, signed by this site.

RFC 8030 (the protocol), RFC 8188 (the coding), RFC 8291 (encryption), RFC 8292 (VAPID).
"""

import base64
import json
import os
import struct
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = 4096
"""Bytes of the one record that a message is; push services take no longer body."""

_HEADER = 16 + 4 + 1 + 65
LONGEST = RECORD - _HEADER - 16 - 1
"""Bytes of the longest message: a record without its header, tag and delimiter."""

LONGEST_KEY = 100
"""Characters of a device's key as a browser gives it; the longer one has 87, or 88 with padding."""

LIFE = 12 * 60 * 60
"""Seconds for which a signature holds; RFC 8292 allows 24 hours."""

_POINT = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint


class BadKeys(ValueError):
    """The keys of a device are not what RFC 8291 says."""


class DeviceKeys(NamedTuple):
    """A device's public key and its authentication secret."""

    public: ec.EllipticCurvePublicKey
    secret: bytes

    @classmethod
    def read(cls, p256dh: str, auth: str) -> "DeviceKeys":
        """Return the keys as browsers give them, in base64url; raises BadKeys."""
        if max(len(p256dh), len(auth)) > LONGEST_KEY:
            raise BadKeys("The keys are too long.")
        try:
            point, secret = decoded(p256dh), decoded(auth)
            public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except (ValueError, UnsupportedAlgorithm) as error:
            raise BadKeys(str(error)) from error
        if len(point) != 65 or len(secret) != 16:
            raise BadKeys("The keys have the wrong length.")
        return cls(public, secret)


def encrypt(
    message: bytes,
    device: DeviceKeys,
    *,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return the body of a push: one record that only the device can read.

    `salt` and `own`, the key of this message, are random if not given. Raises ValueError for a
    message longer than LONGEST.
    """
    if len(message) > LONGEST:
        raise ValueError(f"A push has {LONGEST} bytes at most, not {len(message)}.")
    salt = salt or os.urandom(16)
    own = own or ec.generate_private_key(ec.SECP256R1())
    ours, theirs = own.public_key().public_bytes(*_POINT), device.public.public_bytes(*_POINT)
    shared = own.exchange(ec.ECDH(), device.public)
    material = _derived(shared, device.secret, b"WebPush: info\0" + theirs + ours, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\0", 12)
    # 2 marks the last record.
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + struct.pack("!IB", RECORD, len(ours)) + ours + sealed


def authorization(endpoint: str, key: ec.EllipticCurvePrivateKey, subject: str) -> str:
    """Return the Authorization header of a push to an endpoint (RFC 8292).

    `subject` is an address of the people who run the site, mailto: or https:.
    """
    service = urlsplit(endpoint)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(time.time()) + LIFE,
        "sub": subject,
    }
    parts = [
        encoded(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims)
    ]
    signed = ".".join(parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key(key)}"


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    """Return the public key that browsers subscribe to."""
    return encoded(key.public_key().public_bytes(*_POINT))


def encoded(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of a text in base64url, with or without padding; raises ValueError."""
    return base64.b64decode(
        text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True
    )


def _derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)
