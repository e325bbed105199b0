"""The notification that staff took a game back to an earlier move."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.base import SeatNotification
from games.play.letters.scene import ORDERS, Scene
from games.play.models import Rewind
from games.post.letters import Written, sentences
from games.post.models import Letter
from games.post.notifications import names_of


@dataclass(frozen=True)
class Rewound(SeatNotification):
    """Says to which move the game went back, and why; `rewind` is the id of the `Rewind`.

    An email that asks its reader to move again says so itself.
    """

    kind = "rewound"

    rewind: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.rewind}:{self.seat}"

    def tell(self, scene: Scene) -> Written | None:
        rewind = Rewind.objects.filter(pk=self.rewind, game=scene.game).first()
        if rewind is None or _is_told(scene, rewind):
            return None
        return scene.told(f"back to move {rewind.number}", sentences(rewind.sentence))


def _is_told(scene: Scene, rewind: Rewind) -> bool:
    """Return whether a letter that asks for orders has told of a rewind, or is going to."""
    if scene.game.is_running and scene.seat.is_waited_for and scene.seat.offered_at is None:
        return True
    return Letter.objects.filter(
        recipient=scene.letter.recipient_id,
        channel=scene.letter.channel_id,
        topic=scene.letter.topic,
        state=Letter.State.SENT,
        kind__in=names_of(asks=ORDERS),
        created_at__gte=rewind.at,
    ).exists()
