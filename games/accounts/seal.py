"""Encrypt what nobody may read in the database or in a backup of it."""

import base64

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac


def keyed_hashes(salt: str, value: str) -> list[bytes]:
    """Return the HMAC-SHA256 of a value under each key of the site, that of SECRET_KEY first."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [salted_hmac(salt, value, key, algorithm="sha256").digest() for key in keys]


SECOND_FACTOR = "second factor"
"""The purpose of the secrets of second factors."""


def seal(text: str, purpose: str) -> str:
    """Return the text encrypted with the site's SECRET_KEY and a purpose."""
    return _lock(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    """Return the text that was sealed; raise InvalidToken for an unknown key or purpose."""
    return _lock(purpose).decrypt(sealed.encode()).decode()


def reseal_second_factors() -> int:
    """Encrypt all second factors with the present SECRET_KEY; return how many have secrets."""
    lock = _lock(SECOND_FACTOR)

    def again(value: object) -> object:
        if isinstance(value, list):
            return [again(each) for each in value]
        return lock.rotate(str(value).encode()).decode()

    changed = 0
    for pk in Authenticator.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            factor = Authenticator.objects.select_for_update().filter(pk=pk).first()
            secrets = _SEALED & factor.data.keys() if factor is not None else set()
            if factor is not None and secrets:
                factor.data |= {name: again(factor.data[name]) for name in secrets}
                factor.save(update_fields=["data"])
                changed += 1
    return changed


# What allauth.mfa encrypts in the data of a TOTP and of recovery codes.
_SEALED = {"secret", "seed", "migrated_codes"}


def _lock(purpose: str) -> MultiFernet:
    keys = keyed_hashes(__name__, purpose)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])
