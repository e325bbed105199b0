"""Errors of a game. Each has a message for players."""

from games.accounts.errors import Refused
from games.play.language import say
from games.rules.common.message import Message


class Said(Exception):
    """An error with a message, which `str(error)` says in the language of whoever reads it."""

    def __init__(self, said: Message | str) -> None:
        super().__init__(said)
        self.said = said

    def __str__(self) -> str:
        return say(self.said)


class PlayError(Said, Refused):
    """The base of errors that tell a player why an action was refused."""


class NotYourTurn(PlayError):
    """Orders from a player the game is not waiting for."""


class Stale(PlayError):
    """A click on an outdated page; the response is the current page."""


class TooMany(PlayError):
    """More at once than a player may send; the message says when to go on."""


class NoSeat(PlayError):
    """A seat that cannot be taken, offered or left."""


class NotFollowed(PlayError):
    """A game that a person cannot follow."""


class LostSeat(Said):
    """An action for a seat that now belongs to another person or a bot.

    Not a PlayError: the page it came from is no longer theirs, so the response is another page.
    """
