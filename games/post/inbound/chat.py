"""What people write to the site's bot on Telegram: connect a chat, disconnect it, reply to letters.

Telegram posts each message as an update, and again until it is taken. Nothing in an update is
trusted before it is checked, and what is not understood is ignored. A reply to a letter goes the
way of a reply by email, and is answered by a letter in the chat; the rest is answered at once.
"""

import hashlib
import json
import logging
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games.accounts.languages import language_of, listed
from games.accounts.models import User
from games.post import chat_tokens, services
from games.post.errors import PostError
from games.post.inbound.address import Address
from games.post.inbound.reception import drop, take
from games.post.inbound.replies import FOREIGN, Reply
from games.post.inbound.text import TooLong, own_lines
from games.post.models import LONGEST_LABEL, Channel, ChannelKind, Letter, Received
from games.post.transports.telegram import MOST_MESSAGES, address_of

log = logging.getLogger(__name__)

LONGEST_UPDATE = 100_000
"""Bytes; a message and the one that it replies to have at most 4,096 characters each."""


@dataclass(frozen=True)
class Update:
    """A message in a person's chat with the bot; `replied` is the number of the one it replies to.

    `number` tells updates apart. `language` is that of the sender's app, '' if it does not say.
    """

    number: int
    chat: int
    text: str
    name: str = ""
    language: str = ""
    replied: int | None = None


def read(body: bytes) -> Update | None:
    """Return the message in an update, or None if it has none that a person wrote in their chat."""
    try:
        update = json.loads(body)
    except (ValueError, RecursionError):
        return None
    message = _part(update, "message")
    chat, sender = _part(message, "chat"), _part(message, "from")
    number, own = _number(update, "update_id"), _number(chat, "id")
    text = _text(message, "text")
    if number is None or own is None or not text:
        return None
    if chat.get("type") != "private" or _number(sender, "id") != own or sender.get("is_bot"):
        return None
    return Update(
        number=number,
        chat=own,
        text=text,
        name=_text(sender, "first_name")[:LONGEST_LABEL],
        language=_text(sender, "language_code").partition("-")[0],
        replied=_number(_part(message, "reply_to_message"), "message_id"),
    )


def receive(update: Update) -> str:
    """Do what a message says; return what to say in the chat at once, '' for nothing."""
    command, _, rest = update.text.strip().partition(" ")
    channel = _channel_of(update.chat)
    user = channel.user if channel else None
    with translation.override(_language(user, update)):
        if command == "/start":
            return _start(update, rest.strip(), channel)
        if channel is None:
            return ""
        if command == "/stop":
            return _stop(update, channel)
        return _reply(update, channel)


@transaction.atomic
def _start(update: Update, token: str, channel: Channel | None) -> str:
    """Connect a chat to the person of a token, once."""
    user = chat_tokens.read(token)
    if channel is not None and (user is None or user == channel.user):
        return _welcome(channel.user)
    if user is None:
        return gettext(
            "This link has expired or was used before. You can get a new one in your notification "
            "settings: %(url)s"
        ) % {"url": _settings_url()}
    with translation.override(language_of(user)):
        if channel is not None:
            return gettext("This chat is connected to another account. Send /stop first.")
        used = f"telegram:start:{hashlib.sha256(token.encode()).hexdigest()}"
        _, new = Received.objects.get_or_create(
            message_id=used, defaults={"user": user, "outcome": "connected"}
        )
        if not new:
            return gettext("This link was used before.")
        # What was turned off, or is of an account that was closed.
        for former in Channel.objects.filter(
            kind=ChannelKind.TELEGRAM, url=address_of(update.chat)
        ).select_related("user"):
            services.remove_channel(channel=former)
        try:
            services.add_channel(
                user=user,
                kind=ChannelKind.TELEGRAM,
                url=address_of(update.chat),
                label=update.name,
            )
        except PostError as error:
            return str(error)
        return _welcome(user)


def _stop(update: Update, channel: Channel) -> str:
    """Disconnect a chat."""
    with transaction.atomic():
        _, new = Received.objects.get_or_create(
            message_id=_key(update), defaults={"user": channel.user, "outcome": "disconnected"}
        )
        if new:
            services.remove_channel(channel=channel)
    said = gettext(
        "You won't get notifications in this chat any more. You can connect it again in your "
        "notification settings: %(url)s"
    )
    return said % {"url": _settings_url()} if new else ""


def _reply(update: Update, channel: Channel) -> str:
    """Carry out a reply to a letter."""
    letter = None
    if update.replied is not None:
        sent = Letter.objects.filter(channel=channel, message_number=update.replied)
        letter = sent.exclude(question="").first()
    if letter is None:
        return gettext(
            "To play here, reply to a message that asks for your turn or your vote. Everything "
            "else is at %(url)s"
        ) % {"url": settings.SITE_URL}
    kind, _, payload = letter.question.partition(".")
    address, subject = Address(kind, payload), letter.subject

    def write(number: int) -> Reply:
        lines = _lines(update.text)
        return Reply(
            user=channel.user,
            address=address,
            subject=subject,
            lines=lines or (),
            complete=lines is not None,
            number=number,
            display_name=update.name,
            channel=channel,
        )

    word = take(
        write,
        user=channel.user,
        address=address,
        key=_key(update),
        subject=subject,
        channel=channel,
    )
    if word == FOREIGN.word:
        drop("foreign", f"update {update.number} replies to a seat that is not its writer's")
        return gettext("You replied to a message about a seat that isn't yours.")
    return ""


def _welcome(user: User) -> str:
    words = {"site": settings.SITE_NAME, "name": user.called}
    return (
        gettext(
            "This chat now gets the notifications of %(name)s from %(site)s. To play here, reply "
            "to a message that asks for your turn: one order per line, then 'confirm'. Reply "
            "'help' to learn more. Send /stop to end it."
        )
        % words
    )


def _lines(text: str) -> tuple[str, ...] | None:
    try:
        return tuple(own_lines(text))
    except TooLong:
        return None


def _channel_of(chat: int) -> Channel | None:
    """Return the channel of a chat, None if it is not connected or was turned off."""
    found = Channel.objects.filter(
        kind=ChannelKind.TELEGRAM, url=address_of(chat), active=True, user__is_active=True
    )
    return found.select_related("user").first()


def _language(user: User | None, update: Update) -> str:
    if user is not None:
        return language_of(user)
    return update.language if update.language in listed() else settings.LANGUAGE_CODE


def _settings_url() -> str:
    return settings.SITE_URL + reverse("post:when")


def _key(update: Update) -> str:
    return f"telegram:{update.number}"


def _part(whole: Any, name: str) -> dict[str, Any]:
    """Return a field of a JSON object that is an object itself, else an empty one."""
    part = whole.get(name) if isinstance(whole, dict) else None
    return part if isinstance(part, dict) else {}


def _number(whole: Any, name: str) -> int | None:
    """Return a field of a JSON object that is a number as Telegram has them, else None."""
    number = whole.get(name) if isinstance(whole, dict) else None
    if not isinstance(number, int) or isinstance(number, bool):
        return None
    return number if 0 < number < MOST_MESSAGES else None


def _text(whole: dict[str, Any], name: str) -> str:
    """Return a field of a JSON object that is text, without what cannot be read, else ''."""
    text = whole.get(name)
    if not isinstance(text, str):
        return ""
    return "".join(each for each in text if each.isprintable() or each in "\n\r\t")
