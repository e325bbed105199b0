"""Refuse passwords that are easy to guess from a person's name or address."""

import re

from django.apps import apps
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

LEAST = 8
"""Characters a password needs besides the person's name and address."""

LONGEST = 200
"""The most characters of a password. Each form that takes one says so before it is judged."""

_WORD = 4
"""How long a part of a name must be to be removed on its own."""

WITHOUT_NAME = format_lazy(
    gettext_lazy(
        "Your name and address don't count in a password. It needs {least} other characters that "
        "are hard to guess."
    ),
    least=LEAST,
)


class NameValidator:
    """Judge a password by what is left without its owner's name and address."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise a ValidationError if too little is left."""
        if user is None:
            return
        rest = password.casefold()
        for word in _words(user):
            rest = rest.replace(word, "")
        if rest == password.casefold():
            return
        rest = rest.strip("".join({letter for letter in rest if not letter.isalnum()}))
        if len(rest) < LEAST:
            raise ValidationError(WITHOUT_NAME, code="password_has_name")
        try:
            CommonPasswordValidator().validate(rest)
        except ValidationError as error:
            raise ValidationError(WITHOUT_NAME, code="password_has_name") from error

    def get_help_text(self) -> str:
        """Return the rule in a sentence."""
        return str(WITHOUT_NAME)


class EndingTokens:
    """End a person's tokens with their old password, as all their other sessions end.

    Django tells validators of every new password that is saved, but not of a known one that is
    only hashed anew.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Accept any password."""

    def get_help_text(self) -> str:
        """Return '': nothing is asked of the password."""
        return ""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """End all tokens of a person who has a new password, also of their bot accounts."""
        if user is not None and user.pk is not None:
            apps.get_model("accounts", "PersonalToken").objects.of_person(user).delete()


def _words(user: AbstractBaseUser) -> list[str]:
    """Return a person's name, their address and the parts of both, longest first."""
    known = [user.get_username().casefold(), getattr(user, "email", "").casefold()]
    parts = [part for text in known for part in re.split(r"[\W_]+", text) if len(part) >= _WORD]
    whole = [text for text in (*known, re.sub(r"[\W_]+", "", known[0])) if text]
    return sorted({*whole, *parts}, key=len, reverse=True)
