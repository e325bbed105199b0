"""Users' schedules, and how changing one changes waiting letters."""

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games.accounts.models import LONGEST_SLEEP, User
from games.accounts.services import change_rest
from games.post import timing
from games.post.errors import PostError
from games.post.models import Channel, Letter, Schedule
from games.post.notifications import kind_of
from games.post.services.queue import enqueue_on_commit

UNWANTED = gettext_noop("You turned off emails about this.")

SECOND_THOUGHTS = timedelta(days=1)
"""A letter that was turned off is sent after all if turned on again within this time."""


def schedule_of(user: User, topic: str = "") -> Schedule:
    """Return the schedule that applies to a user and topic; do not save it.

    It is the topic's own, else the user's usual one, else the default. Quiet hours are always the
    usual ones.
    """
    return schedules_of({user.pk}, topic)[user.pk]


def schedules_of(user_ids: Collection[int], topic: str) -> dict[int, Schedule]:
    """Return the schedules that apply to a topic, by user id."""
    if not user_ids:
        return {}
    rows = Schedule.objects.filter(user__in=user_ids, topic__in={"", topic})
    chosen = {(row.user_id, row.topic): row for row in rows}
    return {
        user_id: _merged(
            chosen.get((user_id, ""), Schedule(user_id=user_id)), chosen.get((user_id, topic))
        )
        for user_id in user_ids
    }


def schedules_by_topic(user: User, topics: Collection[str]) -> dict[str, Schedule]:
    """Return the schedules that apply to a user, by topic."""
    if not topics:
        return {}
    rows = Schedule.objects.filter(user=user, topic__in={"", *topics})
    chosen = {row.topic: row for row in rows}
    usual = chosen.get("", Schedule(user_id=user.pk))
    return {topic: _merged(usual, chosen.get(topic)) for topic in topics}


def _merged(usual: Schedule, own: Schedule | None) -> Schedule:
    merged = copy(own or usual)
    merged.quiet_from, merged.quiet_to = usual.quiet_from, usual.quiet_to
    return merged


def zone_of(letter: Letter) -> ZoneInfo:
    """Return the time zone of a letter's reader."""
    return ZoneInfo(letter.reader.time_zone)


def due_of(
    letter: Letter, schedule: Schedule, now: datetime, *, pushed: int | None = None
) -> datetime | None:
    """Return when a letter queued now is due, or None if it is turned off.

    `pushed` says after how many minutes a channel that works tells it; None if none does.
    """
    begun = letter.not_before or letter.created_at
    now = max(now, begun)
    kind = kind_of(letter)
    if not kind.scheduled:
        return now
    if kind.digested and schedule.mode != Schedule.Mode.DIGEST:
        return None
    return timing.planned(
        schedule,
        zone_of(letter),
        now,
        urgent=letter.urgent,
        channel=letter.channel is not None,
        wait=letter.channel.wait if letter.channel else 0,
        seeable=kind.seeable,
        pushed=pushed if kind.asks else None,
        until=letter.until,
        ordered=max(begun, letter.created_at),
    )


def set_schedule(
    *,
    user: User,
    topic: str = "",
    mode: str,
    minutes: int,
    hour: int,
    reminders: Sequence[int],
    weekday: int | None = None,
    quiet_from: int | None = None,
    quiet_to: int | None = None,
) -> None:
    """Set a user's schedule for a topic, or with '' for all topics without one of their own.

    Waiting letters are rescheduled. Quiet hours can be set only with ''.
    """
    fields: dict[str, object] = {"mode": mode, "minutes": minutes, "hour": hour}
    fields |= {"weekday": weekday, "reminders": list(reminders)}
    if not topic:
        fields |= {"quiet_from": quiet_from, "quiet_to": quiet_to}
    with transaction.atomic():
        Schedule.objects.update_or_create(user=user, topic=topic, defaults=fields)
        plan_anew(user)


def drop_schedule(*, user: User, topic: str) -> None:
    """Remove the per-topic override; the usual schedule applies again."""
    with transaction.atomic():
        Schedule.objects.filter(user=user, topic=topic).delete()
        plan_anew(user)


def hours_apart(user: User) -> tuple[str, list[str]] | None:
    """Return a sentence on how a user's quiet hours and sleep differ, and which they can keep.

    The latter are values for `make_one`: 'quiet' and 'sleep'. Returns None if both are the same.
    """
    quiet, sleep = _hours_of(user)
    if quiet == sleep:
        return None
    hours = {name: f"{hour:02}:00" for name, hour in _named(quiet, sleep) if hour is not None}
    if None in quiet:
        difference = gettext(
            "Your clocks are stopped from %(sleep)s to %(wake)s, but emails still come then."
        )
    elif None in sleep:
        difference = gettext(
            "No emails come from %(begin)s to %(end)s, but your clocks run then. Your time can run "
            "out before you can read that it is your turn."
        )
    else:
        difference = gettext(
            "No emails come from %(begin)s to %(end)s, but your clocks are stopped from %(sleep)s "
            "to %(wake)s. Your time can run out before you can read that it is your turn."
        )
    may = {"quiet": quiet, "sleep": sleep}
    return difference % hours, [which for which, hours in may.items() if _may_rest(hours)]


def make_one(*, user: User, keep: str) -> None:
    """Make a user's quiet hours and sleep the same: `keep` is 'quiet' or 'sleep'.

    Raises PostError.
    """
    quiet, sleep = _hours_of(user)
    begin, end = quiet if keep == "quiet" else sleep
    if not _may_rest((begin, end)):
        raise PostError(
            format_lazy(gettext_lazy("Choose the hours first, at most {most}."), most=LONGEST_SLEEP)
        )
    if keep == "quiet":
        change_rest(user=user, sleeps_from=begin, sleeps_to=end, weekends_off=user.weekends_off)
        return
    now = schedule_of(user)
    set_schedule(
        user=user,
        mode=now.mode,
        minutes=now.minutes,
        hour=now.hour,
        weekday=now.weekday,
        reminders=now.reminders,
        quiet_from=begin,
        quiet_to=end,
    )


Hours = tuple[int | None, int | None]


def _hours_of(user: User) -> tuple[Hours, Hours]:
    now = schedule_of(user)
    return (now.quiet_from, now.quiet_to), (user.sleeps_from, user.sleeps_to)


def _may_rest(hours: Hours) -> bool:
    begin, end = hours
    return begin is not None and end is not None and 0 < (end - begin) % 24 <= LONGEST_SLEEP


def _named(quiet: Hours, sleep: Hours) -> Iterator[tuple[str, int | None]]:
    """Yield the hours with the names that they have in sentences."""
    return zip(("begin", "end", "sleep", "wake"), (*quiet, *sleep), strict=True)


def unsubscribe(*, user: User, topic: str) -> None:
    """Stop notifying a user about a topic, or with '' about everything."""
    with transaction.atomic():
        Schedule.objects.update_or_create(
            user=user, topic=topic, defaults={"mode": Schedule.Mode.NONE}
        )
        plan_anew(user)


def subscribe_again(*, user: User, topic: str) -> None:
    """Undo `unsubscribe`: the usual schedule applies again, or with '' mode UNSEEN."""
    if topic:
        drop_schedule(user=user, topic=topic)
        return
    with transaction.atomic():
        Schedule.objects.filter(user=user, topic="", mode=Schedule.Mode.NONE).update(
            mode=Schedule.Mode.UNSEEN
        )
        plan_anew(user)


def plan_anew(user: User) -> None:
    """Reschedule a user's waiting letters, and letters that were turned off within SECOND_THOUGHTS.

    Leased letters keep their time, but are turned off if no longer wanted. Parts of a digest stay
    in it.
    """
    now = timezone.now()
    rows = Letter.objects.filter(recipient=user)
    unwanted = rows.filter(
        state=Letter.State.UNWANTED, created_at__gt=now - SECOND_THOUGHTS, attempts=0, bundle=None
    ).select_related("recipient", "channel")
    letters = [*rows.waiting().select_related("recipient", "channel"), *unwanted]
    schedules = schedules_by_topic(user, {each.topic for each in letters})
    pushed = _pushed(user, letters)
    for letter in sorted(letters, key=lambda each: each.pk):
        due_at = due_of(letter, schedules[letter.topic], now, pushed=pushed.get(letter.key))
        same = Letter.objects.filter(pk=letter.pk, state=letter.state)
        if due_at is None:
            same.update(state=Letter.State.UNWANTED, error=UNWANTED)
        else:
            letter.due_at = due_at
            if same.filter(attempts=0, bundle=None).update(
                state=Letter.State.WAITING, due_at=due_at, error=""
            ):
                enqueue_on_commit(letter)


def _pushed(user: User, letters: Sequence[Letter]) -> dict[str, int]:
    """Return after how many minutes a channel that works tells letters, by their keys."""
    channels = [channel for channel in Channel.objects.filter(user=user) if channel.works]
    states = (Letter.State.WAITING, Letter.State.SENT)
    waits = {f"{letter.key}@{each.pk}": each.wait for letter in letters for each in channels}
    told = Letter.objects.filter(channel__in=channels, key__in=waits, state__in=states)
    pushed: dict[str, int] = {}
    for key in told.values_list("key", flat=True):
        asked, _, _ = key.rpartition("@")
        pushed[asked] = min(waits[key], pushed.get(asked, waits[key]))
    return pushed
