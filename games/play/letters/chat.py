"""The notification of new messages."""

from dataclasses import dataclass

from games.accounts.direction import isolated
from games.accounts.models import User
from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.play.models import Message, Player
from games.post.letters import Written
from games.post.models import Letter

MOST = 20
"""The most messages in one email; the rest are read on the site."""


@dataclass(frozen=True)
class Chat(SeatNotification):
    """Shows the messages that the reader has neither read nor been told by an earlier email.

    `message` is the id of the first. A webhook tells of those from this one on.
    """

    kind = "chat"

    message: int = 0

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.message}:{self.seat}"

    def tell(self, scene: Scene) -> Written | None:
        told = self.message - 1 if scene.letter.channel_id else scene.seat.mailed_message
        new = Message.objects.unread_by(scene.seat).filter(pk__gt=told)
        count = new.count()
        if not count:
            return None
        said = list(new.with_authors().order_by("-pk")[:MOST])[::-1]
        subject = f"{scene.game.called}: {count} new message{'' if count == 1 else 's'}"
        return scene.written(
            subject=subject,
            template="chat",
            short=f"{scene.game.called}: {said[-1].author} writes: {isolated(said[-1].text[:120])}",
            said=said,
            more=count - len(said),
            upto=said[-1].pk,
        )

    def note_sent(self, letter: Letter, written: Written) -> None:
        """Let later emails begin after the newest message in this one."""
        seat = Player.objects.filter(game=self.game, seat=self.seat, user=letter.recipient)
        seat.filter(mailed_message__lt=written.upto).update(mailed_message=written.upto)
