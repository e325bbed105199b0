"""The time a player has left, in words and as a moment."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import npgettext, pgettext

from games.play.models import Game, Wait

MOMENT = "SHORT_DATETIME_FORMAT"


@dataclass(frozen=True)
class TimeLeft:
    """`moment` is when time runs out, or if `overdue` when the grace period ends; None if neither.

    `sentence` says so in words, without a full stop: '2 days 4 hours left, until ...'.
    """

    sentence: str
    moment: datetime | None = None
    overdue: bool = False


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
        return TimeLeft(pgettext("clock", "Clock stopped"))
    if wait.warned_at:
        return _overdue(wait, zone)
    until = moment_in(wait.deadline, zone)
    if wait.deadline <= now:
        told = pgettext("clock", "Time ran out {moment}")
        return TimeLeft(told.format(moment=until), wait.deadline)
    told = pgettext("clock", "{span} left, until {moment}")
    return TimeLeft(told.format(span=span(wait.deadline - now), moment=until), wait.deadline)


def keeps_nobody_waiting(game: Game, people: int) -> bool:
    """Return whether nobody is kept waiting: one person plays against bots, and it isn't rated.

    Then the clock is shown only when time is up.
    """
    return people == 1 and not game.rated


def span(left: timedelta) -> str:
    """Return a span of time in its two largest units: '2 days 4 hours', '25 minutes'."""
    minutes = max(1, int(left.total_seconds() // 60))
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    told = [
        (days, npgettext("span", "{count} day", "{count} days", days)),
        (hours, npgettext("span", "{count} hour", "{count} hours", hours)),
        (minutes, npgettext("span", "{count} minute", "{count} minutes", minutes)),
    ]
    parts = told[:2] if days else told
    return " ".join(words.format(count=count) for count, words in parts if count)


def moment_in(moment: datetime, zone: ZoneInfo | None = None) -> str:
    """Return a moment in a time zone: 'Tue 24 Nov 18:00'."""
    return date_format(timezone.localtime(moment, zone), MOMENT)


def _overdue(wait: Wait | OpenWait, zone: ZoneInfo | None) -> TimeLeft:
    if wait.grace_until is None:
        return TimeLeft(pgettext("clock", "Time's up, and the others decide"), overdue=True)
    until = moment_in(wait.grace_until, zone)
    told = pgettext("clock", "Time's up. Grace period until {moment}")
    return TimeLeft(told.format(moment=until), wait.grace_until, overdue=True)
