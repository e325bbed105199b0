"""The notification that a pause is over, for players the game is waiting for."""

from dataclasses import dataclass

from games.play.letters.asking import asking
from games.play.letters.base import WaitNotification
from games.play.letters.goes_on import GoesOn
from games.play.letters.scene import Scene
from games.post.letters import Written
from games.post.models import Letter


@dataclass(frozen=True)
class Resumed(WaitNotification):
    """Asks for orders, because the pause is over."""

    kind = "resumed"
    urgent = True

    by_staff: bool = False

    def write(self, letter: Letter) -> Written | None:
        if self.wait is None:  # queued before `GoesOn` was a kind of its own
            return GoesOn(self.game, self.seat).write(letter)
        return super().write(letter)

    def tell(self, scene: Scene) -> Written | None:
        if scene.game.paused:
            return None
        over = "The staff of this site ended the pause" if self.by_staff else "The pause is over"
        return asking(scene, "the game goes on", note=f"{over}, and your clock is running.")
