"""The notification that a game was cancelled before it started."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games.accounts.models import User
from games.play.letters.base import SeatNotification
from games.play.letters.scene import Scene
from games.play.models import Status
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class Cancelled(SeatNotification):
    """Tells someone who had joined a game that the user with the id `by` cancelled it."""

    kind = "cancelled"

    by: int

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}"

    def tell(self, scene: Scene) -> Written | None:
        if scene.game.status != Status.CANCELLED:
            return None
        host = User.objects.filter(pk=self.by).first()
        verdict = f"{host.username if host else 'Its creator'} cancelled the game before it began."
        subject = f"{scene.game.name} is cancelled"
        return scene.written(
            subject=subject,
            template="cancelled",
            short=sentences(subject, verdict),
            verdict=verdict,
            button_url=settings.SITE_URL + reverse("play:lobby"),
            button_label="Find another game",
        )
