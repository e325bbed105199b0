"""Queue letters, postpone them, and supersede them."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.post import timing
from games.post.models import Channel, Letter, Schedule
from games.post.notifications import kind_of, kinds, names_of
from games.post.notifications.base import Notification
from games.post.services.queue import enqueue_on_commit
from games.post.services.schedules import UNWANTED, due_of, schedule_of, schedules_of, zone_of


def notify(
    notification: Notification,
    *,
    user: User,
    not_before: datetime | None = None,
    until: datetime | None = None,
) -> Letter:
    """Queue a letter to a user, once per key; return the letter, new or old.

    The row is part of the caller's transaction, so it exists only if what it tells of is committed.
    The user's schedule decides when it is due: urgent letters do not wait for quiet or a digest,
    and answers wait for nothing. Guests get no letters. Each of the user's webhooks gets a row of
    its own, except for answers. The schedule counts from `not_before`, and leaves time for what the
    letter asks for, which ends at `until`. After the commit a worker is asked to deliver it; the
    sweep delivers what workers miss.
    """
    if kinds().get(notification.kind) is not type(notification):
        raise LookupError(f"{type(notification).__name__} is not in the register of its room.")
    now = timezone.now()
    row = notification.row(user)
    times = {"created_at": now, "due_at": now, "not_before": not_before, "until": until}
    with transaction.atomic():
        letter, new = Letter.objects.get_or_create(key=row.pop("key"), defaults={**row, **times})
        if new:
            _plan([letter, *_through_webhooks(letter)], schedule_of(user, letter.topic))
    return letter


def last_told(*, user: User, topic: str, asks: str, since: datetime) -> datetime | None:
    """Return when the newest letter with this request was sent or is due, or None.

    Only letters queued after `since` count.
    """
    told = Letter.objects.told().filter(
        recipient=user, topic=topic, kind__in=names_of(asks=asks), created_at__gte=since
    )
    moments = [sent or due for sent, due in told.values_list("sent_at", "due_at")]
    return max(moments, default=None)


def supersede(*, topic: str, user: User, asks: str) -> int:
    """Supersede a user's waiting letters with a request about a topic; return how many."""
    waiting = Letter.objects.waiting().filter(
        topic=topic, recipient=user, kind__in=names_of(asks=asks)
    )
    return waiting.update(state=Letter.State.SUPERSEDED)


def debounce(*, topic: str) -> int:
    """Postpone the letters that wait until a topic is quiet; return how many."""
    now = timezone.now()
    waiting = list(
        Letter.objects.planned()
        .filter(topic=topic, channel=None, urgent=False, due_at__gt=now)
        .exclude(kind__in=names_of(answers=True))
        .select_related("recipient")
    )
    schedules = schedules_of({letter.reader.pk for letter in waiting}, topic)
    put_off = 0
    for letter in waiting:
        schedule = schedules[letter.reader.pk]
        if schedule.mode == Schedule.Mode.QUIET:
            later = timing.put_off(schedule, zone_of(letter), letter.created_at, now)
            due_at = max(later, letter.due_at)
            put_off += Letter.objects.planned().filter(pk=letter.pk).update(due_at=due_at)
    return put_off


def _through_webhooks(letter: Letter) -> list[Letter]:
    """Queue a copy of the letter for each of its reader's webhooks."""
    if kind_of(letter).answers:
        return []
    channels = Channel.objects.filter(user=letter.recipient_id, active=True)
    return [
        Letter.objects.create(
            kind=letter.kind,
            recipient=letter.recipient,
            key=f"{letter.key}@{channel.pk}",
            topic=letter.topic,
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


def _plan(ordered: list[Letter], schedule: Schedule) -> None:
    for letter in ordered:
        guest = letter.reader.guest
        due_at = None if guest else due_of(letter, schedule, letter.created_at)
        if due_at is None:
            letter.state, letter.error = Letter.State.UNWANTED, UNWANTED
        elif due_at == letter.due_at:
            enqueue_on_commit(letter)
            continue
        else:
            letter.due_at = due_at
        letter.save(update_fields=["state", "error", "due_at"])
