"""The notification that a game is over."""

from dataclasses import dataclass

from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.play.pages.wording import end_of
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class Over(SeatNotification):
    """Says how the game ended, with the score sheet if it has a result."""

    kind = "over"

    def tell(self, scene: Scene) -> Written | None:
        if scene.game.state is None or scene.game.is_running:
            return None
        result = scene.game.rules().result(scene.state)
        sheet = scene.drawing.score(result, scene.view, scene.names) if result else None
        verdict = sentences(sheet["verdict"], sheet["ending"]) if sheet else end_of(scene.game)
        subject = f"{scene.game.called} is over"
        return scene.written(
            subject=subject,
            template="over",
            short=sentences(subject, verdict),
            picture=scene.picture(),
            moves=True,
            verdict=verdict,
            sheet=sheet,
            handovers=scene.seat_history.lines,
        )
