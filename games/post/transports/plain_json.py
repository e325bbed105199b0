"""Notifications for a user's own program."""

import hashlib
import hmac

from django.utils.crypto import salted_hmac

from games.post.letters import Written
from games.post.models import Channel, Letter
from games.post.transports.webhook import Webhook

SALT = "games.post.webhooks"
"""Salt of the signing keys; do not change it, because users' programs know the keys."""


class PlainJson(Webhook):
    """Posts a letter as signed JSON, so that the program can check where it is from."""

    name = "json"
    label = "Plain JSON"

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        return {
            "id": letter.key,
            "kind": letter.kind,
            "about": letter.topic,
            "ordered_at": letter.created_at.isoformat(),
            "subject": written.subject,
            "text": written.short or written.subject,
            "url": written.url,
        }

    def secret(self, channel: Channel) -> str:
        """Return the key that signs messages to a channel."""
        return salted_hmac(SALT, f"{channel.pk}:{channel.url}", algorithm="sha256").hexdigest()

    def headers(self, letter: Letter, body: bytes) -> dict[str, str]:
        """Return a header with the HMAC-SHA256 signature of the body."""
        key = self.secret(letter.channel) if letter.channel else ""
        signature = hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
        return {"X-Signature-256": f"sha256={signature}"}
