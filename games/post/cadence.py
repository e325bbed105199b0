"""When a letter is due: a person's rhythm, quiet hours and time zone. No database."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.post.models import Cadence

ANSWERS = frozenset({"answer", "trial", "account", "enough"})
"""Kinds that their reader has just asked for: they go out at once, at any hour, by mail."""

DIGEST = "digest"
"""The kind of letters that tell others in short."""

PATIENCE = 6
"""A letter that waits for quiet goes out after this many times the minutes of quiet at last."""

TIME = timedelta(days=1)
"""What is asked for in a digest has at least this long left."""

Mode = Cadence.Mode


def planned(
    cadence: Cadence,
    zone: ZoneInfo,
    now: datetime,
    *,
    urgent: bool = False,
    webhook: bool = False,
    until: datetime | None = None,
) -> datetime | None:
    """Return when a letter that is ordered now is due, or None if it is not wanted.

    What is urgent waits for neither quiet nor digest, and no digest for what has less than TIME
    left then, if it has to be done `until` some moment. Webhooks are told at once; of a cadence
    they keep the quiet hours, and NEVER only where it was said about this very subject.
    """
    if cadence.mode == Mode.NONE and (cadence.subject_of or not webhook):
        return None
    moment = now
    if cadence.mode == Mode.QUIET and not (urgent or webhook):
        moment = now + timedelta(minutes=cadence.minutes)
    elif cadence.mode == Mode.DIGEST and not (urgent or webhook):
        digest = next(at for at in _each_day(now, cadence.hour, zone) if at >= now)
        if until is None or after_quiet(cadence, zone, digest) + TIME <= until:
            moment = digest
    return after_quiet(cadence, zone, moment)


def put_off(cadence: Cadence, zone: ZoneInfo, ordered: datetime, now: datetime) -> datetime:
    """Return when a letter that waits for quiet is due, if something has changed again now."""
    quiet = timedelta(minutes=cadence.minutes)
    moment = max(now, min(now + quiet, ordered + PATIENCE * quiet))
    return after_quiet(cadence, zone, moment)


def after_quiet(cadence: Cadence, zone: ZoneInfo, moment: datetime) -> datetime:
    """Return the moment itself, or when the quiet hours that it falls into are over."""
    while is_quiet(cadence, zone, moment):
        moment = next(at for at in _each_day(moment, cadence.quiet_to, zone) if at > moment)
    return moment


def is_quiet(cadence: Cadence, zone: ZoneInfo, moment: datetime) -> bool:
    """Return whether a moment falls into the quiet hours; the first hour does, the last not."""
    begin, end = cadence.quiet_from, cadence.quiet_to
    if begin is None or end is None or begin == end:
        return False
    hour = moment.astimezone(zone).hour
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def _each_day(start: datetime, hour: int, zone: ZoneInfo) -> Iterator[datetime]:
    """Yield the moments of an hour of the day, from the local day of the start on.

    An hour that a change of clocks leaves out begins where the gap ends.
    """
    day: date = start.astimezone(zone).date()
    while True:
        yield datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        day += timedelta(days=1)
