"""The layout of this app's own notifications: one sentence and a button."""

from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.post import topics
from games.post.letters import Written, answering, render
from games.post.models import Channel, Letter
from games.post.notifications.base import Notification


def notice(letter: Letter, subject: str, sentence: str, *, path: str, label: str) -> Written:
    """Write a letter of one sentence, with a button that links to a path of this site."""
    url = settings.SITE_URL + path
    return render(
        letter,
        subject=subject,
        template="post/notice",
        context={"button_url": url, "button_label": label, "sentence": sentence},
        short=sentence,
        url=url,
    )


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


@dataclass(frozen=True)
class WebhookOff(Notification):
    """Says that a webhook, by its id, was turned off after many failures in a row.

    It comes whatever its reader's schedule, who may rely on the webhook alone. `which` tells it
    from other times that the webhook was turned off.
    """

    kind = "webhook_off"
    scheduled = False

    channel: int = 0
    which: str = ""

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.channel}:{self.which}"

    def write(self, letter: Letter) -> Written | None:
        """Name the webhook by its host, or return None if it is on again or was removed."""
        channel = Channel.objects.filter(pk=self.channel, active=False).first()
        if channel is None:
            return None
        called = f"{channel.get_kind_display()} webhook at {urlsplit(channel.url).hostname}"
        sentence = (
            f"We turned off your {called}: it failed {channel.failures} times in a row. "
            "Emails still come as you chose. You can see what went wrong, and turn it on again or "
            "remove it, in your settings."
        )
        return notice(
            letter,
            "Your webhook was turned off",
            sentence,
            path=reverse("post:when"),
            label="Notification settings",
        )
