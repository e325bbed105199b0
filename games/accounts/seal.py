"""What nobody may read in the database, nor in a backup of it."""

import base64

from cryptography.fernet import Fernet
from django.utils.crypto import salted_hmac


def seal(text: str, purpose: str) -> str:
    """Return the text so that only the site's SECRET_KEY opens it, for the same purpose."""
    return _lock(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    """Return what was sealed; raises InvalidToken if it was with another key or purpose."""
    return _lock(purpose).decrypt(sealed.encode()).decode()


def _lock(purpose: str) -> Fernet:
    key = salted_hmac(__name__, purpose, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))
