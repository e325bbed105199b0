"""The site's application on Discord: people choose a channel there, and get its webhook.

That is OAuth2 with the scope webhook.incoming (https://docs.discord.com/developers/topics/oauth2).
What else the application would be allowed is not kept.
"""

import re
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.post.errors import PostError
from games.post.models import LONGEST_LABEL
from games.post.transports import public_http
from games.post.transports.base import Undelivered

ASK = "https://discord.com/oauth2/authorize"
TOKEN = "https://discord.com/api/oauth2/token"  # noqa: S105 - an address
LASTS = 600
"""Seconds that people have to choose a channel."""

REFUSED = gettext_lazy("Discord didn't confirm this. Connect it again.")

_SALT = "games.post.discord"
_WEBHOOK = re.compile(r"https://discord(app)?\.com/api/webhooks/\d{1,20}/[A-Za-z0-9_-]{1,200}")


def is_set_up() -> bool:
    """Return whether the host has registered an application."""
    return bool(settings.DISCORD_CLIENT_ID and settings.DISCORD_CLIENT_SECRET)


def ask_url(user: User, session_key: str) -> str:
    """Return the page of Discord on which a person, in a session, chooses a channel."""
    fields = {
        "response_type": "code",
        "client_id": settings.DISCORD_CLIENT_ID,
        "scope": "webhook.incoming",
        "redirect_uri": _back(),
        "state": _signer(session_key).sign(str(user.pk)),
    }
    return f"{ASK}?{urlencode(fields)}"


def is_from(user: User, session_key: str, state: str) -> bool:
    """Return whether a state was given to this person in this session, not long ago."""
    try:
        return _signer(session_key).unsign(state, max_age=LASTS) == str(user.pk)
    except signing.BadSignature:
        return False


def webhook_of(code: str) -> tuple[str, str]:
    """Return the URL and the name of the webhook that a code stands for; raises PostError."""
    fields = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": _back(),
        "client_id": settings.DISCORD_CLIENT_ID,
        "client_secret": settings.DISCORD_CLIENT_SECRET,
    }
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "User-Agent": f"DiscordBot ({settings.SITE_URL}, 1)",
    }
    try:
        status, answer = public_http.ask(TOKEN, urlencode(fields).encode(), headers)
    except Undelivered as error:
        raise PostError(REFUSED) from error
    webhook = answer.get("webhook")
    webhook = webhook if isinstance(webhook, dict) else {}
    url = webhook.get("url")
    if status != 200 or not isinstance(url, str) or not _WEBHOOK.fullmatch(url):
        raise PostError(REFUSED)
    name = webhook.get("name")
    readable = filter(str.isprintable, name if isinstance(name, str) else "")
    return url, "".join(readable)[:LONGEST_LABEL]


def _signer(session_key: str) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"{_SALT}.{session_key}")


def _back() -> str:
    return settings.SITE_URL + reverse("post:discord-back")
