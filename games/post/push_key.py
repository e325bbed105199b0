"""The key that signs pushes: made once, kept in the database, encrypted with SECRET_KEY."""

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from games.accounts.seal import seal, unseal
from games.post.models import PushKey
from games.post.transports import webpush

PURPOSE = "push-key"


def private_key() -> ec.EllipticCurvePrivateKey:
    """Return this site's key; raises InvalidToken if it was encrypted with an unknown one."""
    return _read(_sealed())


def public_key() -> str:
    """Return what browsers subscribe to, in base64url."""
    return webpush.public_key(private_key())


def reseal() -> int:
    """Encrypt the key with the present SECRET_KEY; return how many there are."""
    changed = 0
    for row in PushKey.objects.all():
        row.sealed = seal(unseal(row.sealed, PURPOSE), PURPOSE)
        row.save(update_fields=["sealed"])
        changed += 1
    return changed


def _sealed() -> str:
    """Return the row's key; of processes that make one at a time, one wins."""
    row = PushKey.objects.first()
    if row is None:
        row, _ = PushKey.objects.get_or_create(only=True, defaults={"sealed": _made()})
    return row.sealed


def _made() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return seal(pem.decode(), PURPOSE)


def _read(sealed: str) -> ec.EllipticCurvePrivateKey:
    key = load_pem_private_key(unseal(sealed, PURPOSE).encode(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError("The push key is of another kind.")
    return key
