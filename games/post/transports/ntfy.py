"""Notifications through ntfy, an app that shows what is posted to a topic (https://docs.ntfy.sh)."""

import json
import re

from django.conf import settings
from django.utils.translation import gettext_lazy, gettext_noop

from games.post.errors import PostError
from games.post.letters import Written
from games.post.models import ChannelKind, Letter
from games.post.notifications import kind_of
from games.post.transports.posting import Posting

NOT_HERE = gettext_lazy("This site doesn't send through ntfy, or not through that server.")

LONGEST_TEXT = 1500
"""Characters of a message; a server takes 4 KiB of text and cuts what is longer."""

_TOPIC = re.compile(r"[A-Za-z0-9_-]{20,64}")


class Ntfy(Posting):
    """Posts the short text of a letter to a topic that only its reader and this site know."""

    name = ChannelKind.NTFY
    answered = gettext_noop("The ntfy server answered with an error:")

    def check(self, address: str) -> None:
        """Raise PostError unless it is a topic of the server that the host has chosen."""
        server, _, topic = address.rpartition("/")
        if not settings.NTFY_URL or server != settings.NTFY_URL or not _TOPIC.fullmatch(topic):
            raise PostError(NOT_HERE)

    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Post a letter to its topic; raises Rejected or Trouble."""
        self.recheck(address)
        topic = address.rpartition("/")[2]
        body = json.dumps({"topic": topic, **self.body(letter, written)}).encode()
        headers = {"Content-Type": "application/json"}
        if settings.NTFY_TOKEN:
            headers["Authorization"] = f"Bearer {settings.NTFY_TOKEN}"
        self.post(settings.NTFY_URL, body, headers)

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        """Return a message, with a button for each answer (https://docs.ntfy.sh/publish)."""
        asks = bool(kind_of(letter).asks)
        return {
            "title": written.subject,
            "message": written.outside[:LONGEST_TEXT],
            "click": written.url or settings.SITE_URL,
            "priority": 4 if letter.urgent else 3 if asks or kind_of(letter).answers else 2,
            "actions": [
                {"action": "view", "label": answer.label, "url": answer.url, "clear": True}
                for answer in written.answers[:3]
            ],
        }
