"""Base classes of all notifications of a game."""

from abc import abstractmethod
from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.context import ORDERS, Scene
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

    def scene(self, letter: Letter) -> Scene | None:
        """Return the scene to write the letter from, or None if the game no longer exists."""
        return Scene.at_table(letter, self.game)

    def write(self, letter: Letter) -> Written | None:
        """Write what is true now, or return None if there is no scene."""
        scene = self.scene(letter)
        return None if scene is None else self.tell(scene)

    @abstractmethod
    def tell(self, scene: Scene) -> Written | None:
        """Write what is true now, or return None if there is nothing left to say."""


@dataclass(frozen=True)
class HostNotification(GameNotification):
    """Tells the creator of a game about it, whether or not they have a seat."""

    def scene(self, letter: Letter) -> Scene | None:
        scene = Scene.at_table(letter, self.game)
        if scene is None or scene.game.creator_id != letter.recipient_id:
            return None
        own = (each for each in scene.players if each.user_id == letter.recipient_id)
        scene.player = next(own, None)
        return scene


@dataclass(frozen=True)
class SeatNotification(GameNotification):
    """Tells a player about their game, as long as they hold the seat."""

    seat: int

    def scene(self, letter: Letter) -> Scene | None:
        return Scene.at_seat(letter, self.game, self.seat)

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{self.seat}"


@dataclass(frozen=True)
class WaitNotification(SeatNotification):
    """Tells a player about their wait, by its id, while it lasts.

    `which` tells it from others of its kind about the same wait.
    """

    asks = ORDERS

    wait: int | None = None
    which: str = ""

    def key(self, user: User) -> str:
        return ":".join(filter(None, [self.kind, str(self.wait), self.which]))

    def write(self, letter: Letter) -> Written | None:
        scene = self.scene(letter)
        return self.tell(scene) if scene and scene.waits_as(self.wait) else None
