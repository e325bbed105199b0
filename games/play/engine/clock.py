"""How time is counted: all but a person's hours of sleep, free weekends and vacation.

Plain arithmetic on aware datetimes; what comes out is in UTC. Whether time counts is settled for
each quarter of an hour by the local time at its beginning, so hours that a change of clocks skips
or repeats need no rule of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

NOTHING = timedelta()
QUARTER = timedelta(minutes=15)
LONGEST_SLEEP = 12
"""Hours of a day; with more of them a clock would hardly run."""

SATURDAY = 5


@dataclass(frozen=True)
class Rest:
    """When a person's clocks stand still, in his own time zone.

    He sleeps from the hour `sleeps_from` to the hour `sleeps_to`, the next day if that is earlier;
    both None if he counts every hour. `vacations` are first and last days. Raises ValueError if
    he sleeps longer than LONGEST_SLEEP.
    """

    zone: tzinfo = UTC
    sleeps_from: int | None = None
    sleeps_to: int | None = None
    weekends: bool = False
    vacations: tuple[tuple[date, date], ...] = ()

    def __post_init__(self) -> None:
        """Make sure that somebody is awake."""
        if (self.sleeps_from is None) != (self.sleeps_to is None):
            raise ValueError("Sleep has a beginning and an end, or neither.")
        if not 0 <= self.sleep <= LONGEST_SLEEP:
            raise ValueError(f"Nobody sleeps more than {LONGEST_SLEEP} hours a day here.")

    @property
    def sleep(self) -> int:
        """Hours of sleep in a day."""
        if self.sleeps_from is None or self.sleeps_to is None:
            return 0
        return (self.sleeps_to - self.sleeps_from) % 24

    @property
    def is_none(self) -> bool:
        """Whether every hour counts."""
        return not (self.sleep or self.weekends or self.vacations)

    def holds(self, moment: datetime) -> bool:
        """Return whether the person rests at a moment."""
        local = moment.astimezone(self.zone)
        if self.weekends and local.weekday() >= SATURDAY:
            return True
        if self.sleep and (local.hour - (self.sleeps_from or 0)) % 24 < self.sleep:
            return True
        return any(first <= local.date() <= last for first, last in self.vacations)


NO_REST = Rest()


def counted(start: datetime, end: datetime, rest: Rest) -> timedelta:
    """Return how much of the time from `start` to `end` counts; nothing if `end` is earlier."""
    # Two times of one zone are compared and subtracted by their clock faces; in UTC by what passed.
    start, end = start.astimezone(UTC), end.astimezone(UTC)
    if end <= start:
        return NOTHING
    if rest.is_none:
        return end - start
    total = NOTHING
    for begins, ends in _waking(start, rest):
        if begins >= end:
            break
        total += min(ends, end) - begins
    return total


def deadline(start: datetime, budget: timedelta, rest: Rest) -> datetime:
    """Return the first moment by which so much time has counted since `start`."""
    start = start.astimezone(UTC)
    if budget <= NOTHING:
        return start
    if rest.is_none:
        return start + budget
    left = budget
    for begins, ends in _waking(start, rest):
        if left <= ends - begins:
            return begins + left
        left -= ends - begins
    raise AssertionError("Nobody rests for ever.")


def _waking(start: datetime, rest: Rest) -> Iterator[tuple[datetime, datetime]]:
    """Yield the pieces of time after `start` that count, each within one quarter of an hour."""
    start = start.astimezone(UTC)
    quarter = start.replace(minute=start.minute // 15 * 15, second=0, microsecond=0)
    while True:
        if not rest.holds(quarter):
            yield max(quarter, start), quarter + QUARTER
        quarter += QUARTER
