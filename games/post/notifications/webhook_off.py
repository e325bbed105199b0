"""The notification that a webhook was turned off."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.urls import reverse

from games.accounts.models import User
from games.post.letters import Written
from games.post.models import Channel, Letter
from games.post.notifications.base import Notification
from games.post.notifications.notice import notice


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
