"""Digests: all due letters of one person in one email.

A digest is a letter whose parts are fixed when a worker first takes it. From then on it is
delivered like any other, under one Message-ID however often it is tried, and its parts get the same
status. Parts that are superseded before it is sent are left out.
"""

from datetime import datetime

from games.accounts.models import User
from games.post.models import Letter, Schedule
from games.post.notifications import kind_of
from games.post.notifications.digest import Digest
from games.post.services.schedules import schedules_by_topic

MOST = 12
"""The most letters in one digest, so that mail programs show all of it; what is left follows."""


def waits_for_digest(letter: Letter, schedule: Schedule) -> bool:
    """Return whether a letter goes into its reader's digest; one tried before does not."""
    return (
        schedule.mode == Schedule.Mode.DIGEST
        and letter.attempts == 0
        and letter.channel_id is None
        and not letter.urgent
        and kind_of(letter).scheduled
    )


def bundle(letter: Letter, now: datetime) -> Letter | None:
    """Return a digest of everything due with a letter, or the letter itself if nothing else is due.

    Returns None if another worker is bundling for this person. Needs a transaction.
    """
    if not _may_bundle(letter.reader):
        return None
    found = list(
        Letter.objects.due(now)
        .filter(recipient=letter.recipient_id, channel=None, urgent=False, attempts=0)
        .select_related("recipient")
        .select_for_update(skip_locked=True, of=("self",))
    )
    schedules = schedules_by_topic(letter.reader, {other.topic for other in found})
    due = [other for other in found if waits_for_digest(other, schedules[other.topic])]
    if len(due) < 2:
        return due[0] if due else None
    due = due[:MOST]
    digest = Letter.objects.create(**Digest().row(letter.reader), created_at=now, due_at=now)
    Letter.objects.filter(pk__in=[part.pk for part in due]).update(bundle=digest)
    return digest


def _may_bundle(user: User) -> bool:
    """Lock the person's first digest schedule, so that only one worker bundles for them."""
    schedules = Schedule.objects.filter(user=user, mode=Schedule.Mode.DIGEST)
    first = schedules.order_by("pk").first()
    return (
        first is not None
        and schedules.select_for_update(skip_locked=True).filter(pk=first.pk).exists()
    )
