"""The notification that a bot has played for a late player."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.post.letters import Written


@dataclass(frozen=True)
class Played(SeatNotification):
    """Says that time ran out in a wait, by its id, and what the bot played."""

    kind = "played"
    urgent = True

    wait: int | None = None

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.wait}"

    def tell(self, scene: Scene) -> Written | None:
        if not scene.game.is_running:
            return None
        return scene.told(
            "your time ran out",
            "Your time ran out, and a bot has played for you this time.",
            picture=scene.picture(),
            moves=True,
        )
