"""Ordering letters, putting them off and putting them aside."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.post import cadence, letters
from games.post.models import Cadence, Channel, Letter
from games.post.services.hurry import hasten_after_commit
from games.post.services.wishes import UNWANTED, cadence_of, cadences_of, due_of, zone_of


def notify(
    *,
    kind: str,
    user: User,
    key: str,
    subject_of: str,
    payload: dict[str, Any] | None = None,
    urgent: bool = False,
    not_before: datetime | None = None,
    until: datetime | None = None,
) -> Letter:
    """Order one letter; the same key again is the same letter and orders nothing.

    The row belongs to the caller's transaction: it is there if and only if what it tells of is.
    When it is due is the person's choice; an urgent one waits for neither quiet nor digest, and one
    that answers him (cadence.ANSWERS) for nothing. Each of his webhooks gets a row of its own,
    answers excepted. It is planned as if it were ordered at `not_before`, and so that there is time
    for what it asks for `until` some moment. Delivery is hastened after the commit and does not
    depend on that.
    """
    letters.writer_of(kind)
    now = timezone.now()
    with transaction.atomic():
        letter, new = Letter.objects.get_or_create(
            key=key,
            defaults={
                "kind": kind,
                "recipient": user,
                "subject_of": subject_of,
                "payload": payload or {},
                "urgent": urgent,
                "created_at": now,
                "due_at": now,
                "not_before": not_before,
                "until": until,
            },
        )
        if new:
            _plan([letter, *_through_webhooks(letter)], cadence_of(user, subject_of))
    return letter


def last_told(
    *, user: User, subject_of: str, kinds: Collection[str], since: datetime
) -> datetime | None:
    """Return when the newest letter of some kinds was sent, or is to be, that was ordered since."""
    told = Letter.objects.told().filter(
        recipient=user, subject_of=subject_of, kind__in=kinds, created_at__gte=since
    )
    moments = [sent or due for sent, due in told.values_list("sent_at", "due_at")]
    return max(moments, default=None)


def supersede(*, subject_of: str, user: User | None = None, kinds: Collection[str] = ()) -> int:
    """Put aside what waits about a subject, for one person or for all; return how many.

    `kinds` are those that go; without them all do.
    """
    waiting = Letter.objects.waiting().filter(subject_of=subject_of)
    if user is not None:
        waiting = waiting.filter(recipient=user)
    if kinds:
        waiting = waiting.filter(kind__in=kinds)
    return waiting.update(state=Letter.State.SUPERSEDED)


def stir(*, subject_of: str) -> int:
    """Put off letters that wait until nothing changes about a subject; return how many."""
    now = timezone.now()
    waiting = list(
        Letter.objects.planned()
        .filter(subject_of=subject_of, channel=None, urgent=False, due_at__gt=now)
        .exclude(kind__in=cadence.ANSWERS)
        .select_related("recipient")
    )
    wishes = cadences_of({letter.recipient_id for letter in waiting}, subject_of)
    put_off = 0
    for letter in waiting:
        wish = wishes[letter.recipient_id]
        if wish.mode == Cadence.Mode.QUIET:
            later = cadence.put_off(wish, zone_of(letter), letter.created_at, now)
            due_at = max(later, letter.due_at)
            put_off += Letter.objects.planned().filter(pk=letter.pk).update(due_at=due_at)
    return put_off


def _through_webhooks(letter: Letter) -> list[Letter]:
    """Order the same for each webhook of the letter's person."""
    if letter.kind in cadence.ANSWERS:
        return []
    channels = Channel.objects.filter(user=letter.recipient_id, active=True)
    return [
        Letter.objects.create(
            kind=letter.kind,
            recipient=letter.recipient,
            key=f"{letter.key}@{channel.pk}",
            subject_of=letter.subject_of,
            payload=letter.payload,
            urgent=letter.urgent,
            created_at=letter.created_at,
            due_at=letter.due_at,
            not_before=letter.not_before,
            until=letter.until,
            channel=channel,
        )
        for channel in channels
    ]


def _plan(ordered: list[Letter], wish: Cadence) -> None:
    for letter in ordered:
        due_at = due_of(letter, wish, letter.created_at)
        if due_at is None:
            letter.state, letter.error = Letter.State.UNWANTED, UNWANTED
        elif due_at == letter.due_at:
            hasten_after_commit(letter)
            continue
        else:
            letter.due_at = due_at
        letter.save(update_fields=["state", "error", "due_at"])
