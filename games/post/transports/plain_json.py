"""Notifications for a program of the reader's own."""

import hashlib
import hmac

from django.utils.crypto import salted_hmac

from games.post.letters import Written
from games.post.models import Channel, Letter
from games.post.transports.webhook import Webhook

SALT = "games.post.webhooks"
"""Programs out there know the secrets made with it."""


class PlainJson(Webhook):
    """Posts what a program needs, signed, so that it can check where it is from."""

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
        """Return the key that signs what a channel gets."""
        return salted_hmac(SALT, f"{channel.pk}:{channel.url}", algorithm="sha256").hexdigest()

    def headers(self, letter: Letter, body: bytes) -> dict[str, str]:
        """Sign the body with HMAC-SHA256."""
        key = self.secret(letter.channel) if letter.channel else ""
        signature = hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
        return {"X-Signature-256": f"sha256={signature}"}
