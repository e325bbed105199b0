"""The base of transports that post to a webhook."""

import hashlib
import hmac
import json

from django.conf import settings
from django.utils.translation import gettext_noop

from games.accounts.seal import keyed_hashes
from games.post.letters import Written
from games.post.models import Channel, ChannelKind, Letter
from games.post.transports import public_http
from games.post.transports.posting import Posting

LONGEST_TEXT = 1900
"""The most characters in a message; Discord allows 2,000."""


class Webhook(Posting):
    """Posts the short text of a letter, as JSON, to a URL on the public internet."""

    answered = gettext_noop("The webhook answered with an error:")

    def check(self, address: str) -> None:
        """Raise PostError unless it is an https URL that may be public."""
        public_http.check(address)

    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Post a letter to a webhook; raises Rejected or Trouble, depending on its response."""
        body = json.dumps(self.body(letter, written)).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"{settings.SITE_NAME} webhook",
            **self.headers(letter, body),
        }
        self.post(address, body, headers)

    def headers(self, letter: Letter, body: bytes) -> dict[str, str]:
        """Return additional HTTP headers for a letter and its body."""
        return {}


def message(written: Written) -> str:
    """Return the short text of a letter, with its link at the end."""
    room = LONGEST_TEXT - len(written.url)
    text = (written.short or written.subject)[:room]
    return f"{text}\n{written.url}".strip()


class Discord(Webhook):
    """Posts a message that mentions nobody."""

    name = ChannelKind.DISCORD

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        return {"content": message(written), "allowed_mentions": {"parse": []}}


class Slack(Webhook):
    """Posts a message, with the three characters escaped that are special in Slack."""

    name = ChannelKind.SLACK

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        text = message(written)
        for sign, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
            text = text.replace(sign, code)
        return {"text": text}


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
