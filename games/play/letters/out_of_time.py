"""The warning that a player's time has run out."""

from dataclasses import dataclass

from games.play.letters.asking import asking
from games.play.letters.base import WaitNotification
from games.play.letters.scene import Scene
from games.post.letters import Written


@dataclass(frozen=True)
class OutOfTime(WaitNotification):
    """Says that time has run out and what happens next, and still asks for orders."""

    kind = "warning"
    urgent = True

    def tell(self, scene: Scene) -> Written | None:
        if not scene.wait.warned_at:
            return None
        return asking(
            scene,
            "your time has run out",
            on_timeout=scene.game.on_timeout,
            voting=scene.wait.grace_until is None,
        )
