"""The notification that the others voted to give a late player more time."""

from dataclasses import dataclass

from games.play.letters.asking import asking
from games.play.letters.base import WaitNotification
from games.play.letters.scene import Scene
from games.post.letters import Written


@dataclass(frozen=True)
class MoreTime(WaitNotification):
    """Asks for orders again, after the vote to wait."""

    kind = "more_time"
    urgent = True

    def tell(self, scene: Scene) -> Written | None:
        if scene.wait.warned_at:
            return None
        note = "Your time had run out, and the others voted to wait for you."
        return asking(scene, "you have more time", note=note)
