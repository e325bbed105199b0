"""A host who offers every service, and a person who has connected devices in every state."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.accounts.models import User
from games.post.models import Channel, Letter
from games.post.services.channels import note_trouble
from tests.factories import LetterFactory

BOT_SECRET = "a-secret-of-the-bot"


def offer_services(settings: Any) -> None:
    """Set up all chat apps."""
    settings.NTFY_URL = "https://ntfy.example"
    settings.TELEGRAM_BOT, settings.TELEGRAM_TOKEN = "hansa_bot", "1:token"
    settings.TELEGRAM_SECRET = BOT_SECRET
    settings.DISCORD_CLIENT_ID, settings.DISCORD_CLIENT_SECRET = "77", "its secret"


def connect_everything(user: User) -> Letter:
    """Give a user devices and services, of which some fail; return a test of unknown fate.

    The site's settings have to be those of `offer_services`.
    """
    now = timezone.now()
    last_week = now - timedelta(days=8)
    # Errors are shown in full, and those of some services have no spaces.
    refused = "The service answered 404: " + "https://ntfy.example/" + "x" * 60
    topic = f"https://ntfy.example/{'t' * 32}"
    channels = [
        {"kind": "push", "label": "Firefox on Android", "sent_at": now, "answered_at": now},
        {"kind": "push", "label": "Safari on iPhone", "unanswered_since": last_week},
        {"kind": "push", "label": "", "active": False, "failures": 20, "error": "Gone."},
        {"kind": "ntfy", "url": topic, "failures": 3, "error": refused},
        {"kind": "telegram", "label": "W" * 64, "only_asks": True, "wait": 180},
    ]
    for number, channel in enumerate(channels):
        address = f"https://push.example/{number}"
        Channel.objects.create(**{"user": user, "url": address, "sent_at": last_week} | channel)
    note_trouble(user)
    device = user.channels.filter(kind="push").earliest("pk")
    early = now - timedelta(minutes=1)
    return LetterFactory(
        recipient=user, kind="trial", topic="", channel=device, state="sent", created_at=early
    )
