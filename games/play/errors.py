"""What goes wrong in a game. The text of each error is a sentence for people."""

from games.accounts.errors import Refused


class PlayError(Refused):
    """Anything a game refuses."""


class NotYourTurn(PlayError):
    """Orders from a player who is not asked for any."""


class Stale(PlayError):
    """A click on an outdated page; the answer is the current one."""


class NoSeat(PlayError):
    """A seat that cannot be taken, offered or left."""


class LostSeat(Exception):
    """An action for a seat that another person or a bot has by now.

    Not a PlayError: the page it came from is no longer theirs, so the answer is another page.
    """


class AppendOnly(PlayError):
    """An attempt to change or remove a move: the log is the truth and only grows."""
