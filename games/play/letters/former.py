"""The reply to an email from somebody who no longer holds the seat that it is about."""

from dataclasses import dataclass

from games.accounts.models import User
from games.play.access import Access
from games.play.letters.base import GameNotification
from games.play.letters.scene import Scene
from games.post.letters import Written, answering, sentences

GONE = "The seat that you wrote for is no longer yours, so your email changed nothing."


@dataclass(frozen=True)
class Former(GameNotification):
    """Tells a former player that their email, by its number and subject, changed nothing."""

    kind = "former"
    answers = True

    mail: int
    subject: str

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.mail}"

    def tell(self, scene: Scene) -> Written:
        watched = Access(game=scene.game, user=scene.letter.recipient).may_see
        return scene.written(
            subject=answering(self.subject, scene.game.called),
            template="told",
            short=sentences(scene.game.called, GONE),
            sentence=GONE,
            button_url=scene.url if watched else "",
            button_label="Watch the game",
        )
