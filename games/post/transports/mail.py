"""Notifications by email."""

import smtplib
from collections.abc import Collection
from email.header import Header
from email.mime.image import MIMEImage
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop

from games.post.inbound.address import bounce_address
from games.post.letters import FORMS, Attachment, Written
from games.post.models import Letter
from games.post.notifications import kind_of
from games.post.transports import connection
from games.post.transports.base import Rejected, Transport, Trouble
from games.post.unsubscribe import unsubscribe_url

try:
    from anymail.exceptions import AnymailRecipientsRefused as ProviderRefused
except ImportError:  # an optional extra

    class ProviderRefused(Exception):  # type: ignore[no-redef]
        """Raised by nobody here."""


SALT = "games.post.envelope"
"""Salt of Message-IDs; do not change it, because bounces of earlier emails use them."""

MAILBOX_FULL = 552
"""A temporary refusal (RFC 5321), although it is above 500."""


class Mail(Transport):
    """Sends a letter through the mail server in Django's settings."""

    name = "mail"

    def forms(self, letter: Letter) -> Collection[str]:
        """Return both."""
        return FORMS

    def send(self, letter: Letter, written: Written, address: str) -> None:
        """Send a letter; raises Rejected or Trouble, depending on the server's reply."""
        try:
            connection.send(_mail(letter, written, address))
        except smtplib.SMTPRecipientsRefused as refusal:
            answers = list(refusal.recipients.values())
            lasting = all(_is_final(code) for code, _ in answers)
            raise _error(lasting, *answers[0]) from refusal
        except smtplib.SMTPDataError as refusal:
            code = refusal.smtp_code
            raise _error(_is_final(code), code, refusal.smtp_error) from refusal
        except ProviderRefused as refusal:
            raise Rejected(
                gettext_noop("The mail provider refused it for good:"), refusal
            ) from refusal


def message_id(letter: Letter) -> str:
    """Return the Message-ID of a letter, the same for each attempt, so mailboxes drop duplicates.

    It contains the letter's id and cannot be guessed.
    """
    name = salted_hmac(SALT, letter.key, algorithm="sha256").hexdigest()[:32]
    return f"<{letter.pk}.{name}@{_domain()}>"


def _error(lasting: bool, code: int, text: bytes | str) -> Exception:
    answer = f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"
    if lasting:
        return Rejected(gettext_noop("The mail server refused it for good:"), answer)
    return Trouble(gettext_noop("The mail server did not take it yet:"), answer)


def _is_final(code: int) -> bool:
    return code >= 500 and code != MAILBOX_FULL


class _Message(EmailMultiAlternatives):
    """An email whose subject says what it says, also where that looks encoded (RFC 2047)."""

    def message(self, *options: Any, **more: Any) -> Any:
        """Return the email as it is sent."""
        message = super().message(*options, **more)
        subject = str(self.subject)
        if "=?" in subject:
            # In ASCII, Django leaves it as it is, and mail programs would decode it.
            encoded = Header(subject, "utf-8", header_name="Subject").encode()
            message.replace_header("Subject", encoded)
        return message


def _mail(letter: Letter, written: Written, address: str) -> EmailMultiAlternatives:
    mail = _Message(
        subject=" ".join(written.subject.split()),
        body=written.text,
        # The envelope sender, to which it bounces. Readers see the From line.
        from_email=bounce_address(letter.pk) or settings.DEFAULT_FROM_EMAIL,
        to=[address],
        reply_to=[written.reply_to] if written.reply_to else None,
        headers=_headers(letter, written),
    )
    mail.attach_alternative(written.html, "text/html")
    for attachment in written.attachments:
        if attachment.content_id is None:
            mail.attach(attachment.name, attachment.content, attachment.mimetype)
        else:
            mail.attach(_picture(attachment))
    return mail


def _headers(letter: Letter, written: Written) -> dict[str, str]:
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": message_id(letter),
        "List-Id": f"{settings.SITE_NAME} <letters.{_domain()}>",
        "Auto-Submitted": "auto-generated",
        "Content-Language": written.language,
    }
    if letter.topic:
        # Mail programs show all emails about a topic as one thread, as replies to one email.
        root = f"<{letter.topic.replace(':', '-')}@{_domain()}>"
        headers |= {"References": root, "In-Reply-To": root}
    if not kind_of(letter).answers:
        # RFC 8058: the mail program can POST to this URL to unsubscribe.
        url = unsubscribe_url(letter.reader, letter.topic)
        headers |= {
            "List-Unsubscribe": f"<{url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return headers


def _picture(attachment: Attachment) -> MIMEImage:
    image = MIMEImage(attachment.content, attachment.mimetype.removeprefix("image/"))
    image.add_header("Content-ID", f"<{attachment.content_id}>")
    image.add_header("Content-Disposition", "inline", filename=attachment.name)
    return image


def _domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or settings.SITE_HOST
