"""The test notification that a user sends from the notification page."""

from dataclasses import dataclass
from uuid import uuid4

from django.conf import settings
from django.urls import reverse

from games.accounts.models import User
from games.post.letters import Written
from games.post.models import Letter
from games.post.notifications.base import Notification
from games.post.notifications.notice import notice


@dataclass(frozen=True)
class Trial(Notification):
    """Says that notifications arrive."""

    kind = "trial"
    answers = True

    def key(self, user: User) -> str:
        return f"{self.kind}:{uuid4().hex}"

    def write(self, letter: Letter) -> Written:
        where = "this webhook" if letter.channel_id else "this address"
        sentence = f"You asked for a test: {settings.SITE_NAME} can reach you at {where}."
        url = reverse("post:letters")
        return notice(letter, "Your emails arrive", sentence, path=url, label="Your notifications")
