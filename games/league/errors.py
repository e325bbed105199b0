"""Errors of leagues that are shown to people."""

from games.accounts.errors import Refused


class LeagueError(Refused):
    """Anything that a league refuses."""
