"""The law of clocks: each counts the time in which its player was awake and the game went on.

The sums are done here in another way than the site does them: by whole days of the wall clock,
separately before and after the clocks of a time zone change.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.accounts.models import User, Vacation
from games.play.models import EndedBy, Game, Outcome, Vote, VoteKind, Wait
from games.post.models import Letter
from tests.soak.laws.evidence import SLACK, Evidence, was_on_offer

STEP = timedelta(hours=6)
SATURDAY = 5
Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Habits:
    """When a person's clocks run."""

    zone: ZoneInfo
    sleep: tuple[int, int] | None = None
    weekends: bool = False
    vacations: tuple[tuple[date, date], ...] = ()

    @classmethod
    def of(cls, user: User) -> "Habits":
        """Return the habits of a person."""
        sleep = None
        if user.sleeps_from is not None and user.sleeps_to is not None:
            sleep = user.sleeps_from, user.sleeps_to
        away = Vacation.objects.filter(user=user).values_list("first", "last")
        return cls(ZoneInfo(user.time_zone), sleep, user.weekends_off, tuple(away))

    def hours(self, day: date) -> list[tuple[int, int]]:
        """Return from which hours to which a person is awake on a day."""
        off = self.weekends and day.weekday() >= SATURDAY
        if off or any(first <= day <= last for first, last in self.vacations):
            return []
        if self.sleep is None:
            return [(0, 24)]
        begins, ends = self.sleep
        return [(0, begins), (ends, 24)] if begins < ends else [(ends, begins)]


def awake(start: datetime, end: datetime, habits: Habits) -> timedelta:
    """Return how long a person is awake from one moment to another."""
    total = timedelta()
    for begins, ends in _steady(start.astimezone(UTC), end.astimezone(UTC), habits.zone):
        total += _by_the_wall(*(_wall(each, habits.zone) for each in (begins, ends)), habits)
    return total


def crossed(start: datetime, end: datetime, zone: ZoneInfo) -> bool:
    """Return whether the clocks of a time zone change between two moments."""
    return len(list(_steady(start, end, zone))) > 1


def _steady(start: datetime, end: datetime, zone: ZoneInfo) -> Iterator[Span]:
    """Yield the parts of a time in which the clocks do not change."""
    begins = at = start
    while at < end:
        then = min(at + STEP, end)
        if _offset(at, zone) != _offset(then, zone):
            low, high = at, then
            while high - low > timedelta(microseconds=1):
                middle = low + (high - low) / 2
                if _offset(middle, zone) == _offset(at, zone):
                    low = middle
                else:
                    high = middle
            # The last moment before belongs to the time before.
            yield begins, low
            begins = then = high
        at = then
    if begins < end:
        yield begins, end


def _offset(moment: datetime, zone: ZoneInfo) -> timedelta | None:
    return moment.astimezone(zone).utcoffset()


def _wall(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def _by_the_wall(start: datetime, end: datetime, habits: Habits) -> timedelta:
    total, day = timedelta(), start.date()
    while day <= end.date():
        midnight = datetime.combine(day, time())
        for first, last in habits.hours(day):
            begins = max(start, midnight + timedelta(hours=first))
            ends = min(end, midnight + timedelta(hours=last))
            total += max(timedelta(), ends - begins)
        day += timedelta(days=1)
    return total


def clocks(evidence: Evidence) -> Iterator[str]:
    """Each clock has counted what its player was awake, but for pauses, and runs out in time."""
    waits = Wait.objects.select_related("player__game", "holder__user")
    for wait in waits.exclude(holder__user=None):
        for sentence in _clock(wait, evidence):
            yield f"Game {wait.player.game_id}, seat {wait.player.seat}: {sentence}"


def _clock(wait: Wait, evidence: Evidence) -> Iterator[str]:
    habits = Habits.of(wait.holder.user) if wait.holder.user else Habits(ZoneInfo("UTC"))
    restless = Habits(habits.zone)
    offered = was_on_offer(wait, wait.ended_at or timezone.now())
    possible = [habits, restless] if offered else [habits]
    starts = _starts(wait, evidence)
    stopped = wait.ended_at or wait.clock_since or timezone.now()
    running = [_running(wait.player.game, start, stopped) for start in starts]
    told = [
        sum((awake(*span, each) for span in spans), timedelta())
        for each in possible
        for spans in running
    ]
    if all(abs(each - wait.used) > SLACK for each in told):
        yield f"the clock of wait {wait.pk} counted {wait.used}, not {_told(told)}."
    whole = wait.clock_since is not None and wait.deadline is not None
    if whole and wait.deadline is not None and wait.clock_since is not None:
        spans = [awake(wait.clock_since, wait.deadline, each) for each in possible]
        if all(abs(each - (wait.budget - wait.used)) > SLACK for each in spans):
            yield f"the clock of wait {wait.pk} runs out after {_told(spans)} of {wait.budget}."
    early = wait.ended_by == EndedBy.CLOCK and wait.used + SLACK < wait.budget
    if early:
        yield f"wait {wait.pk} ran out after {wait.used} of {wait.budget}."


def _told(spans: list[timedelta]) -> str:
    return " or ".join(sorted({str(span) for span in spans}))


def _starts(wait: Wait, evidence: Evidence) -> list[datetime]:
    """Return when the clock of a wait may have begun anew: mostly when it began."""
    ended = wait.ended_at or timezone.now()
    more = Vote.objects.filter(
        about=wait.player, outcome=Outcome.WAIT, closed__gte=wait.since, closed__lte=ended
    )
    start = max([wait.since, *more.values_list("closed", flat=True)])
    backs = [
        each.before
        for each in evidence.notes.backs
        if (each.game, each.user) == (wait.player.game_id, wait.holder.user_id)
        and start <= each.before <= ended + SLACK
    ]
    # Nobody knows whether the site has taken it up.
    return [start, *(min(back, ended) for back in backs)]


def _running(game: Game, start: datetime, end: datetime) -> list[Span]:
    """Return a time without the pauses of a game."""
    spans = []
    for begins, ends in _pauses(game):
        if begins >= end or ends <= start:
            continue
        if start < begins:
            spans.append((start, begins))
        start = min(ends, end)
    return [*spans, (start, end)] if start < end else spans


def _pauses(game: Game) -> list[Span]:
    """Return the pauses of a game as its players voted, each until it ended or now."""
    votes = Vote.objects.filter(game=game, outcome=Outcome.YES).order_by("closed")
    ends = list(votes.filter(kind=VoteKind.RESUME).values_list("closed", flat=True))
    # Some end because their time is up; then the players are told.
    told = Letter.objects.filter(topic=game.topic, kind__in=["goes_on", "resumed"])
    ends += list(told.values_list("created_at", flat=True))
    last = game.ended or timezone.now()
    return [
        (begins, min([end for end in ends if end > begins] + [last]))
        for begins in votes.filter(kind=VoteKind.PAUSE).values_list("closed", flat=True)
        if begins is not None
    ]
