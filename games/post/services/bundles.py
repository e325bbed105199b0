"""Digests: the due letters of one person in one email.

A digest is a letter whose parts are fixed when it is taken up first. From then on it is delivered
like any other, under one Message-ID however often it is tried, and its parts share its fate. Parts
that are superseded before it leaves are not told in it.
"""

from datetime import datetime

from games.accounts.models import User
from games.post.models import Letter, Schedule
from games.post.notifications import kind_of
from games.post.notifications.digest import Digest
from games.post.services.schedules import schedule_of


def waits_for_digest(letter: Letter, schedule: Schedule) -> bool:
    """Return whether a letter that nobody has tried to send goes into its reader's digest."""
    return (
        schedule.mode == Schedule.Mode.DIGEST
        and letter.attempts == 0
        and letter.channel_id is None
        and not letter.urgent
        and kind_of(letter).scheduled
    )


def bundle(letter: Letter, now: datetime) -> Letter | None:
    """Return the digest of all that is due with a letter, or the letter itself if nothing else is.

    None if another worker is bundling for this person. Needs a transaction.
    """
    if not _may_bundle(letter.reader):
        return None
    due = [
        other
        for other in Letter.objects.due(now)
        .filter(recipient=letter.recipient_id, channel=None, urgent=False, attempts=0)
        .select_related("recipient")
        .select_for_update(skip_locked=True, of=("self",))
        if waits_for_digest(other, schedule_of(other.reader, other.topic))
    ]
    if len(due) < 2:
        return due[0] if due else None
    digest = Letter.objects.create(**Digest().row(letter.reader), created_at=now, due_at=now)
    Letter.objects.filter(pk__in=[part.pk for part in due]).update(bundle=digest)
    return digest


def _may_bundle(user: User) -> bool:
    """Hold the person's first digest schedule, so that no two workers bundle for them."""
    schedules = Schedule.objects.filter(user=user, mode=Schedule.Mode.DIGEST)
    first = schedules.order_by("pk").first()
    return (
        first is not None
        and schedules.select_for_update(skip_locked=True).filter(pk=first.pk).exists()
    )
