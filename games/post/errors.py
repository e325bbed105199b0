"""Errors of `games.post`. The text of each is a sentence for users."""

from django.utils.translation import gettext

from games.accounts.errors import Refused


class PostError(Refused):
    """The base of errors that tell a user why an action was refused."""


def told(error: str) -> str:
    """Return what a column of errors says, in the language spoken now.

    Its first line is a sentence that was stored in English. What a server answered comes after it,
    and an error of a program stands alone: these stay as they are.
    """
    said, *answer = error.splitlines()
    return " ".join([gettext(said), *answer])
