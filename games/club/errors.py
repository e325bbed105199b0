"""Errors of the club that are shown to people."""

from games.accounts.errors import Refused


class ClubError(Refused):
    """Anything the club refuses."""
