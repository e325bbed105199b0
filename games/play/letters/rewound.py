"""The notification that staff took a game back to an earlier move."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.play.models import Rewind
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class Rewound(SeatNotification):
    """Says to which move the game went back, and why; `rewind` is the id of the `Rewind`."""

    kind = "rewound"

    rewind: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.rewind}:{self.seat}"

    def tell(self, scene: Scene) -> Written | None:
        rewind = Rewind.objects.filter(pk=self.rewind, game=scene.game).first()
        if rewind is None:
            return None
        return scene.told(f"back to move {rewind.number}", sentences(rewind.sentence))
