"""The time a player has left, in words and as a moment."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from games.play.language import say
from games.play.models import Game, Wait
from games.play.pages.wording import DAY, HOUR
from games.rules.common.message import Message, Noun, Told, message, term

MOMENT = "SHORT_DATETIME_FORMAT"
MINUTE: Final = Noun("minute", "{number} minute", "{number} minutes")


@dataclass(frozen=True)
class TimeLeft:
    """`moment` is when time runs out, or if `overdue` when the grace period ends; None if neither.

    `sentence` says so in words, without a full stop: '2 days 4 hours left, until ...'.
    """

    sentence: str
    moment: datetime | None = None
    overdue: bool = False

    def with_what_follows(self, *, voted: bool) -> str:
        """Return the sentence, and if a grace period runs, whether the others vote then."""
        if not self.overdue or self.moment is None:
            return self.sentence
        end = Told(moment_in(self.moment))
        if voted:
            return say(
                message("Time's up. Grace period until {end}, then the others vote", end=end)
            )
        return say(message("Time's up. Grace period until {end}, then a bot plays", end=end))


class OpenWait(NamedTuple):
    """What tells the time that is left in an open wait, without the rest of the wait."""

    deadline: datetime | None
    warned_at: datetime | None
    grace_until: datetime | None


def time_left(wait: Wait | OpenWait, now: datetime, zone: ZoneInfo | None = None) -> TimeLeft:
    """Return how long a player has left in an open wait.

    Moments are shown in `zone`, by default the current zone.
    """
    if wait.deadline is None:
        return TimeLeft(say(message("Clock stopped")))
    if wait.warned_at:
        return _overdue(wait, zone)
    end = Told(moment_in(wait.deadline, zone))
    if wait.deadline <= now:
        return TimeLeft(say(message("Time ran out {end}", end=end)), wait.deadline)
    left = message("{time} left, until {end}", time=span(wait.deadline - now), end=end)
    return TimeLeft(say(left), wait.deadline)


def keeps_nobody_waiting(game: Game, people: int) -> bool:
    """Return whether nobody is kept waiting: one person plays against bots, and it isn't rated.

    Then the clock is shown only when time is up.
    """
    return people == 1 and not game.rated


def span(left: timedelta, role: str = "object") -> Message:
    """Return a span of time in its two largest units: '2 days 4 hours', '25 minutes'.

    `role` is what it does in a sentence, as in `Noun.counted`.
    """
    minutes = max(1, int(left.total_seconds() // 60))
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [(days, DAY), (hours, HOUR), (minutes, MINUTE)]
    if days:
        parts = parts[:2]
    first, *others = [unit.counted(role, count) for count, unit in parts if count]
    return term("span of time", "{days} {hours}", days=first, hours=others[0]) if others else first


def moment_in(moment: datetime, zone: ZoneInfo | None = None) -> str:
    """Return a moment in a time zone: 'Tue 24 Nov 18:00'."""
    return date_format(timezone.localtime(moment, zone), MOMENT)


def _overdue(wait: Wait | OpenWait, zone: ZoneInfo | None) -> TimeLeft:
    if wait.grace_until is None:
        return TimeLeft(say(message("Time's up, and the others decide")), overdue=True)
    end = Told(moment_in(wait.grace_until, zone))
    told = say(message("Time's up. Grace period until {end}", end=end))
    return TimeLeft(told, wait.grace_until, overdue=True)
