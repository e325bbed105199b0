"""From a written letter to a mail that is handed over."""

import re
import smtplib
from email.mime.image import MIMEImage
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.crypto import constant_time_compare, salted_hmac

from games.post.cadence import ANSWERS
from games.post.inbound.address import bounce_address
from games.post.letters import Attachment, Written
from games.post.models import Letter
from games.post.unsubscribe import unsubscribe_url

_ID = re.compile(r"<(\d{1,18})\.")

MAILBOX_FULL = 552
"""Said of what is refused only until somebody has tidied up (RFC 5321), though it is above 500."""


class Refused(Exception):
    """The mail server will not take this letter, now or later; str() says why."""


def send(letter: Letter, written: Written, address: str) -> None:
    """Hand over a letter; raise Refused if trying again is no use, else what went wrong."""
    try:
        _mail(letter, written, address).send()
    except smtplib.SMTPRecipientsRefused as refusal:
        answers = list(refusal.recipients.values())
        if all(_is_final(code) for code, _ in answers):
            raise Refused(_answer(*answers[0])) from refusal
        raise
    except smtplib.SMTPDataError as refusal:
        if _is_final(refusal.smtp_code):
            raise Refused(_answer(refusal.smtp_code, refusal.smtp_error)) from refusal
        raise


def message_id(letter: Letter) -> str:
    """Return the id of a letter's mail, the same at each attempt, so that none arrives as two.

    It says which letter it is, and nobody guesses it: whoever names it has seen the mail.
    """
    name = salted_hmac(__name__, letter.key, algorithm="sha256").hexdigest()[:32]
    return f"<{letter.pk}.{name}@{_domain()}>"


def letter_of(sent_id: str) -> Letter | None:
    """Return the letter that was sent by mail with this id, if one was."""
    match = _ID.match(sent_id)
    if match is None:
        return None
    sent = Letter.objects.filter(pk=int(match[1]), state=Letter.State.SENT, channel=None).first()
    return sent if sent and constant_time_compare(message_id(sent), sent_id) else None


def _is_final(code: int) -> bool:
    return code >= 500 and code != MAILBOX_FULL


def _mail(letter: Letter, written: Written, address: str) -> EmailMultiAlternatives:
    mail = EmailMultiAlternatives(
        subject=" ".join(written.subject.split()),
        body=written.text,
        # Where it comes back to; whom it is from stands in its own line.
        from_email=bounce_address() or settings.DEFAULT_FROM_EMAIL,
        to=[address],
        reply_to=[written.reply_to] if written.reply_to else None,
        headers=_headers(letter),
    )
    mail.attach_alternative(written.html, "text/html")
    for attachment in written.attachments:
        if attachment.content_id is None:
            mail.attach(attachment.name, attachment.content, attachment.mimetype)
        else:
            mail.attach(_picture(attachment))
    return mail


def _headers(letter: Letter) -> dict[str, str]:
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": message_id(letter),
        "List-Id": f"{settings.SITE_NAME} <letters.{_domain()}>",
        "Auto-Submitted": "auto-generated",
    }
    if letter.subject_of:
        # Mail programs show the letters about one thing as one thread, as if all answered one mail.
        root = f"<{letter.subject_of.replace(':', '-')}@{_domain()}>"
        headers |= {"References": root, "In-Reply-To": root}
    if letter.kind not in ANSWERS:
        # RFC 8058: a POST to this address, by the mail program itself, ends these letters.
        url = unsubscribe_url(letter.recipient, letter.subject_of)
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


def _answer(code: int, text: bytes | str) -> str:
    return f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"
