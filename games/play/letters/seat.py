"""The notification that a seat has been taken over."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.access import Access
from games.play.letters.base import GameNotification
from games.play.letters.scene import Scene
from games.post.letters import Written


@dataclass(frozen=True)
class SeatTaken(GameNotification):
    """Tells a former player who has taken over their seat: the user with the id `taker`, or a bot.

    `which` tells it from other handovers in the game.
    """

    kind = "seat"

    taker: int | None
    which: str = ""

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}:{self.which}"

    def tell(self, scene: Scene) -> Written | None:
        if scene.is_seated:
            return None
        taker = "a bot"
        if self.taker is not None:
            person = User.objects.filter(pk=self.taker).first()
            taker = person.username if person else "someone else"
        subject = f"{scene.game.name}: {taker} has taken over your seat"
        watched = Access(game=scene.game, user=scene.letter.recipient).may_see
        return scene.written(
            subject=subject,
            template="seat",
            short=f"{subject}.",
            taker=taker,
            bot=self.taker is None,
            button_url=scene.url if watched else "",
            button_label="Watch the game",
        )
