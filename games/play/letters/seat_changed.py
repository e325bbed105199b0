"""The notification that somebody took or left a seat of a game that has not started."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.base import HostNotification
from games.play.letters.scene import Scene
from games.play.models import Holder
from games.post.letters import Written


@dataclass(frozen=True)
class SeatChanged(HostNotification):
    """Says who took a seat, or `left` it, by the id of the holder, and how many are free."""

    kind = "seat_changed"

    holder: int = 0
    left: bool = False

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{self.holder}:{int(self.left)}"

    def tell(self, scene: Scene) -> Written | None:
        holders = Holder.objects.select_related("user", "player").filter(player__game=scene.game)
        holder = holders.filter(pk=self.holder).first()
        if not scene.game.is_open or holder is None or (holder.until and not self.left):
            return None
        free = sum(player.is_free for player in scene.players)
        seats = "1 seat is free. The game starts when it is taken."
        if free != 1:
            seats = f"{free} seats are free. The game starts when all are taken."
        did = f"{holder.name} {'has left' if self.left else 'has taken a seat'}"
        return scene.told(did, f"{did}. {seats}")
