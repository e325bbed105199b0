"""The notification that an email to one of a user's reply addresses was dropped."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.post import topics
from games.post.letters import Written
from games.post.models import Letter
from games.post.notifications.base import Notification
from games.post.notifications.notice import notice


@dataclass(frozen=True)
class Unheard(Notification):
    """Says that an email from `sender` `about` a topic was dropped; '' keeps the sender private."""

    kind = "unheard"

    sender: str
    about: str = ""

    @property
    def topic(self) -> str:
        return self.about

    def key(self, user: User) -> str:
        """Return a key that allows one a day at most."""
        return f"{self.kind}:{user.pk}:{timezone.now():%Y-%m-%d}"

    def write(self, letter: Letter) -> Written:
        name = topics.name_of(letter.topic)
        sender = self.sender or "another address"
        own = letter.reader.confirmed_address()
        sentence = (
            f"We got an email about {name} from {sender}, sent to your reply address. We ignored "
            f"it, as we can't tell that it's yours. If you wrote it, send it again from {own}, or "
            "add the other address to your account."
        )
        url = reverse("account_email")
        subject = f"{name}: we ignored an email"
        return notice(letter, subject, sentence, path=url, label="Your email addresses")
