"""The notification that the others, or staff, gave a player more time."""

from dataclasses import dataclass

from games.play.letters.asking import asking
from games.play.letters.base import WaitNotification
from games.play.letters.scene import Scene
from games.post.letters import Written


@dataclass(frozen=True)
class MoreTime(WaitNotification):
    """Asks for orders again, after a vote to wait or at the decision of staff."""

    kind = "more_time"
    urgent = True

    by_staff: bool = False

    def tell(self, scene: Scene) -> Written | None:
        if scene.wait.warned_at:
            return None
        note = "Your time had run out, and the others voted to wait for you."
        if self.by_staff:
            note = "The staff of this site gave you more time."
        return asking(scene, "you have more time", note=note)
