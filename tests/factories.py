"""Makers of what many tests need."""

from typing import Any

import factory
from allauth.account.models import EmailAddress
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


class LetterFactory(DjangoModelFactory):
    """A letter that waits, of the kind that tests/post registers."""

    class Meta:
        model = Letter

    kind = "test"
    recipient = factory.SubFactory(UserFactory)
    key = factory.Sequence(lambda number: f"test:{number}")
    subject_of = "test:1"
