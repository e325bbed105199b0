"""The notification that a seat is on offer."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class Offered(SeatNotification):
    """Says that the seat `offered` is on offer: its player has left, or keeps running out of time.

    `left` is the id of the holder who left, None if they are only absent; `which` tells it from
    other offers of the seat.
    """

    kind = "offered"

    offered: int
    left: int | None = None
    which: str = ""

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{self.offered}:{self.which}:{self.seat}"

    def tell(self, scene: Scene) -> Written | None:
        if not scene.game.is_running:
            return None
        seat = scene.players[self.offered]
        if seat.offered_at is None:
            return None
        mine = self.offered == self.seat
        gone = scene.seat_history.left_by(self.left)
        whose = "your seat" if mine else f"{seat.name}'s seat"
        subject = f"{scene.game.called}: {gone.news if gone else f'{whose} is on offer'}"
        return scene.written(
            subject=subject,
            template="offered",
            short=sentences(subject),
            picture=scene.picture() if mine else None,
            seat=seat,
            mine=mine,
            gone=gone,
            invitation=scene.invitation_url,
            moves=mine,
        )
