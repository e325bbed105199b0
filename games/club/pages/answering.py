"""When a person answers, by hour of the week, and how long they take."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from zoneinfo import ZoneInfo

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext, pgettext_lazy

from games.accounts.models import User
from games.drawing import charts
from games.play.language import spoken
from games.play.models import EndedBy, Wait
from games.play.pages.time_left import span
from games.play.reliability import ENOUGH, newest_seats

NEWEST = 200
"""How many of the newest answers are counted."""

HOURS = 24
PARTS = (
    (pgettext_lazy("day", "Night"), pgettext_lazy("hours", "0 to 6")),
    (pgettext_lazy("day", "Morning"), pgettext_lazy("hours", "6 to 12")),
    (pgettext_lazy("day", "Afternoon"), pgettext_lazy("hours", "12 to 18")),
    (pgettext_lazy("day", "Evening"), pgettext_lazy("hours", "18 to 24")),
)
_PART = HOURS // len(PARTS)


@dataclass(frozen=True)
class Answering:
    """How often a person answered in each hour: `counts` has 24 numbers for each day from Monday.

    `usual` is their median time for an answer in words, in whole hours from two hours on. `zone`
    is the time zone of the hours.
    """

    counts: tuple[tuple[int, ...], ...]
    usual: str
    zone: str

    @classmethod
    def of(cls, user: User) -> "Answering | None":
        """Return when a person answers, None if they have given too few answers; one query."""
        seats = newest_seats(user).values("pk")
        waits = Wait.objects.filter(holder__in=seats, ended_by=EndedBy.ANSWERED)
        newest = waits.order_by("-ended_at", "-pk").values_list("since", "ended_at")[:NEWEST]
        answers = [(since, ended) for since, ended in newest if ended is not None]
        return cls.counted(answers, user.time_zone) if len(answers) >= ENOUGH else None

    @classmethod
    def counted(cls, answers: list[tuple[datetime, datetime]], zone: str) -> "Answering":
        """Return answers, each from when it was asked to when it was given, by hour of the week."""
        counts = [[0] * HOURS for _ in WEEKDAYS]
        for _, ended in answers:
            moment = ended.astimezone(ZoneInfo(zone))
            counts[moment.weekday()][moment.hour] += 1
        taken = median((ended - since).total_seconds() for since, ended in answers)
        step = 3600 if taken > 2 * 3600 else 60
        usual = spoken().say(span(timedelta(seconds=round(taken / step) * step)))
        return cls(tuple(map(tuple, counts)), usual, zone)

    @property
    def total(self) -> int:
        """How many answers were counted."""
        return sum(map(sum, self.counts))

    @property
    def chart(self) -> str:
        """The hours of the week as a picture."""
        return charts.week(
            self.counts,
            [str(day) for day in WEEKDAYS.values()],
            gettext("Answers by hour of the week, as in the table below"),
        )

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The parts of the day that the table has: name and hours."""
        return [(str(name), str(hours)) for name, hours in PARTS]

    @property
    def rows(self) -> list[tuple[str, list[int]]]:
        """The table: each day with its answers by part of the day."""
        return [
            (str(day), [sum(hours[part : part + _PART]) for part in range(0, HOURS, _PART)])
            for day, hours in zip(WEEKDAYS.values(), self.counts, strict=True)
        ]
