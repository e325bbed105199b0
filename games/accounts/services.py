"""Change accounts. Each function owns its transaction."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games.accounts import former, sessions, staff
from games.accounts.contribution import (
    AccountLetter,
    activity_changed,
    contributions,
    rest_changed,
    send_letter,
)
from games.accounts.errors import AccountState, NoVacation
from games.accounts.languages import language_of
from games.accounts.models import StaffAct, User, Vacation

VACATION_DAYS = 28
"""Vacation days per calendar year."""

TELLS_FOR = timedelta(days=3)
"""How long an email that an account was closed or reopened is worth sending."""

AHEAD = timedelta(days=366)
DAY = timedelta(days=1)


@transaction.atomic
def change_profile(*, user: User, username: str, time_zone: str, language: str = "") -> None:
    """Save a person's name, time zone and language, if any, already validated by the form."""
    moved = User.objects.select_for_update(no_key=True).get(pk=user.pk).time_zone != time_zone
    user.username = username
    user.time_zone = time_zone
    user.language = language or user.language
    user.save(update_fields=["time_zone", "language"])
    if moved:
        rest_changed(user)
    # The name is a key: changing it blocks letters to this person, so clocks are adjusted before.
    user.save(update_fields=["username"])


def change_language(*, user: User, language: str) -> None:
    """Save the language that a person reads, one of those that the site speaks."""
    User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def change_rest(
    *, user: User, sleeps_from: int | None, sleeps_to: int | None, weekends_off: bool
) -> None:
    """Save a person's hours of sleep and weekends off, already validated by the form."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    user.sleeps_from, user.sleeps_to, user.weekends_off = sleeps_from, sleeps_to, weekends_off
    user.save(update_fields=["sleeps_from", "sleeps_to", "weekends_off"])
    rest_changed(user)


@transaction.atomic
def book_vacation(*, user: User, first: date, last: date) -> Vacation:
    """Stop a person's clocks from one day to another, both included; raise NoVacation.

    Part of today may already have counted, so a vacation starts tomorrow at the earliest.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    today = today_of(user)
    if last < first:
        raise NoVacation(gettext_lazy("The last day is before the first. Choose a later one."))
    if first <= today:
        raise NoVacation(gettext_lazy("A vacation starts tomorrow at the earliest."))
    if last > today + AHEAD:
        raise NoVacation(gettext_lazy("You can book at most a year ahead. Choose earlier days."))
    if user.vacations.filter(first__lte=last, last__gte=first).exists():
        raise NoVacation(gettext_lazy("Some of these days are already booked. Choose others."))
    for year in range(first.year, last.year + 1):
        left = days_left(user, year)
        if days_in(first, last, year) > left:
            raise NoVacation(
                format_lazy(
                    gettext_lazy(
                        "That's {days} days in {year}, but you have {left} left. Book fewer."
                    ),
                    days=days_in(first, last, year),
                    year=year,
                    left=left,
                )
            )
    vacation = Vacation.objects.create(user=user, first=first, last=last)
    rest_changed(user)
    return vacation


@transaction.atomic
def cancel_vacation(*, user: User, vacation_id: int) -> None:
    """Cancel the remaining days of a vacation; raise NoVacation."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    today = today_of(user)
    vacation = user.vacations.filter(pk=vacation_id, last__gt=today).first()
    if vacation is None:
        raise NoVacation(gettext_lazy("This vacation is already over."))
    if vacation.first > today:
        vacation.delete()
    else:
        vacation.last = today
        vacation.save()
    rest_changed(user)


@transaction.atomic
def close_account(*, user: User, heir: User | None = None) -> None:
    """Delete an account and its bot accounts for good. Games stay, without its name, and go on.

    Nobody else takes its name for a year, but the account that it was merged into, its `heir`.
    """
    for bot in user.bot_accounts.all():
        close_account(user=bot)
    for each in contributions():
        each.closes(user)
    if not user.guest:
        former.keep(user, heir)
    user.delete()


@transaction.atomic
def suspend(*, user: User, by: User, reason: str) -> None:
    """Close an account so that nobody can sign in to it, until it is reopened.

    Its games continue under their clocks. The owner is told, but not the reason. Raises
    AccountState or NoReason.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_staff:
        raise AccountState("Accounts of staff can't be closed here.")
    if not user.is_active:
        raise AccountState("This account is closed already.")
    staff.record(StaffAct.Kind.SUSPEND, by=by, reason=reason, about=user)
    user.is_active = False
    user.save(update_fields=["is_active"])
    activity_changed(user)
    sessions.end_others(user=user, but=None)
    _tell(user, "accounts/email/suspended")


@transaction.atomic
def reopen(*, user: User, by: User, reason: str) -> None:
    """Reopen a closed account and tell its owner; raises AccountState or NoReason."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_active:
        raise AccountState("This account is open.")
    staff.record(StaffAct.Kind.REOPEN, by=by, reason=reason, about=user)
    user.is_active = True
    user.save(update_fields=["is_active"])
    activity_changed(user)
    _tell(user, "accounts/email/reopened")


def _tell(user: User, template: str) -> None:
    """Email someone that staff closed or reopened their account."""
    address = user.confirmed_address() or user.email
    if address:
        words = {"sign_in": settings.SITE_URL + reverse("account_login")}
        send_letter(AccountLetter(template, address, words, TELLS_FOR, language_of(user)))


def today_of(user: User) -> date:
    """Return today's date in a person's time zone."""
    return timezone.localdate(timezone=ZoneInfo(user.time_zone))


def days_left(user: User, year: int) -> int:
    """Return how many vacation days a person has left in a calendar year.

    Two accounts that were merged can have booked more than one person may.
    """
    booked = user.vacations.filter(first__year__lte=year, last__year__gte=year)
    return max(0, VACATION_DAYS - sum(days_in(each.first, each.last, year) for each in booked))


def days_in(first: date, last: date, year: int) -> int:
    """Return how many of the days from `first` to `last` fall in a year."""
    begins, ends = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (ends - begins) // DAY + 1)
