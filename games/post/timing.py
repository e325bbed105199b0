"""When a letter is due, given a schedule, quiet hours and a time zone. No database access."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from games.post.models import Schedule

PATIENCE = 6
"""How many times its minutes a letter waits for quiet at most."""

TIME = timedelta(days=1)
"""A letter waits for a digest only if its deadline is at least this long after the digest."""

HELD = 4
"""A letter that leaves less than TIME waits for quiet until one part in this many of it is gone."""

Mode = Schedule.Mode


def planned(
    schedule: Schedule,
    zone: ZoneInfo,
    now: datetime,
    *,
    urgent: bool = False,
    channel: bool = False,
    wait: int = 0,
    seeable: bool = False,
    pushed: int | None = None,
    until: datetime | None = None,
    ordered: datetime | None = None,
) -> datetime | None:
    """Return when a letter queued now is due, or None if it is turned off.

    An urgent letter does not wait for quiet or a digest, and no letter waits for a digest that
    would leave less than TIME to `until`, when what it asks for ends, or for quiet beyond
    `latest`. A `seeable` letter waits a little in mode UNSEEN. In mode LATER one that is `pushed`,
    which a channel that works tells after so many minutes, waits from then on for the schedule's
    minutes, and others as in UNSEEN.

    Through a `channel` letters go after `wait` minutes, in any mode but a topic's own NONE, and
    not in quiet hours. These waits count from when it was `ordered`, if that was before.
    """
    if schedule.mode == Mode.NONE and (schedule.topic or not channel):
        return None
    moment, since = now, ordered or now
    if channel:
        if not urgent:
            moment = max(now, min(since + timedelta(minutes=wait), latest(since, until)))
    elif urgent:
        pass
    elif schedule.mode == Mode.LATER and pushed is not None:
        told = after_quiet(schedule, zone, since + timedelta(minutes=pushed))
        later = told + timedelta(minutes=schedule.minutes)
        moment = max(now, min(later, latest(since, until)))
    elif schedule.mode in (Mode.UNSEEN, Mode.LATER) and seeable:
        moment = now + timedelta(minutes=settings.UNSEEN_MINUTES)
    elif schedule.mode == Mode.QUIET:
        moment = min(now + timedelta(minutes=schedule.minutes), latest(now, until))
    elif schedule.mode == Mode.DIGEST:
        digest = next(at for at in _digests(schedule, now, zone) if at >= now)
        if until is None or after_quiet(schedule, zone, digest) + TIME <= until:
            moment = digest
    return after_quiet(schedule, zone, moment)


def _digests(schedule: Schedule, now: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    """Yield when a schedule's digests are sent, from the local day of `now` on."""
    for at in _each_day(now, schedule.hour, zone):
        if schedule.weekday is None or at.astimezone(zone).weekday() == schedule.weekday:
            yield at


def latest(ordered: datetime, until: datetime | None) -> datetime:
    """Return until when a letter may wait for quiet that asks for something until a moment.

    It leaves TIME, or where there is not as much, most of the time.
    """
    if until is None:
        return datetime.max.replace(tzinfo=UTC)
    return max(ordered, until - TIME, ordered + (until - ordered) / HELD)


def put_off(
    schedule: Schedule,
    zone: ZoneInfo,
    ordered: datetime,
    now: datetime,
    until: datetime | None = None,
) -> datetime:
    """Return when a letter that waits for quiet is due after another change at `now`.

    `until` is as for `planned`.
    """
    quiet = timedelta(minutes=schedule.minutes)
    last = min(ordered + PATIENCE * quiet, latest(ordered, until))
    moment = max(now, min(now + quiet, last))
    return after_quiet(schedule, zone, moment)


def after_quiet(schedule: Schedule, zone: ZoneInfo, moment: datetime) -> datetime:
    """Return the moment, or if it is in quiet hours, their end."""
    while schedule.quiet_to is not None and is_quiet(schedule, zone, moment):
        moment = next(at for at in _each_day(moment, schedule.quiet_to, zone) if at > moment)
    return moment


def is_quiet(schedule: Schedule, zone: ZoneInfo, moment: datetime) -> bool:
    """Return whether a moment is in quiet hours, from the first hour to before the last."""
    begin, end = schedule.quiet_from, schedule.quiet_to
    if begin is None or end is None or begin == end:
        return False
    hour = moment.astimezone(zone).hour
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def _each_day(start: datetime, hour: int, zone: ZoneInfo) -> Iterator[datetime]:
    """Yield the moments of an hour of the day, from the local day of `start` on.

    An hour that a change to summer time skips begins where the gap ends.
    """
    day: date = start.astimezone(zone).date()
    while True:
        yield datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        day += timedelta(days=1)
