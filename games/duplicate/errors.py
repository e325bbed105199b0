"""Errors of duplicates that are shown to people."""

from games.accounts.errors import Refused


class DuplicateError(Refused):
    """Anything that a duplicate refuses."""
