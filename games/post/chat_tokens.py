"""Tokens that connect a chat: each for one person, for ten minutes, once.

They end with the password: whoever changes it may do so because somebody else was signed in.

    2a-693f1c80-9f3b61d2-k3vq...

They stand in a link that starts the bot, which takes at most 64 letters, digits, '-' and '_'.
"""

import base64
import re
import secrets
from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.accounts.models import User
from games.accounts.seal import keyed_hashes

LASTS = timedelta(minutes=10)

# 130 bits.
_SIGNATURE = 26
_FORM = re.compile(
    rf"(([0-9a-f]{{1,15}})-([0-9a-f]{{1,9}})-[0-9a-f]{{8}})-([a-z2-7]{{{_SIGNATURE}}})"
)


def token_of(user: User) -> str:
    """Return a new token for a person."""
    now = int(timezone.now().timestamp())
    text = f"{user.pk:x}-{now:x}-{secrets.token_hex(4)}"
    return f"{text}-{_signatures(text, user)[0]}"


def read(token: str) -> User | None:
    """Return the person of a token, or None if it is wrong or expired.

    The caller sees to it that it is used once.
    """
    match = _FORM.fullmatch(token)
    if match is None:
        return None
    text, number, made_at, signature = match.groups()
    user = User.objects.filter(pk=int(number, 16), is_active=True, guest=False).first()
    if user is None:
        return None
    if not any(constant_time_compare(signature, each) for each in _signatures(text, user)):
        return None
    age = timezone.now().timestamp() - int(made_at, 16)
    return user if age <= LASTS.total_seconds() else None


def _signatures(text: str, user: User) -> list[str]:
    """Return the signature under each key of the site, the present one first."""
    hashes = keyed_hashes(__name__, f"{text} {user.password}")
    return [base64.b32encode(each).decode().lower()[:_SIGNATURE] for each in hashes]
