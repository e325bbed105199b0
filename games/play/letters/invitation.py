"""The invitation to a game."""

from dataclasses import dataclass

from games.accounts.models import User
from games.accounts.people import has_blocked
from games.play.invited import link_of
from games.play.letters.base import GameNotification
from games.play.letters.scene import Scene
from games.play.models import Invitation
from games.play.pages.joining import is_unwelcome
from games.play.pages.wording import pace_of, set_up_of, terms_of
from games.post.letters import Written, sentences


@dataclass(frozen=True)
class Invited(GameNotification):
    """Invites someone to a game while a seat is free; `by` is the id of the user who invites.

    The reader has not asked for it, so it leaves out the game's name, which a stranger chose.
    `invitation` is its id, 0 in letters from before invitations had one, `times` how often it has
    been sent. Its link is for this reader.
    """

    kind = "invitation"

    by: int
    invitation: int = 0
    times: int = 1

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.game}:{user.pk}:{self.invitation}:{self.times}"

    def tell(self, scene: Scene) -> Written | None:
        if not scene.game.is_open or not any(each.is_free for each in scene.players):
            return None
        link = self._link(scene)
        if not link:
            return None
        host = User.objects.filter(pk=self.by).first()
        reader = scene.letter.reader
        if host is None or scene.is_seated or has_blocked(reader.pk, host.pk):
            return None
        if is_unwelcome(scene.game, reader):
            return None
        pace = pace_of(scene.game)
        subject = f"{host.called} invites you to a game of {scene.game.rules().name}"
        return scene.written(
            subject=subject,
            template="invitation",
            short=sentences(subject, pace),
            host=host.called,
            pace=pace,
            terms=terms_of(scene.game),
            set_up=set_up_of(scene.game, len(scene.players)),
            seated=[each.name for each in scene.players if not each.is_free],
            free=sum(each.is_free for each in scene.players),
            button_url=link,
            button_label="See the invitation",
        )

    def _link(self, scene: Scene) -> str:
        """Return the link of the invitation, '' if it was accepted or withdrawn."""
        if not self.invitation:
            return scene.invitation_url
        found = Invitation.objects.outstanding().filter(pk=self.invitation).first()
        return link_of(found) if found else ""
