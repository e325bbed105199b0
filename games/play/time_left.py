"""How long a player has left, in words and to the very moment."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from games.play.models import Player

MOMENT = "D j M H:i"


@dataclass(frozen=True)
class TimeLeft:
    """`moment` is when time runs out, or with `overdue` when the grace ends; None if it does not.

    `sentence` says it to anybody, in the words of a list: '2 days 4 hours left, until ...'.
    """

    sentence: str
    moment: datetime | None = None
    overdue: bool = False


def time_left(player: Player, now: datetime, zone: ZoneInfo | None = None) -> TimeLeft | None:
    """Return how long a player has left of the wait he is in; None if play does not wait for him.

    Moments are told in `zone`, or in the zone that is current.
    """
    if not player.is_waited_for:
        return None
    if player.deadline is None:
        return TimeLeft("The clock stands still.")
    if player.overdue:
        return _overdue(player, zone)
    until = moment_in(player.deadline, zone)
    if player.deadline <= now:
        return TimeLeft(f"Time ran out {until}.", player.deadline)
    return TimeLeft(f"{span(player.deadline - now)} left, until {until}", player.deadline)


def clocks_of(players: Iterable[Player], now: datetime) -> list[tuple[Player, TimeLeft]]:
    """Return those of the players whom play waits for, with the time that they have left."""
    return [(player, left) for player in players if (left := time_left(player, now))]


def span(left: timedelta) -> str:
    """Return a span of time in its two largest units: '2 days 4 hours', '25 minutes'."""
    minutes = max(1, int(left.total_seconds() // 60))
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    if days:
        parts = parts[:2]
    told = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count]
    return " ".join(told)


def moment_in(moment: datetime, zone: ZoneInfo | None = None) -> str:
    """Return a moment as the people of a time zone read it: 'Tue 24 Nov 18:00'."""
    return date_format(timezone.localtime(moment, zone), MOMENT)


def _overdue(player: Player, zone: ZoneInfo | None) -> TimeLeft:
    if player.grace_until is None:
        return TimeLeft("Time has run out; the others decide.", overdue=True)
    until = moment_in(player.grace_until, zone)
    told = f"Time has run out; a grace lasts until {until}"
    return TimeLeft(told, player.grace_until, overdue=True)
