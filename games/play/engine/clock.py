"""How time is counted: every hour except a player's hours of sleep, free weekends and vacation.

Plain arithmetic on aware datetimes; results are in UTC. Whether time counts is decided for each
quarter of an hour, by the local time at its start, so hours that a clock change skips or repeats
need no special case.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

NOTHING = timedelta()
QUARTER = timedelta(minutes=15)
LONGEST_SLEEP = 12
"""Hours a day; with more, a clock would hardly run."""

SATURDAY = 5


@dataclass(frozen=True)
class Rest:
    """When a player's clocks do not run, in the player's own time zone.

    Sleep lasts from the hour `sleeps_from` to the hour `sleeps_to`, which is on the next day if it
    is smaller; both are None if the player has no hours of sleep. `vacations` are pairs of first
    and last day, inclusive. Raises ValueError if sleep is longer than LONGEST_SLEEP.
    """

    zone: tzinfo = UTC
    sleeps_from: int | None = None
    sleeps_to: int | None = None
    weekends: bool = False
    vacations: tuple[tuple[date, date], ...] = ()

    def __post_init__(self) -> None:
        """Check that the player is awake for part of the day."""
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
        """Return whether the clocks are stopped at a moment."""
        local = moment.astimezone(self.zone)
        if self.weekends and local.weekday() >= SATURDAY:
            return True
        if self.sleep and (local.hour - (self.sleeps_from or 0)) % 24 < self.sleep:
            return True
        return any(first <= local.date() <= last for first, last in self.vacations)


NO_REST = Rest()


def counted(start: datetime, end: datetime, rest: Rest) -> timedelta:
    """Return how much of the time from `start` to `end` counts; zero if `end` is not later."""
    # Python compares and subtracts two times in the same zone by wall clock; only UTC is exact.
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
    """Return the first moment at which `budget` has been counted since `start`."""
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
    raise AssertionError("Time off never lasts forever.")


def _waking(start: datetime, rest: Rest) -> Iterator[tuple[datetime, datetime]]:
    """Yield the periods after `start` that count, each within one quarter of an hour."""
    start = start.astimezone(UTC)
    quarter = start.replace(minute=start.minute // 15 * 15, second=0, microsecond=0)
    while True:
        if not rest.holds(quarter):
            yield max(quarter, start), quarter + QUARTER
        quarter += QUARTER
