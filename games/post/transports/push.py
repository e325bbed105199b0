"""Pushes to browsers: a notification on a phone or computer, also while the site is closed."""

import hashlib
import json
import re
from datetime import datetime
from typing import Any, ClassVar, Final

from django.conf import settings
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext_lazy, gettext_noop

from games.post import badges, contact
from games.post.errors import PostError
from games.post.letters import Written
from games.post.models import ChannelKind, Letter
from games.post.notifications import kind_of
from games.post.push_key import private_key
from games.post.reports import report_path
from games.post.transports import public_http, webpush
from games.post.transports.base import Gone, Rejected
from games.post.transports.posting import Posting

SERVICES: Final = re.compile(
    r"fcm\.googleapis\.com|jmt17\.google\.com"
    r"|(?:[a-z0-9-]{1,63}\.){0,3}push\.services\.mozilla\.com"
    r"|(?:[a-z0-9-]{1,63}\.){0,3}push\.apple\.com"
    r"|(?:[a-z0-9-]{1,63}\.){0,3}notify\.windows\.com"
)
"""The hosts of the push services of Chrome and its kin, Firefox, Safari, and Edge.

Chromium that Google has not built, as in Linux distributions, has the second.
"""

APPLE: Final = re.compile(r"(?:[a-z0-9-]{1,63}\.){0,3}push\.apple\.com")

NO_CONTACT = gettext_lazy(
    "Apple takes no notifications from this site: whoever runs it has to give a contact address."
)
NO_SERVICE = gettext_lazy("We don't know this browser's push service, so we can't use it.")
WRONG = gettext_noop("The browser gave us a wrong address or wrong keys:")

LONGEST_LIFE = 28 * 24 * 60 * 60
"""Seconds for which push services keep a message at most."""
NEWS_LIFE = 24 * 60 * 60
"""Seconds for which they keep one that asks for nothing."""

LONGEST_BODY = 500
"""Characters of a notification's text; phones show less."""

DECLARATIVE: Final = 8030
"""The number that marks a message which browsers may show without a worker."""


class NoContact(PostError):
    """Apple would refuse the push, because this site does not say whom it can write to."""


class Push(Posting):
    """Sends a letter's short text to a device, encrypted for it alone."""

    name = ChannelKind.PUSH
    answered = gettext_noop("The push service answered with an error:")
    gone: ClassVar = dict.fromkeys(
        (404, 410), gettext_noop("The browser no longer takes notifications from here:")
    )

    def check(self, address: str) -> None:
        """Raise PostError unless it is the address of a push service that we know.

        It has to be written in the one way in which browsers give it, so that nobody connects a
        device twice, and no reader of URLs can understand it in another way.
        """
        place = public_http.check(address)
        whole = f"https://{place.host}{place.path}"
        if not SERVICES.fullmatch(place.host) or address != whole:
            raise PostError(NO_SERVICE)
        if APPLE.fullmatch(place.host) and not contact.can_be_reached():
            raise NoContact(NO_CONTACT)

    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Send a letter to a device; raises Gone for one that no longer wants pushes."""
        channel = letter.channel
        if channel is None:
            raise ValueError(f"{letter} has no device.")
        try:
            self.check(address)
            keys = webpush.DeviceKeys.read(channel.keys["p256dh"], channel.keys["auth"])
        except NoContact as error:
            raise Rejected(str(error)) from error
        except (PostError, KeyError, webpush.BadKeys) as error:
            raise Gone(WRONG, error) from error
        body = webpush.encrypt(self._fitting(letter, written), keys)
        headers = {
            "Authorization": webpush.authorization(address, private_key(), contact.subject()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(life(written.until, timezone.now(), asks=bool(kind_of(letter).asks))),
            "Urgency": urgency(letter),
        }
        if letter.topic:
            headers["Topic"] = topic(letter)
        self.post(address, body, headers)

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        """Return the notification, which browsers show that know it, and others' worker.

        https://w3c.github.io/push-api/#declarative-push-message
        """
        badge = str(badges.count(letter.reader))
        notification: dict[str, Any] = {
            "title": _cut(written.subject, LONGEST_BODY),
            "body": _cut(written.outside, LONGEST_BODY),
            "navigate": written.url or settings.SITE_URL,
            "lang": written.language,
            "dir": "ltr",
            "tag": topic(letter),
            "icon": settings.SITE_URL + static("icons/icon-192.png"),
            "badge": settings.SITE_URL + static("icons/badge-96.png"),
            "silent": False,
            "actions": [
                {"action": answer.name, "title": answer.label, "navigate": answer.url}
                for answer in written.answers
            ],
            "data": {"report": settings.SITE_URL + report_path(letter.channel)},
            # Where Safari looked for it before the standard put it beside the notification.
            "app_badge": badge,
        }
        return {"web_push": DECLARATIVE, "notification": notification, "app_badge": badge}

    def _fitting(self, letter: Letter, written: Written) -> bytes:
        """Return the JSON of a notification, shortened until a push takes it."""
        whole: dict[str, Any] = self.body(letter, written)
        for longest in (LONGEST_BODY, LONGEST_BODY // 4, 20):
            for name in ("title", "body"):
                whole["notification"][name] = _cut(whole["notification"][name], longest)
            data = json.dumps(whole, ensure_ascii=False).encode()
            if len(data) <= webpush.LONGEST:
                break
        return data


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def life(until: datetime | None, now: datetime, *, asks: bool) -> int:
    """Return for how many seconds a push service is to keep a message for a device that is off.

    That is the time left on the clock; what asks for something without a clock is kept longest.
    """
    if until is not None:
        return max(0, min(LONGEST_LIFE, int((until - now).total_seconds())))
    return LONGEST_LIFE if asks else NEWS_LIFE


def urgency(letter: Letter) -> str:
    """Return how much a message matters to a phone that saves power (RFC 8030, 5.3)."""
    if letter.urgent:
        return "high"
    return "normal" if kind_of(letter).asks or kind_of(letter).answers else "low"


def topic(letter: Letter) -> str:
    """Return a header's name for what a later message replaces, delivered or not.

    That is news about the same thing, or what asks the same: a game's chat does not
    hide that it is one's turn. RFC 8030, 5.4: at most 32 characters of base64url. Services
    learn no numbers of games.
    """
    name = f"{letter.topic or letter.kind} {kind_of(letter).asks}".strip()
    digest = hashlib.sha256(f"{settings.SITE_URL} {name}".encode()).digest()
    return webpush.encoded(digest)[:32]
