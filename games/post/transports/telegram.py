"""Notifications through the site's bot on Telegram (https://core.telegram.org/bots/api)."""

import json
import re
from typing import ClassVar

from django.conf import settings
from django.utils.translation import gettext_lazy, gettext_noop

from games.post.errors import PostError
from games.post.letters import Written
from games.post.models import ChannelKind, Letter
from games.post.transports.base import Rejected
from games.post.transports.posting import Posting

API = "https://api.telegram.org"

NOT_HERE = gettext_lazy("This site has no bot on Telegram, or that isn't a chat with it.")

LONGEST_TEXT = 4000
"""Characters of a message; Telegram takes 4,096."""

_CHAT = re.compile(r"telegram:(\d{1,20})")


class Telegram(Posting):
    """Sends the short text of a letter to a person's chat with the site's bot."""

    name = ChannelKind.TELEGRAM
    answered = gettext_noop("Telegram answered with an error:")
    gone: ClassVar = {403: gettext_noop("You've stopped the bot on Telegram, or deleted the chat:")}

    def check(self, address: str) -> None:
        """Raise PostError unless it is a chat, and the host has set up a bot."""
        if not settings.TELEGRAM_TOKEN or not _CHAT.fullmatch(address):
            raise PostError(NOT_HERE)

    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Send a letter to a chat; raises Gone if its reader has left it."""
        try:
            self.check(address)
        except PostError as error:
            raise Rejected(str(error)) from error
        chat = int(address.removeprefix("telegram:"))
        body = json.dumps({"chat_id": chat, **self.body(letter, written)}).encode()
        url = f"{API}/bot{settings.TELEGRAM_TOKEN}/sendMessage"
        self.post(url, body, {"Content-Type": "application/json"})

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        """Return a message, with a button for each answer."""
        buttons = [{"text": answer.label, "url": answer.url} for answer in written.answers]
        url = written.url or settings.SITE_URL
        return {
            "text": f"{written.outside[:LONGEST_TEXT]}\n{url}",
            "link_preview_options": {"is_disabled": True},
            **({"reply_markup": {"inline_keyboard": [buttons]}} if buttons else {}),
        }
