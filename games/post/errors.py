"""Errors of `games.post`. The text of each is a sentence for users."""

from games.accounts.errors import Refused


class PostError(Refused):
    """The base of errors that tell a user why an action was refused."""
