"""Changes of accounts. Each function owns its transaction."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from games.accounts import closing, rest
from games.accounts.errors import NoVacation
from games.accounts.models import User, Vacation

VACATION_DAYS = 28
"""How many days of a calendar year a person's clocks may stand still."""

AHEAD = timedelta(days=366)
DAY = timedelta(days=1)


@transaction.atomic
def change_profile(*, user: User, username: str, time_zone: str) -> None:
    """Keep the name and the time zone of a person, both already checked by the form."""
    moved = User.objects.select_for_update(no_key=True).get(pk=user.pk).time_zone != time_zone
    user.username = username
    user.time_zone = time_zone
    user.save(update_fields=["time_zone"])
    if moved:
        rest.changed(user)
    # The name is a key: once it has changed, letters to this person wait, and no clock may be held.
    user.save(update_fields=["username"])


@transaction.atomic
def change_rest(
    *, user: User, sleeps_from: int | None, sleeps_to: int | None, weekends_off: bool
) -> None:
    """Keep the hours and days on which a person's clocks stand still, checked by the form."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    user.sleeps_from, user.sleeps_to, user.weekends_off = sleeps_from, sleeps_to, weekends_off
    user.save(update_fields=["sleeps_from", "sleeps_to", "weekends_off"])
    rest.changed(user)


@transaction.atomic
def book_vacation(*, user: User, first: date, last: date) -> Vacation:
    """Let a person's clocks stand still from one day to another; raises NoVacation.

    Today counts already, so a vacation begins tomorrow at the earliest.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    today = today_of(user)
    if last < first:
        raise NoVacation("The last day comes before the first; choose a later one.")
    if first <= today:
        raise NoVacation("A vacation begins tomorrow at the earliest: today counts already.")
    if last > today + AHEAD:
        raise NoVacation("A vacation can be booked a year ahead, not further.")
    if user.vacations.filter(first__lte=last, last__gte=first).exists():
        raise NoVacation("Some of these days are booked already; choose others.")
    for year in range(first.year, last.year + 1):
        left = days_left(user, year)
        if days_in(first, last, year) > left:
            raise NoVacation(
                f"These are {days_in(first, last, year)} days in {year}, "
                f"and you have {left} of {VACATION_DAYS} left there; book fewer."
            )
    vacation = Vacation.objects.create(user=user, first=first, last=last)
    rest.changed(user)
    return vacation


@transaction.atomic
def cancel_vacation(*, user: User, vacation_id: int) -> None:
    """Give back the days of a vacation that are still to come; raises NoVacation."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    today = today_of(user)
    vacation = user.vacations.filter(pk=vacation_id, last__gt=today).first()
    if vacation is None:
        raise NoVacation("No day of this vacation is still to come.")
    if vacation.first > today:
        vacation.delete()
    else:
        vacation.last = today
        vacation.save()
    rest.changed(user)


@transaction.atomic
def close_account(*, user: User) -> None:
    """Delete an account for good. Its games stay, without its name, and go on."""
    closing.close(user)
    user.delete()


def today_of(user: User) -> date:
    """Return the day that it is where a person lives."""
    return timezone.localdate(timezone=ZoneInfo(user.time_zone))


def days_left(user: User, year: int) -> int:
    """Return how many days of vacation a person has left in a calendar year."""
    booked = user.vacations.filter(first__year__lte=year, last__year__gte=year)
    return VACATION_DAYS - sum(days_in(each.first, each.last, year) for each in booked)


def days_in(first: date, last: date, year: int) -> int:
    """Return how many of the days from `first` to `last` fall in a year."""
    begins, ends = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (ends - begins) // DAY + 1)
