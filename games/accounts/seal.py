"""Encrypt what nobody may read in the database or in a backup of it."""

import base64

from cryptography.fernet import Fernet
from django.utils.crypto import salted_hmac


def seal(text: str, purpose: str) -> str:
    """Return the text encrypted with the site's SECRET_KEY and a purpose."""
    return _lock(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    """Return the text that was sealed; raise InvalidToken for another key or purpose."""
    return _lock(purpose).decrypt(sealed.encode()).decode()


def _lock(purpose: str) -> Fernet:
    key = salted_hmac(__name__, purpose, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))
