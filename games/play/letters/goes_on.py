"""The notification that a pause is over, for players the game is not waiting for."""

from dataclasses import dataclass

from games.play.letters.base import PauseNotification
from games.play.letters.scene import Scene
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class GoesOn(PauseNotification):
    """Says that the game goes on and whom it waits for."""

    kind = "goes_on"

    def tell(self, scene: Scene) -> Written | None:
        if not scene.game.is_running or scene.game.paused:
            return None
        over = "The staff of this site ended the pause" if self.by_staff else "The pause is over"
        return scene.told("the game goes on", sentences(over, scene.waiting))
