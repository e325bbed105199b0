"""Personal tokens: making them, finding whose they are, and ending them.

A secret is `hnsa_`, 40 random letters and digits, and six that are their checksum: programs that
look for secrets in public places find it by its beginning, and know by its end that it is one.

A token ends when its owner revokes it, signs out everywhere else or changes their password, when
staff close the account, and when the account is deleted or merged into another. Those of bot
accounts are made by their owner, and end with the owner's.
"""

import secrets
import string
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Final
from zlib import crc32

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games.accounts.errors import BadToken, TokenRefused
from games.accounts.models import PersonalToken, Scope, User
from games.accounts.sessions import SEEN_EVERY

PREFIX: Final = "hnsa_"
RANDOM: Final = 40
CHECKSUM: Final = 6
"""The digits of base 62 that 32 bits take."""

MOST: Final = 20
"""The most tokens of a person, with those of their bot accounts."""

KEPT: Final = timedelta(days=30)
"""How long an expired token is still listed, so that its owner sees why a program stopped."""

_DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase

_WRONG = gettext_lazy(
    "This is not a token of this site. Copy the whole token, which begins with 'hnsa_'."
)
_UNKNOWN = gettext_lazy("This token is not valid, or not any more. Create a new one on the site.")
_EXPIRED = gettext_lazy("This token expired on {day}. Create a new one on the site.")


@transaction.atomic
def create(*, user: User, name: str, scopes: Sequence[str], days: int) -> tuple[PersonalToken, str]:
    """Create a token that works for some days; return it and its secret, which is not kept.

    Raises TokenRefused if the account has a token of this name, or the person MOST tokens, and
    ValueError for a scope that is not offered to the account.
    """
    if not set(scopes) <= set(Scope.offered_to(user)):
        raise ValueError(f"A token of {user} can't have all of these scopes: {scopes}.")
    # Lock the person's row, so that two requests at once count each other.
    person = User.objects.select_for_update(no_key=True).get(pk=user.owner_id or user.pk)
    own = PersonalToken.objects.of_person(person)
    if own.filter(user=user, name=name).exists():
        raise TokenRefused(
            gettext_lazy("You have a token of this name already. Choose another name.")
        )
    if own.count() >= MOST:
        raise TokenRefused(
            format_lazy(
                gettext_lazy("You have {most} tokens, the most there can be. Revoke one first."),
                most=MOST,
            )
        )
    secret, now = new_secret(), timezone.now()
    token = PersonalToken.objects.create(
        user=user,
        name=name,
        digest=digest_of(secret),
        scopes=list(scopes),
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    return token, secret


def tokens_of(user: User) -> list[PersonalToken]:
    """Return a person's tokens and those of their bot accounts, the newest first."""
    tokens = PersonalToken.objects.of_person(user).select_related("user")
    return list(tokens.order_by("-created_at", "-pk"))


def revoke(*, user: User, number: int) -> bool:
    """End one of a person's tokens; return False if there is none of this number."""
    deleted, _ = PersonalToken.objects.of_person(user).filter(pk=number).delete()
    return bool(deleted)


def token_of(secret: str) -> PersonalToken:
    """Return the token with a secret, with its user and person, and note that it was used.

    Raises BadToken if it is none, has expired, or its account or that of its person is closed.
    """
    if not is_secret(secret):
        raise BadToken(_WRONG)
    tokens = PersonalToken.objects.select_related("user__owner")
    found = tokens.filter(digest=digest_of(secret)).first()
    if found is None or not (found.user.is_active and found.person.is_active):
        raise BadToken(_UNKNOWN)
    if found.is_expired:
        raise BadToken(format_lazy(_EXPIRED, day=found.expires_at.date().isoformat()))
    if cache.add(f"token-used:{found.pk}", "", SEEN_EVERY.total_seconds()):
        PersonalToken.objects.filter(pk=found.pk).update(last_used_at=timezone.now())
    return found


def check_still_works(token: PersonalToken) -> None:
    """Raise BadToken if a token that was found has ended since."""
    works = PersonalToken.objects.filter(
        Q(user__owner=None) | Q(user__owner__is_active=True),
        pk=token.pk,
        expires_at__gt=timezone.now(),
        user__is_active=True,
    )
    if not works.exists():
        raise BadToken(_UNKNOWN)


def new_secret() -> str:
    """Return a new secret.

    >>> is_secret(new_secret())
    True
    """
    body = "".join(secrets.choice(_DIGITS) for _ in range(RANDOM))
    return PREFIX + body + _checksum(body)


def is_secret(text: str) -> bool:
    """Return whether a text has the form of a secret, with the right checksum.

    >>> is_secret("hnsa_" + 46 * "0")
    False
    """
    if not text.startswith(PREFIX) or len(text) != len(PREFIX) + RANDOM + CHECKSUM:
        return False
    body = text[len(PREFIX) : -CHECKSUM]
    return body.isascii() and text[-CHECKSUM:] == _checksum(body)


def digest_of(secret: str) -> str:
    """Return what is kept of a secret."""
    return sha256(secret.encode()).hexdigest()


def _checksum(body: str) -> str:
    """Return the CRC-32 of a text as CHECKSUM digits of base 62."""
    number, digits = crc32(body.encode()), ""
    for _ in range(CHECKSUM):
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits
