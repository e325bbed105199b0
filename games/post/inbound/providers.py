"""Replies and bounces from mail providers' webhooks, if django-anymail is installed.

Anymail authenticates each request and turns it into one of two signals. They go to the same
reception as email from a mail server.
"""

import logging
import re
from email.errors import MessageError
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.core.mail import EmailMessage
from django.utils.translation import gettext_noop

from games.accounts.spellings import one_spelling
from games.post.inbound.address import own_addresses
from games.post.inbound.bounce import Bounce, is_of_site, is_permanent
from games.post.inbound.mime import words
from games.post.inbound.reception import drop, handle_bounce, receive
from games.post.services import letter_sent

if TYPE_CHECKING:  # an optional extra
    from anymail.signals import AnymailInboundEvent, AnymailTrackingEvent

log = logging.getLogger(__name__)

LETTER = "letter"
"""The metadata key under which providers return a letter's id with each event."""

_REFUSED_BEFORE = {"bounced", "invalid", "spam"}
"""Reasons for which a provider refuses to send to an address at all."""

_ID = re.compile(r"<(\d{1,18})\.")
_PASSING = re.compile(r"soft|transient|temporary", re.IGNORECASE)
_CODE = re.compile(r"\b[45]\.\d{1,3}\.\d{1,3}\b|\b[45]\d\d\b")


def connect() -> None:
    """Connect to Anymail's signals, if it is installed."""
    if not apps.is_installed("anymail"):
        return
    from anymail import signals  # noqa: PLC0415 - an optional extra

    signals.pre_send.connect(_name_letter, dispatch_uid=__name__)
    signals.inbound.connect(_receive_mail, dispatch_uid=__name__)
    signals.tracking.connect(_handle_event, dispatch_uid=__name__)


def _name_letter(*, message: EmailMessage, **_: Any) -> None:
    """Add the letter's id to an outgoing email's metadata, which replaces the VERP address.

    Most providers choose the envelope sender themselves, and refuse emails that set another.
    """
    message.from_email = message.extra_headers.pop("From", message.from_email)
    if match := _ID.match(message.extra_headers.get("Message-ID", "")):
        setattr(message, "metadata", {LETTER: match[1]})  # noqa: B010 - Anymail's attribute


def _receive_mail(*, event: "AnymailInboundEvent", **_: Any) -> None:
    """Handle an email that a provider has received."""
    mail = event.message
    try:
        raw = mail.as_bytes()
    except (MessageError, ValueError, LookupError, TypeError, AttributeError) as error:
        # The standard library parsed it wrongly if it cannot serialize it; a retry would not help.
        drop("unreadable", f"the provider's mail cannot be written: {type(error).__name__}")
        return
    recipients = own_addresses([mail.envelope_recipient or ""])
    receive(raw, recipients=recipients, envelope_sender=mail.envelope_sender)


def _handle_event(*, event: "AnymailTrackingEvent", **_: Any) -> None:
    """Handle a provider's event about a letter that bounced or was marked as spam."""
    refused = event.event_type == "rejected" and event.reject_reason in _REFUSED_BEFORE
    if event.event_type not in ("bounced", "complained") and not refused:
        return
    number = str((event.metadata or {}).get(LETTER, ""))
    letter = letter_sent(int(number)) if re.fullmatch(r"\d{1,18}", number) else None
    if letter is None:
        drop("bounce", f"letter {number!r} was not sent recently, so it cannot bounce")
    elif event.recipient and one_spelling(event.recipient) != one_spelling(letter.sent_to):
        drop("bounce", f"letter {number} did not go to the address that it bounced from")
    else:
        handle_bounce(letter, _bounce(event))


def _bounce(event: "AnymailTrackingEvent") -> Bounce:
    reason = words(event.mta_response or event.description or "")
    if event.event_type == "complained":
        return Bounce(True, reason or gettext_noop("it was reported as spam"))
    raw = event.esp_event if isinstance(event.esp_event, dict) else {}
    called = " ".join(str(raw[name]) for name in ("event", "type", "Type") if raw.get(name))
    codes = _CODE.findall(reason)
    passing = (
        event.reject_reason == "timed_out"
        or _PASSING.search(f"{called} {event.description or ''}")
        or (codes and not any(map(is_permanent, codes)))
    )
    return Bounce(not passing, reason or called, any(map(is_of_site, codes)))
