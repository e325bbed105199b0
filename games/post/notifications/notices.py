"""The notifications of this app, and their layout: one sentence and a button."""

from dataclasses import dataclass
from uuid import uuid4

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext, pgettext_lazy

from games.accounts.models import User
from games.post import topics
from games.post.letters import Written, answering, compose
from games.post.models import Channel, Letter
from games.post.notifications.base import Notification


def notice(
    letter: Letter,
    subject: str,
    sentence: str,
    *,
    path: str,
    label: str,
    also: tuple[str, str] = ("", ""),
) -> Written:
    """Write a letter of one sentence, with a button that links to a path of this site.

    `also` is the path and the label of a second link.
    """
    url = settings.SITE_URL + path
    also_path, also_label = also
    return compose(
        letter,
        subject=subject,
        template="post/notice",
        context=lambda: {
            "button_url": url,
            "button_label": label,
            "sentence": sentence,
            "also_url": also_path and settings.SITE_URL + also_path,
            "also_label": also_label,
        },
        short=sentence,
        url=url,
    )


@dataclass(frozen=True)
class Trial(Notification):
    """Says that notifications arrive."""

    kind = "trial"
    label = pgettext_lazy("notification", "Test")
    answers = True

    def key(self, user: User) -> str:
        return f"{self.kind}:{uuid4().hex}"

    def write(self, letter: Letter) -> Written:
        if letter.channel_id:
            subject = gettext("Your notifications arrive")
            sentence = gettext("You asked for a test: %(site)s can reach you here.")
        else:
            subject = gettext("Your emails arrive")
            sentence = gettext("You asked for a test: %(site)s can reach you at this address.")
        return notice(
            letter,
            subject,
            sentence % {"site": settings.SITE_NAME},
            path=reverse("post:when"),
            label=gettext("Notification settings"),
        )


@dataclass(frozen=True)
class TooMany(Notification):
    """Says that no more replies are read today, in reply to the email with a `subject`."""

    kind = "enough"
    label = pgettext_lazy("notification", "Too many emails")
    answers = True

    subject: str

    def key(self, user: User) -> str:
        return f"{self.kind}:{user.pk}:{timezone.now():%Y-%m-%d}"

    def write(self, letter: Letter) -> Written:
        sentence = gettext(
            "We didn't read your reply: you've sent as many as we take within 24 hours. "
            "You can still play on the site."
        )
        subject = answering(self.subject, pgettext("subject", "your replies"))
        return notice(letter, subject, sentence, path="/", label=gettext("Go to my games"))


@dataclass(frozen=True)
class Unheard(Notification):
    """Says that an email from `sender` `about` a topic was dropped; '' keeps the sender private."""

    kind = "unheard"
    label = pgettext_lazy("notification", "Unread reply")

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
        known = {"name": name, "sender": self.sender, "own": letter.reader.confirmed_address()}
        if self.sender:
            sentence = gettext(
                "We got an email about %(name)s from %(sender)s, sent to your reply address. We "
                "ignored it, as we can't tell that it's yours. If you wrote it, send it again from "
                "%(own)s, or add the other address to your account."
            )
        else:
            sentence = gettext(
                "We got an email about %(name)s from another address, sent to your reply address. "
                "We ignored it, as we can't tell that it's yours. If you wrote it, send it again "
                "from %(own)s, or add the other address to your account."
            )
        url = reverse("account_email")
        subject = gettext("%(name)s: we ignored an email") % known
        return notice(
            letter, subject, sentence % known, path=url, label=gettext("Your email addresses")
        )


@dataclass(frozen=True)
class ChannelOff(Notification):
    """Says that a channel, by its id, was turned off because nothing arrives there any more.

    It comes whatever its reader's schedule, who may rely on the channel alone. `which` tells it
    from other times that the channel was turned off.
    """

    kind = "channel_off"
    label = pgettext_lazy("notification", "Channel off")
    scheduled = False

    channel: int = 0
    which: str = ""

    def key(self, user: User) -> str:
        return f"{self.kind}:{self.channel}:{self.which}"

    def write(self, letter: Letter) -> Written | None:
        """Name the channel, or return None if it is on again or was removed."""
        channel = Channel.objects.filter(pk=self.channel, active=False).first()
        if channel is None:
            return None
        if channel.is_signed_out:
            sentence = gettext(
                "You're no longer signed in on %(channel)s, so nothing from us comes there. Sign "
                "in there again, and your turns come as before. Until then emails come as you "
                "chose."
            )
        else:
            sentence = gettext(
                "Nothing from us arrives any more at %(channel)s, so we've turned it off. Emails "
                "still come as you chose. You can see what went wrong, and how to connect it again "
                "or remove it, in your settings."
            )
        return notice(
            letter,
            gettext("%(channel)s no longer gets notifications") % {"channel": channel},
            sentence % {"channel": channel},
            path=reverse("post:when"),
            label=gettext("Notification settings"),
        )
