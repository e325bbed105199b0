"""Notifications through the site's bot on Telegram (https://core.telegram.org/bots/api)."""

import json
import re
from collections.abc import Collection
from datetime import timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.utils.translation import gettext_lazy, gettext_noop

from games.post.errors import PostError
from games.post.letters import TEXT, Written
from games.post.models import ChannelKind, Letter
from games.post.notifications import kind_of
from games.post.transports import public_http
from games.post.transports.posting import Posting, pause_of

API = "https://api.telegram.org"

NOT_HERE = gettext_lazy("This site has no bot on Telegram, or that isn't a chat with it.")

LONGEST_TEXT = 4000
"""Characters of a message; Telegram takes 4,096."""

MOST_MESSAGES = 2**53
"""Telegram's numbers are below that, as are those that JSON can have everywhere."""

_CHAT = re.compile(r"telegram:(\d{1,20})")


def address_of(chat: int) -> str:
    """Return the address of a chat, as channels have it."""
    return f"telegram:{chat}"


def call(method: str, fields: dict[str, object]) -> tuple[int, dict[str, Any]]:
    """Call a method of the bot; return the status of the answer and what Telegram says.

    Raises Rejected or Trouble if there is no answer.
    """
    url = f"{API}/bot{settings.TELEGRAM_TOKEN}/{method}"
    body = json.dumps(fields).encode()
    return public_http.ask(url, body, {"Content-Type": "application/json"})


class Telegram(Posting):
    """Sends the short text of a letter to a person's chat with the site's bot.

    It notes which message of the chat a letter is, so that a reply to it can be understood.
    """

    name = ChannelKind.TELEGRAM
    answered = gettext_noop("Telegram answered with an error:")
    gone: ClassVar = {403: gettext_noop("You've stopped the bot on Telegram, or deleted the chat:")}

    def check(self, address: str) -> None:
        """Raise PostError unless it is a chat, and the host has set up a bot."""
        if not settings.TELEGRAM_TOKEN or not _CHAT.fullmatch(address):
            raise PostError(NOT_HERE)

    def forms(self, letter: Letter) -> Collection[str]:
        """Return the text for what answers a message from the chat: that is told in full."""
        return (TEXT,) if kind_of(letter).answers else ()

    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Send a letter to a chat; raises Gone if its reader has left it."""
        self.recheck(address)
        chat = int(address.removeprefix("telegram:"))
        status, said = call("sendMessage", {"chat_id": chat, **self.body(letter, written)})
        self.judge(status, _pause_of(said))
        sent = said.get("result")
        number = sent.get("message_id") if isinstance(sent, dict) else None
        if isinstance(number, int) and 0 < number < MOST_MESSAGES:
            Letter.objects.filter(pk=letter.pk).update(
                message_number=number, question=written.question
            )

    def body(self, letter: Letter, written: Written) -> dict[str, object]:
        """Return a message, with a button for each answer."""
        told = written.text.strip() if self.forms(letter) else written.outside
        buttons = [{"text": answer.label, "url": answer.url} for answer in written.answers]
        url = written.url or settings.SITE_URL
        return {
            "text": f"{told[:LONGEST_TEXT]}\n{url}",
            "link_preview_options": {"is_disabled": True},
            **({"reply_markup": {"inline_keyboard": [buttons]}} if buttons else {}),
        }


def _pause_of(said: dict[str, Any]) -> timedelta:
    """Return the pause that an answer asks for (`ResponseParameters` of the API)."""
    parameters = said.get("parameters")
    seconds = parameters.get("retry_after") if isinstance(parameters, dict) else None
    return pause_of(str(seconds))
