"""Makers of what many tests need."""

import time
from typing import Any

import factory
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from factory.django import DjangoModelFactory, Password

from games.accounts.models import User
from games.post.models import Letter

PASSWORD = "seven-herrings"


class UserFactory(DjangoModelFactory):
    """A person with a confirmed address; `confirmed=False` leaves that out."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"Merchant{number}")
    email = factory.LazyAttribute(lambda person: f"{person.username.lower()}@example.org")
    password = Password(PASSWORD)

    @factory.post_generation
    def confirmed(self, create: bool, extracted: bool | None, **_: Any) -> None:
        if create and extracted is not False:
            EmailAddress.objects.create(user=self, email=self.email, primary=True, verified=True)


def sign_in_staff(client: Client) -> User:
    """Sign a new member of the staff in, with a second factor; return them."""
    person = UserFactory(is_staff=True, is_superuser=True)
    second_factor(person)
    client.post(reverse("account_login"), {"login": person.username, "password": PASSWORD})
    client.post(reverse("mfa_authenticate"), {"code": code_now()}, follow=True)
    return person


SECOND_FACTOR = "JBSWY3DPEHPK3PXP"


def second_factor(person: User) -> None:
    """Set up a second factor for a person."""
    TOTP.activate(person, SECOND_FACTOR)


PERIOD, TYPING_TIME = 30, 3
"""Seconds after which the code changes, and that a test needs to send one."""


def code_now(key: str = SECOND_FACTOR) -> str:
    """Return the code that their app shows now, which may be used once more."""
    cache.clear()
    left = PERIOD - time.time() % PERIOD
    if left < TYPING_TIME:
        # It would have changed before it is sent.
        time.sleep(left)
    return format_hotp_value(hotp_value(key, next(yield_hotp_counters_from_time())))


class LetterFactory(DjangoModelFactory):
    """A letter that waits, of the kind that tests/post registers."""

    class Meta:
        model = Letter

    kind = "test"
    recipient = factory.SubFactory(UserFactory)
    key = factory.Sequence(lambda number: f"test:{number}")
    topic = "test:1"
