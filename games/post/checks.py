"""What `manage.py check` says of services through which people can be notified."""

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning

TOGETHER = (
    ("TELEGRAM_BOT", "TELEGRAM_TOKEN", "TELEGRAM_SECRET"),
    ("DISCORD_CLIENT_ID", "DISCORD_CLIENT_SECRET"),
)
"""Settings that make a service work only together."""

_FORMS = {
    "TELEGRAM_BOT": (r"[A-Za-z0-9_]{5,32}", "the bot's username without @"),
    "TELEGRAM_TOKEN": (r"\d+:[A-Za-z0-9_-]+", "the token that @BotFather gave you"),
    "TELEGRAM_SECRET": (
        r"[A-Za-z0-9_-]{16,256}",
        "16 to 256 letters, digits, '-' and '_', such as openssl rand -hex 32 prints",
    ),
    "NTFY_URL": (r"https://[^/\s?#@]+", "a server's address, such as https://ntfy.sh"),
    "DISCORD_CLIENT_ID": (r"\d+", "the number of your application"),
}


def services(**_: Any) -> list[CheckMessage]:
    """Return a warning for each service that is half set up, or wrongly."""
    return list(_warnings())


def _warnings() -> Iterator[CheckMessage]:
    for names in TOGETHER:
        missing = [name for name in names if not getattr(settings, name)]
        if missing and len(missing) < len(names):
            yield CheckWarning(
                f"{' and '.join(missing)} must be set too.",
                hint="See docs/running.md. Until then, the service is not offered.",
                id="post.W001",
            )
    for name, (form, meant) in _FORMS.items():
        value = getattr(settings, name)
        if value and not re.fullmatch(form, value):
            yield CheckWarning(f"{name} must be {meant}.", id="post.W002")
    if settings.NTFY_TOKEN and not settings.NTFY_URL:
        yield CheckWarning("NTFY_TOKEN is set without NTFY_URL.", id="post.W001")
    if settings.TELEGRAM_TOKEN and not settings.SITE_HTTPS:
        yield CheckWarning(
            "Telegram posts only to https://, so people cannot connect it while SITE_URL is "
            f"{settings.SITE_URL}.",
            id="post.W003",
        )
