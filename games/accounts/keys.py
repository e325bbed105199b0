"""The keys that the site signs and encrypts with: SECRET_KEY, and those it had before.

What was signed with one of SECRET_KEY_FALLBACKS is still accepted. What Django signs itself
(sessions, passwords to be reset, `django.core.signing`) knows them too.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac


def keyed_hashes(salt: str, value: str) -> list[bytes]:
    """Return the HMAC-SHA256 of a value under each key of the site, that of SECRET_KEY first."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [salted_hmac(salt, value, key, algorithm="sha256").digest() for key in keys]
