"""What is done with a mail that comes in. Each function owns its transaction.

Answered are only people at a confirmed address of their own who write to an address that this site
gave them; all else is dropped with a line in the log, as any answer to it could be abused. Whom the
address was given to is told of that. Nothing below a mail's head is read before all this is clear.
"""

import hashlib
import logging
from collections.abc import Iterable
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.post.envelope import letter_of
from games.post.inbound.address import MOST, About, about
from games.post.inbound.answers import FOREIGN, Incoming, owner_of, taker_of
from games.post.inbound.mail import Bounce, Mail, read
from games.post.inbound.sender import is_vouched_for, person
from games.post.models import Received
from games.post.notices import ENOUGH, UNHEARD
from games.post.services import mark_bounced, notify

log = logging.getLogger(__name__)

ANSWERS_A_DAY = 100
"""Mails that one person gets an answer to within 24 hours."""

LONGEST_KEY = Received._meta.get_field("message_id").max_length  # noqa: SLF001 - Django's way

# Mail servers give up after five days; this leaves room for slow ones.
BOUNCES_WITHIN = timedelta(days=14)


def receive(
    raw: bytes, *, recipients: Iterable[str] = (), envelope_sender: str | None = None
) -> list[str]:
    """Do what a mail says and return what became of it, in a word for each thing it is about.

    Without `recipients` those in its header lines count. `envelope_sender` is '' for mail that no
    answer may be sent to, None where that is not known. May be called again with the same mail.
    """
    mail = read(raw)
    if mail is None:
        return _drop("unreadable", "its head is endless")
    if mail.bounce is not None:
        return [_take_bounce(mail.bounce)]
    if mail.automatic or envelope_sender == "":
        return _drop("automatic", f"{mail.message_id} was sent by a program")
    given = list(recipients)[:MOST] or mail.recipients
    subjects = list(dict.fromkeys(filter(None, map(about, given))))
    if not subjects:
        return _drop("nowhere", f"{mail.message_id} is to no address of ours")
    user = person(mail.sender) if mail.sender else None
    if user is None:
        _tell_owners(subjects, mail.sender)
        return _drop("foreign", f"{mail.message_id} is from nobody here: {mail.sender!r}")
    if not is_vouched_for(mail):
        _tell_owners(subjects, mail.sender)
        return _drop("unproven", f"{mail.message_id} may not be from {mail.sender}")
    return [_take(mail, user, subject) for subject in subjects]


def _drop(word: str, reason: str) -> list[str]:
    log.warning("A mail was dropped: %s.", reason)
    return [word]


def _tell_owners(subjects: Iterable[About], sender: str) -> None:
    """Tell whom the addresses of a mail were given to that it was dropped, once a day at most."""
    for subject in subjects:
        owner = owner_of(subject)
        if owner is not None:
            user, subject_of = owner
            # Nobody learns the address of another player.
            others = EmailAddress.objects.filter(email__iexact=sender).exclude(user=user)
            notify(
                kind=UNHEARD,
                user=user,
                key=f"{UNHEARD}:{user.pk}:{timezone.now():%Y-%m-%d}",
                subject_of=subject_of,
                payload={"sender": "" if others.exists() else sender},
            )


@transaction.atomic
def _take(mail: Mail, user: User, subject: About) -> str:
    """Hand an answer to its taker, once."""
    taker = taker_of(subject.kind)
    if taker is None:
        return _drop("nowhere", f"nobody takes answers of kind {subject.kind}")[0]
    now = timezone.now()
    day = now - timedelta(days=1)
    if Received.objects.filter(user=user, received_at__gte=day).count() >= ANSWERS_A_DAY:
        key = f"{ENOUGH}:{user.pk}:{now:%Y-%m-%d}"
        notify(kind=ENOUGH, user=user, key=key, subject_of="", payload={"subject": mail.subject})
        return _drop("too many", f"{mail.sender} has sent {ANSWERS_A_DAY} within a day")[0]
    received, new = Received.objects.get_or_create(
        message_id=_key(mail, subject), defaults={"user": user, "outcome": "taken"}
    )
    if not new:
        return _drop("again", f"{mail.message_id} was here before")[0]
    outcome = taker(
        Incoming(
            user=user,
            payload=subject.payload,
            subject=mail.subject,
            lines=mail.lines,
            complete=mail.complete,
            number=received.pk,
        )
    )
    if outcome == FOREIGN:
        _tell_owners([subject], mail.sender)
    received.outcome, received.subject_of = outcome.word, outcome.subject_of
    received.save(update_fields=["outcome", "subject_of"])
    log.info("Mail %s about %s %s: %s", mail.message_id, *subject, outcome.word)
    return outcome.word


def _key(mail: Mail, subject: About) -> str:
    """Return what tells an answer from all others: a mail may be about several things."""
    key = f"{mail.message_id} {subject.kind}.{subject.payload}"
    return key if len(key) <= LONGEST_KEY else hashlib.sha256(key.encode()).hexdigest()


@transaction.atomic
def _take_bounce(bounce: Bounce) -> str:
    """Mark the address that a letter of ours never reached.

    The id of a letter's mail is known only to who got that mail or had to carry it.
    """
    letter = letter_of(bounce.message_id)
    since = timezone.now() - BOUNCES_WITHIN
    if letter is None or letter.sent_at is None or letter.sent_at < since:
        return _drop("bounce", f"it says that {bounce.message_id} came back, which is not ours")[0]
    own = EmailAddress.objects.filter(user=letter.recipient_id).values_list("email", flat=True)
    addresses = {email.casefold(): email for email in own}
    for failure in bounce.failures:
        for name in failure.names:
            if name in addresses:
                mark_bounced(user=letter.recipient, address=name, reason=failure.reason)
                return "bounced"
    return _drop("bounce", f"{bounce.message_id} came back from none of its owner's addresses")[0]
