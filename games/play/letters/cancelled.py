"""The notification that a game was cancelled before it started."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games.accounts.models import User
from games.play.letters.base import GameNotification
from games.play.letters.scene import Scene
from games.play.models import Status
from games.post.letters import Written


@dataclass(frozen=True)
class Cancelled(GameNotification):
    """Tells someone who had joined a game that the user with the id `by` cancelled it.

    `by` is 0 if the site closed it, because nobody had joined for long: then its creator is told
    too, whether or not they had a seat.
    """

    kind = "cancelled"

    by: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}"

    def tell(self, scene: Scene) -> Written | None:
        if scene.game.status != Status.CANCELLED:
            return None
        reader = scene.letter.recipient_id
        if not scene.is_seated and (self.by or scene.game.creator_id != reader):
            return None
        host = User.objects.filter(pk=self.by).first()
        verdict = f"{host.called if host else 'Its creator'} cancelled the game before it began."
        if not self.by:
            verdict = "Nobody joined it for four weeks, so we've closed it."
        subject = f"{scene.game.called} is cancelled"
        return scene.written(
            subject=subject,
            template="cancelled",
            short=f"{subject}. {verdict}",
            verdict=verdict,
            seated=scene.is_seated,
            button_url=settings.SITE_URL + reverse("play:lobby"),
            button_label="Find another game",
        )
