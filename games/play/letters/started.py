"""The notification that a game has started."""

from dataclasses import dataclass

from games.drawing.score import listed
from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.play.models import Status
from games.play.pages.wording import set_up_of, terms_of
from games.post.letters import Written


@dataclass(frozen=True)
class Started(SeatNotification):
    """Says how the game is set up and whom it waits for."""

    kind = "started"

    def tell(self, scene: Scene) -> Written | None:
        if scene.game.status != Status.RUNNING:
            return None
        waited = listed([other.name for other in scene.players if other.is_waited_for])
        subject = f"{scene.game.name} has started"
        return scene.written(
            subject=subject,
            template="started",
            short=f"{subject}. We're waiting for {waited}.",
            picture=scene.picture(since=scene.game.moves_made),
            waited=waited,
            terms=terms_of(scene.game),
            set_up=set_up_of(scene.game, len(scene.players)),
        )
