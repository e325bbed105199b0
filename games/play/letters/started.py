"""The notification that a game has started."""

from dataclasses import dataclass

from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.play.models import Status
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class Started(SeatNotification):
    """Says how the game is set up and whom it waits for, to players whom it does not ask yet.

    The email that asks a player for the first time says so to the others.
    """

    kind = "started"

    def tell(self, scene: Scene) -> Written | None:
        if scene.game.status != Status.RUNNING or scene.seat.is_waited_for or scene.has_moved:
            return None
        subject = f"{scene.game.called} has started"
        return scene.written(
            subject=subject,
            template="started",
            short=sentences(subject, scene.waiting),
            picture=scene.picture(since=scene.game.moves_made),
            waiting=scene.waiting,
            **scene.beginning(),
        )
