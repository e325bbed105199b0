"""The notification that a user has sent too many replies today."""

from dataclasses import dataclass

from django.utils import timezone

from games.accounts.models import User
from games.post.letters import Written, answering
from games.post.models import Letter
from games.post.notifications.base import Notification
from games.post.notifications.notice import notice


@dataclass(frozen=True)
class TooMany(Notification):
    """Says that no more replies are read today, in reply to the email with a `subject`."""

    kind = "enough"
    answers = True

    subject: str

    def key(self, user: User) -> str:
        return f"{self.kind}:{user.pk}:{timezone.now():%Y-%m-%d}"

    def write(self, letter: Letter) -> Written:
        sentence = (
            "We didn't read your email: you've sent as many replies as we take within 24 hours. "
            "You can still play on the site."
        )
        subject = answering(self.subject, "your replies")
        return notice(letter, subject, sentence, path="/", label="Go to my games")
