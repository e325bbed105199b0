"""Queue letters, postpone them, and supersede them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.accounts.contribution import AccountLetter
from games.accounts.models import User
from games.post import timing
from games.post.models import Channel, Letter, Schedule
from games.post.notifications import kind_of, kinds, names_of
from games.post.notifications.account import AccountNotice
from games.post.notifications.base import Notification
from games.post.services.queue import enqueue_on_commit
from games.post.services.schedules import UNWANTED, due_of, schedules_of, zone_of

ScheduleOf = Callable[[User], Schedule]
"""Returns the schedule of a user that applies to a topic."""


@dataclass(frozen=True)
class Addressed:
    """A notification to a user; the other fields are as `notify` has them."""

    notification: Notification
    user: User
    not_before: datetime | None = None
    until: datetime | None = None
    channel: Channel | None = None

    @property
    def key(self) -> str:
        """The idempotency key of its letter."""
        return self.notification.key(self.user)

    def letter(self, now: datetime) -> Letter:
        """Return its letter, which is not saved."""
        return Letter(
            **self.notification.row(self.user),
            created_at=now,
            due_at=now,
            not_before=self.not_before,
            until=self.until,
            channel=self.channel,
        )


def notify(
    notification: Notification,
    *,
    user: User,
    not_before: datetime | None = None,
    until: datetime | None = None,
    channel: Channel | None = None,
) -> Letter:
    """Queue a letter to a user, once per key; return the letter, new or old.

    The row is part of the caller's transaction, so it exists only if what it tells of is committed.
    The user's schedule decides when it is due: urgent letters do not wait for quiet or a digest,
    and answers wait for nothing. Guests and bot accounts get none. Each of the user's channels gets
    a row of its own, except for answers, which go to one `channel` or by email. The schedule counts
    from `not_before`, and leaves time for what the letter asks for, which ends at `until`. After
    the commit a worker is asked to deliver it; the sweep delivers what workers miss.
    """
    return notify_all([Addressed(notification, user, not_before, until, channel)])[0]


def notify_all(
    ordered: Sequence[Addressed], *, schedule_of: ScheduleOf | None = None
) -> list[Letter]:
    """Queue letters as `notify` does, all at once; return them in the same order.

    `schedule_of` has the schedules if the caller has read them; all letters are about one topic.
    """
    for each in ordered:
        notification = each.notification
        if kinds().get(notification.kind) is not type(notification):
            raise LookupError(f"{type(notification).__name__} is not in the register of its room.")
    now = timezone.now()
    with transaction.atomic(savepoint=False):
        known = Letter.objects.filter(key__in=[each.key for each in ordered])
        letters = {letter.key: letter for letter in known} if ordered else {}
        new = {each.key: each.letter(now) for each in ordered if each.key not in letters}
        if new:
            _queue(list(new.values()), schedule_of or _schedule_of(new.values()))
    return [(letters | new)[each.key] for each in ordered]


def last_asked(*, user: User, topic: str, asks: str, since: datetime) -> datetime | None:
    """Return when the newest letter with this request was sent or is due, or None.

    Only letters queued after `since` count.
    """
    letters = Letter.objects.sent_or_waiting().filter(
        recipient=user, topic=topic, kind__in=names_of(asks=asks), created_at__gte=since
    )
    moments = [sent or due for sent, due in letters.values_list("sent_at", "due_at")]
    return max(moments, default=None)


def supersede(*, topic: str, user: User, asks: str) -> int:
    """Supersede a user's waiting letters with a request about a topic; return how many."""
    waiting = Letter.objects.waiting().filter(
        topic=topic, recipient=user, kind__in=names_of(asks=asks)
    )
    return waiting.update(state=Letter.State.SUPERSEDED)


def hurry(*, topic: str, user: User, asks: str) -> int:
    """Make a user's letters urgent that ask for something and still wait; return how many."""
    now = timezone.now()
    held = list(
        Letter.objects.planned()
        .filter(topic=topic, recipient=user, kind__in=names_of(asks=asks), due_at__gt=now)
        .filter(urgent=False)
    )
    if not held:
        return 0
    schedule = schedules_of({user.pk}, topic)[user.pk]
    for letter in held:
        letter.urgent = True
        letter.due_at = due_of(letter, schedule, now) or now
        enqueue_on_commit(letter)
    return Letter.objects.planned().bulk_update(held, ["urgent", "due_at"])


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
    waiting = [each for each in waiting if schedules[each.reader.pk].mode == Schedule.Mode.QUIET]
    for letter in waiting:
        schedule = schedules[letter.reader.pk]
        later = timing.put_off(schedule, zone_of(letter), letter.created_at, now, letter.until)
        letter.due_at = max(later, letter.due_at)
    return Letter.objects.planned().bulk_update(waiting, ["due_at"])


def _schedule_of(letters: Iterable[Letter]) -> ScheduleOf:
    """Return the schedules of the readers of letters, which are about one topic."""
    readers = {letter.reader.pk for letter in letters}
    schedules = schedules_of(readers, next(letter.topic for letter in letters))
    return lambda user: schedules[user.pk]


def _queue(letters: Sequence[Letter], schedule_of: ScheduleOf) -> None:
    """Save new letters and those through channels, and ask workers to deliver what is due."""
    through = _through_channels(letters)
    pushed: dict[int | None, int] = {}
    for letter in through:
        if letter.channel and letter.channel.works:
            reader, wait = letter.recipient_id, letter.channel.wait
            pushed[reader] = min(wait, pushed.get(reader, wait))
    letters = [*letters, *through]
    for letter in letters:
        _plan(letter, schedule_of(letter.reader), pushed=pushed.get(letter.recipient_id))
    # A letter that another process has queued in the meantime stays as it is.
    Letter.objects.bulk_create(
        letters, update_conflicts=True, unique_fields=["key"], update_fields=["key"]
    )
    for letter in letters:
        if letter.state == Letter.State.WAITING:
            enqueue_on_commit(letter)


def _through_channels(letters: Iterable[Letter]) -> list[Letter]:
    """Return copies of letters for each of their readers' channels that wants them."""
    kinds_of = ((letter, kind_of(letter)) for letter in letters)
    news = [letter for letter, kind in kinds_of if not (kind.answers or kind.digested)]
    readers = {letter.recipient_id for letter in news}
    channels = Channel.objects.filter(user__in=readers, active=True).order_by("pk")
    of_reader: dict[int, list[Channel]] = {}
    for channel in channels if readers else ():
        of_reader.setdefault(channel.user_id, []).append(channel)
    return [
        Letter(
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
        for letter in news
        for channel in of_reader.get(letter.reader.pk, ())
        if kind_of(letter).asks or not channel.only_asks
    ]


def _plan(letter: Letter, schedule: Schedule, *, pushed: int | None) -> None:
    """Set when a new letter is due, or that it is unwanted; `pushed` is as for `due_of`."""
    due_at = None
    if letter.reader.gets_letters:
        due_at = due_of(letter, schedule, letter.created_at, pushed=pushed)
    if due_at is None:
        letter.state, letter.error = Letter.State.UNWANTED, UNWANTED
    else:
        letter.due_at = due_at


@transaction.atomic
def order_account_letter(wanted: AccountLetter) -> None:
    """Queue a letter to an address: due at once, whatever its owner's schedule and quiet hours."""
    now = timezone.now()
    notice = AccountNotice(
        template=wanted.template,
        words=wanted.words,
        until=(now + wanted.lasts).isoformat(),
        moments={name: at.isoformat() for name, at in wanted.moments.items()},
        language=wanted.language,
        zone=wanted.zone,
    )
    letter = Letter.objects.create(
        **notice.row(), address=wanted.address, created_at=now, due_at=now
    )
    enqueue_on_commit(letter)
