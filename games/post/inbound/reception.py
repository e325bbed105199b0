"""Process incoming email. Each function runs in its own transaction.

Only users who write from a confirmed address of their own, to an address that this site gave them,
get an answer. Everything else is dropped with a line in the log, because any answer could be
abused. The owner of the reply address is notified. Until these checks are done, nothing below an
email's header is parsed.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone, translation

from games.accounts.languages import language_of
from games.accounts.models import User
from games.post.inbound.address import BOUNCE, MOST, Address, parse_address
from games.post.inbound.bounce import Bounce
from games.post.inbound.mail import Mail, read
from games.post.inbound.replies import FOREIGN, Reply, handler_of, owner_of
from games.post.inbound.sender import is_vouched_for, person
from games.post.models import LONGEST_ID, Channel, Letter, Received
from games.post.notifications.notices import TooMany, Unheard
from games.post.services import come_back, letter_sent, mark_bounced, notify

log = logging.getLogger(__name__)

ANSWERS_A_DAY = 100
"""The most replies of one user that are answered within 24 hours."""


def receive(
    raw: bytes, *, recipients: Iterable[str] = (), envelope_sender: str | None = None
) -> list[str]:
    """Process an email and return the outcome, as one word for each address of this site.

    `recipients` default to those in its header. `envelope_sender` is '' for email that must not be
    answered, None if not known. Safe to call again with the same email. A bounce is recognized by
    the address that it comes to, which only this site can make.
    """
    mail = read(raw)
    if mail is None:
        return [drop("unreadable", "its head is endless")]
    given = list(recipients)[:MOST] or mail.recipients
    addresses = list(dict.fromkeys(filter(None, map(parse_address, given))))
    # Bounces have no return path (RFC 5321); if that is not known, check their form.
    if mail.no_return if envelope_sender is None else not envelope_sender:
        letters = [address.payload for address in addresses if address.kind == BOUNCE]
        if letters:
            return [_match_bounce(letter_id, mail) for letter_id in letters]
    if mail.automatic or envelope_sender == "":
        return [drop("automatic", f"{mail.message_id} was sent by a program")]
    addresses = [address for address in addresses if address.kind != BOUNCE]
    if not addresses:
        return [drop("nowhere", f"{mail.message_id} is to no address of ours")]
    user = person(mail.sender) if mail.sender else None
    if user is None:
        _notify_owners(addresses, mail.sender)
        return [drop("foreign", f"{mail.message_id} is from nobody here: {mail.sender!r}")]
    if not is_vouched_for(mail):
        _notify_owners(addresses, mail.sender)
        return [drop("unproven", f"{mail.message_id} may not be from {mail.sender}")]
    return [_handle(mail, user, address) for address in addresses]


def drop(word: str, reason: str) -> str:
    """Log why an email is dropped, and return the word for it."""
    log.warning("A mail was dropped: %s.", reason)
    return word


def _notify_owners(addresses: Iterable[Address], sender: str) -> None:
    """Tell the owners of an email's reply addresses that it was dropped, at most once a day."""
    for address in addresses:
        owner = owner_of(address)
        if owner is not None:
            user, topic = owner
            # Do not reveal another user's address.
            others = EmailAddress.objects.filter(email__iexact=sender).exclude(user=user)
            notify(Unheard(sender="" if others.exists() else sender, about=topic), user=user)


@transaction.atomic
def _handle(mail: Mail, user: User, address: Address) -> str:
    """Pass a reply by email to its handler, once."""

    def write(number: int) -> Reply:
        return Reply(
            user=user,
            address=address,
            subject=mail.subject,
            lines=mail.lines,
            complete=mail.complete,
            number=number,
            html_lines=mail.html_lines,
            display_name=mail.display_name,
        )

    word = take(write, user=user, address=address, key=_key(mail, address), subject=mail.subject)
    if word == FOREIGN.word:
        _notify_owners([address], mail.sender)
    return word


@transaction.atomic
def take(
    write: Callable[[int], Reply],
    *,
    user: User,
    address: Address,
    key: str,
    subject: str,
    channel: Channel | None = None,
) -> str:
    """Pass a user's reply to its handler, once per key; return the outcome as one word.

    `write` returns the reply by the id that it gets here. If there were too many, the user is told
    so in their chat, or by email, where `subject` is that of the reply.
    """
    handler = handler_of(address.kind)
    if handler is None:
        return drop("nowhere", f"nothing handles replies of kind {address.kind}")
    day = timezone.now() - timedelta(days=1)
    if Received.objects.filter(user=user, received_at__gte=day).count() >= ANSWERS_A_DAY:
        notify(TooMany(subject=subject), user=user, channel=channel)
        return drop("too many", f"{user.username} has sent {ANSWERS_A_DAY} within a day")
    received, new = Received.objects.get_or_create(
        message_id=key, defaults={"user": user, "outcome": "received"}
    )
    if not new:
        return drop("again", f"{key} was here before")
    with translation.override(language_of(user)):
        outcome = handler.handle(write(received.pk))
    received.outcome, received.topic = outcome
    received.save(update_fields=["outcome", "topic"])
    log.info("Reply %s about %s %s: %s", key, *address, outcome.word)
    return outcome.word


def _key(mail: Mail, address: Address) -> str:
    """Return the idempotency key of a reply; one email can be to several addresses."""
    key = f"{mail.message_id} {address.kind}.{address.payload}"
    return key if len(key) <= LONGEST_ID else hashlib.sha256(key.encode()).hexdigest()


@transaction.atomic
def _match_bounce(letter_id: str, mail: Mail) -> str:
    """Stop sending to the address of a letter if the email reports a permanent bounce."""
    letter = letter_sent(int(letter_id))
    if letter is None:
        return drop("bounce", f"letter {letter_id} was not sent recently, so it cannot bounce")
    if mail.bounce is None:
        return drop("bounce", f"{mail.message_id} does not say that letter {letter_id} bounced")
    return handle_bounce(letter, mail.bounce)


def handle_bounce(letter: Letter, bounce: Bounce) -> str:
    """Stop sending to the address of a letter that bounced, if the bounce is permanent.

    A letter that bounced because of the site is sent again, until it has been too often.
    """
    if not bounce.permanent:
        return drop("bounce", f"letter {letter.pk} bounced for now: {bounce.reason}")
    if bounce.of_site and come_back(letter=letter, reason=bounce.reason):
        log.warning("Letter %s came back, as this site was refused: %s", letter.pk, bounce.reason)
        return "refused"
    if not mark_bounced(letter=letter, reason=bounce.reason):
        return drop("bounce", f"letter {letter.pk} bounced from an address that nobody has now")
    log.info("Letter %s bounced: %s", letter.pk, bounce.reason)
    return "bounced"
