"""Tell Telegram where to post what people write to the site's bot."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.post.connecting import offered, updates_url
from games.post.models import ChannelKind
from games.post.transports.base import Undelivered
from games.post.transports.telegram import call


class Command(BaseCommand):
    """Registers the address of this site with Telegram."""

    help = (
        "Tell Telegram where to post what people write to the site's bot. Run it once, and again "
        "when SITE_URL, TELEGRAM_TOKEN or TELEGRAM_SECRET has changed."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Register the address; messages to the bot are all that is asked for."""
        if ChannelKind.TELEGRAM not in offered():
            raise CommandError("Set TELEGRAM_BOT, TELEGRAM_TOKEN and TELEGRAM_SECRET first.")
        fields: dict[str, object] = {
            "url": updates_url(),
            "secret_token": settings.TELEGRAM_SECRET,
            "allowed_updates": ["message"],
        }
        try:
            status, said = call("setWebhook", fields)
        except Undelivered as error:
            raise CommandError(str(error)) from error
        if status != 200 or said.get("ok") is not True:
            raise CommandError(f"Telegram refused it: {status} {said.get('description', '')}")
        self.stdout.write(f"Telegram posts to {fields['url']} from now on.")
