"""Forms that count once, however often they are sent: people send again what gets no answer."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.utils.crypto import salted_hmac

KEY = "key"
"""The name of the hidden field with a form's key."""


def new_key() -> str:
    """Return a random key for a form, which goes along in a hidden field."""
    return secrets.token_urlsafe(16)


def token_of(*sent: object) -> str:
    """Return a token of 22 characters for what a form has sent; the same gives the same token.

    The form's key alone is not enough: people go back, change something and send it again.
    """
    return str(salted_hmac(__name__, repr(sent), algorithm="sha256").hexdigest()[:22])


def token_of_text(user: Any, place: str, sent: Mapping[str, str]) -> str:
    """Return the token of a text that a user has sent to a place, '' if its form had no key."""
    key = sent.get(KEY, "")
    return token_of(user.pk, key, place, sent.get("text", "")) if key else ""
