"""The notification that a seat has been taken over."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.access import Access
from games.play.letters.base import GameNotification
from games.play.letters.scene import Scene
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class SeatTaken(GameNotification):
    """Tells a former player who has taken over their seat: the user with the id `taker`, or a bot.

    `which` tells it from other handovers in the game, `by_staff` a bot's at the decision of staff
    from one that the others voted for.
    """

    kind = "seat"

    taker: int | None
    which: str = ""
    by_staff: bool = False

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}:{self.which}"

    def tell(self, scene: Scene) -> Written | None:
        if scene.is_seated:
            return None
        person = User.objects.filter(pk=self.taker or 0).first()
        news = "someone else has taken over your seat"
        if self.by_staff:
            news = "the staff of this site gave your seat to a bot"
        elif person is not None:
            news = f"{person.called} has taken over your seat"
        elif self.taker is None:
            news = "a bot has taken over your seat"
        subject = f"{scene.game.called}: {news}"
        watched = Access(game=scene.game, user=scene.letter.recipient).may_see
        return scene.written(
            subject=subject,
            template="seat",
            short=sentences(subject),
            # A name keeps its small letter.
            sentence=f"{news if person else news[0].upper() + news[1:]}.",
            bot=self.taker is None,
            by_staff=self.by_staff,
            button_url=scene.url if watched else "",
            button_label="Watch the game",
        )
