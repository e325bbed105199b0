"""Errors of a game. The text of each is a sentence for players."""

from games.accounts.errors import Refused


class PlayError(Refused):
    """The base of errors that tell a player why an action was refused."""


class NotYourTurn(PlayError):
    """Orders from a player the game is not waiting for."""


class Stale(PlayError):
    """A click on an outdated page; the response is the current page."""


class NoSeat(PlayError):
    """A seat that cannot be taken, offered or left."""


class NotFollowed(PlayError):
    """A game that a person cannot follow."""


class LostSeat(Exception):
    """An action for a seat that now belongs to another person or a bot.

    Not a PlayError: the page it came from is no longer theirs, so the response is another page.
    """
