"""Notifications for a user's own program."""

import hashlib
import hmac

from games.accounts.keys import keyed_hashes
from games.post.letters import Written
from games.post.models import Channel, ChannelKind, Letter
from games.post.transports.webhook import Webhook

SALT = "games.post.webhooks"
"""Salt of the signing keys; do not change it, because users' programs know the keys."""

SIGNATURE = "X-Signature-256"
OLD_SIGNATURE = "X-Signature-256-Old"


class PlainJson(Webhook):
    """Posts a letter as signed JSON, so that the program can check where it is from."""

    name = ChannelKind.JSON

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
        return _secrets(channel)[0]

    def headers(self, letter: Letter, body: bytes) -> dict[str, str]:
        """Return a header with the HMAC-SHA256 signature of the body.

        After SECRET_KEY has changed, a second header has the signature that programs still know.
        """
        secrets = _secrets(letter.channel) if letter.channel else []
        signatures = [
            f"sha256={hmac.new(key.encode(), body, hashlib.sha256).hexdigest()}" for key in secrets
        ]
        return dict(zip((SIGNATURE, OLD_SIGNATURE), signatures, strict=False))


def _secrets(channel: Channel) -> list[str]:
    """Return the key that signs messages to a channel, then those of earlier SECRET_KEYs."""
    return [each.hex() for each in keyed_hashes(SALT, f"{channel.pk}:{channel.url}")]
