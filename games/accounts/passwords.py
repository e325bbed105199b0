"""Passwords that nobody guesses who knows a person's name."""

import re

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

LEAST = 8
"""Characters that a password has beside a person's name and address."""

_AROUND = re.compile(r"^[\W_]+|[\W_]+$")

_WORD = 4
"""Letters from which on a part of a name counts by itself."""

WITHOUT_NAME = (
    f"Your name and address do not count in a password: it needs {LEAST} other characters that are "
    f"hard to guess."
)


class NameValidator:
    """Judges a password by what is left of it without its owner's name and address."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise a ValidationError if too little is left."""
        if user is None:
            return
        rest = password.casefold()
        for word in _words(user):
            rest = rest.replace(word, "")
        if rest == password.casefold():
            return
        rest = _AROUND.sub("", rest)
        if len(rest) < LEAST:
            raise ValidationError(WITHOUT_NAME, code="password_has_name")
        try:
            CommonPasswordValidator().validate(rest)
        except ValidationError as error:
            raise ValidationError(WITHOUT_NAME, code="password_has_name") from error

    def get_help_text(self) -> str:
        """Say it before."""
        return WITHOUT_NAME


def _words(user: AbstractBaseUser) -> list[str]:
    """Return a person's name and address and their parts, the longest first."""
    known = [user.get_username().casefold(), getattr(user, "email", "").casefold()]
    parts = [part for text in known for part in re.split(r"[\W_]+", text) if len(part) >= _WORD]
    whole = [text for text in (*known, re.sub(r"[\W_]+", "", known[0])) if text]
    return sorted({*whole, *parts}, key=len, reverse=True)
