"""Base classes of all notifications of a game."""

from abc import abstractmethod
from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.context import ORDERS, LetterContext
from games.play.models import Game
from games.post.letters import Written
from games.post.models import Letter
from games.post.notifications.base import Notification


@dataclass(frozen=True)
class GameNotification(Notification):
    """Tells someone about a game; they need not have a seat in it."""

    game: int

    @property
    def topic(self) -> str:
        return Game.topic_of(self.game)

    def context(self, letter: Letter) -> LetterContext | None:
        """Return the context to write the letter from, or None if the game no longer exists."""
        return LetterContext.at_table(letter, self.game)

    def write(self, letter: Letter) -> Written | None:
        """Write what is true now, or return None if there is no context."""
        context = self.context(letter)
        return None if context is None else self.compose(context)

    @abstractmethod
    def compose(self, context: LetterContext) -> Written | None:
        """Write what is true now, or return None if there is nothing left to say."""


@dataclass(frozen=True)
class HostNotification(GameNotification):
    """Tells the creator of a game about it, whether or not they have a seat."""

    def context(self, letter: Letter) -> LetterContext | None:
        context = LetterContext.at_table(letter, self.game)
        if context is None or context.game.creator_id != letter.recipient_id:
            return None
        own = (each for each in context.players if each.user_id == letter.recipient_id)
        context.player = next(own, None)
        return context


@dataclass(frozen=True)
class SeatNotification(GameNotification):
    """Tells a player about their game, as long as they hold the seat."""

    seat: int

    def context(self, letter: Letter) -> LetterContext | None:
        return LetterContext.at_seat(letter, self.game, self.seat)

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{self.seat}"


@dataclass(frozen=True)
class WaitNotification(SeatNotification):
    """Tells a player about their wait, by its id, while it lasts.

    `which` tells it from others of its kind about the same wait.
    """

    asks = ORDERS

    wait: int
    which: str = ""

    def key(self, user: User) -> str:
        return ":".join(filter(None, [self.kind, str(self.wait), self.which]))

    def write(self, letter: Letter) -> Written | None:
        context = self.context(letter)
        return self.compose(context) if context and context.waits_as(self.wait) else None
