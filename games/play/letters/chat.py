"""The notification of new messages."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.play.models import Message
from games.post.letters import Written

MOST = 20
"""The most messages in one email; the rest are read on the site."""


@dataclass(frozen=True)
class Chat(SeatNotification):
    """Shows the messages since the reader looked; `message` is the id of the first."""

    kind = "chat"

    message: int = 0

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.message}:{self.seat}"

    def tell(self, scene: Scene) -> Written | None:
        unread = Message.objects.unread_by(scene.seat)
        count = unread.count()
        if not count:
            return None
        said = list(unread.with_authors().order_by("-pk")[:MOST])[::-1]
        subject = f"{scene.game.name}: {count} new message{'' if count == 1 else 's'}"
        return scene.written(
            subject=subject,
            template="chat",
            short=f"{scene.game.name}: {said[-1].author} writes: {said[-1].text[:120]}",
            said=said,
            more=count - len(said),
        )
