"""Errors of the club that are shown to people."""

from games.accounts.errors import Refused


class ClubError(Refused):
    """Anything the club refuses."""


class CannotAnswer(ClubError):
    """A report that this member of staff cannot answer, or not so."""
