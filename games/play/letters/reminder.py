"""The reminder that a player's clock is running."""

from dataclasses import dataclass

from games.play.letters.asking import asking
from games.play.letters.base import WaitNotification
from games.play.letters.scene import Scene
from games.post.letters import Written


@dataclass(frozen=True)
class Reminder(WaitNotification):
    """Asks for orders again, unless time has run out since."""

    kind = "reminder"
    urgent = True

    def tell(self, scene: Scene) -> Written | None:
        if scene.wait.warned_at:
            return None
        return asking(scene, "your clock is running", reminded=True)
