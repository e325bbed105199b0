"""The notification that the game waits for a player."""

from dataclasses import dataclass

from games.play.letters.asking import asking
from games.play.letters.base import WaitNotification
from games.play.letters.scene import Scene
from games.play.models import Wait
from games.post.letters import Written


@dataclass(frozen=True)
class Turn(WaitNotification):
    """Asks for orders, in the player's own turn or in another's.

    `stepped_aside` says that a standing order did not apply.
    """

    kind = "turn"
    seeable = True

    stepped_aside: bool = False

    def seen(self) -> bool:
        shown = Wait.objects.exclude(seen_at=None)
        return self.wait is not None and shown.filter(pk=self.wait).exists()

    def tell(self, scene: Scene) -> Written | None:
        own = scene.view.turn == self.seat
        headline = "your move" if own else "your answer is needed"
        return asking(scene, headline, stepped_aside=self.stepped_aside)
