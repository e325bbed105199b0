"""The notification that asks whether a game that nobody joins is still wanted."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.base import HostNotification
from games.play.letters.scene import Scene
from games.play.letters.times import moment_text
from games.play.pages.joining import closes_at
from games.post.letters import Written


@dataclass(frozen=True)
class StillWanted(HostNotification):
    """Asks the creator of an open game whether to keep it; `which` tells it from earlier ones."""

    kind = "still_wanted"

    which: str = ""

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{self.which}"

    def tell(self, scene: Scene) -> Written | None:
        closes = closes_at(scene.game)
        if not scene.game.is_open or closes is None:
            return None
        return scene.told(
            "nobody has joined for two weeks",
            "Nobody has joined your game for two weeks. Do you still want to play it? Then choose "
            "'Keep it open' on its page, or invite someone. Otherwise we'll close it on "
            f"{moment_text(closes, scene.zone)}.",
        )
