"""When one's clocks stand still: hours of sleep, weekends, vacation with its yearly budget."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import services
from games.accounts.errors import NoVacation
from games.accounts.models import User, Vacation
from games.play.models import Player
from games.play.services import Terms
from tests.factories import UserFactory, sign_in_staff
from tests.play.factories import game_of
from tests.play.timepiece import START, Timepiece, at, timepiece

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

TODAY = START.date()
DAY = timedelta(days=1)


@pytest.fixture
def person(client: Client) -> User:
    person = UserFactory()
    client.force_login(person)
    return person


def book(person: User, first: int, days: int) -> Vacation:
    """Book days off that begin so many days from today."""
    return services.book_vacation(
        user=person, first=TODAY + first * DAY, last=TODAY + (first + days - 1) * DAY
    )


def waiting(person: User, hours: int = 48) -> Player:
    """The person's seat in a game that waits for them."""
    game = game_of(person, *["random"] * 2, terms=Terms(hours=hours, reaction_hours=hours))
    return at(game, Player.objects.get(game=game, user=person).seat)


# The page


def rest(client: Client, **data: str) -> str:
    data = {"sleeps_from": "", "sleeps_to": ""} | data
    return client.post(reverse("accounts:rest"), data, follow=True).text


def test_hours_of_sleep_and_weekends_are_kept(client: Client, person: User):
    page = rest(client, sleeps_from="22", sleeps_to="7", weekends_off="on")
    person.refresh_from_db()
    assert "Saved" in page
    assert (person.sleeps_from, person.sleeps_to, person.weekends_off) == (22, 7, True)
    rest(client)
    person.refresh_from_db()
    assert (person.sleeps_from, person.sleeps_to, person.weekends_off) == (None, None, False)


@pytest.mark.parametrize(("begins", "ends"), [("22", ""), ("", "7"), ("8", "8"), ("8", "21")])
def test_sleep_that_cannot_be_is_refused(client: Client, person: User, begins, ends):
    page = rest(client, sleeps_from=begins, sleeps_to=ends)
    assert "at most 12 hours apart" in page
    person.refresh_from_db()
    assert person.sleeps_from is None


@pytest.mark.parametrize("sleep", [(22, None), (None, 7), (8, 8), (8, 21), (20, 9), (24, 2)])
def test_the_database_itself_knows_no_such_sleep(person: User, sleep):
    person.sleeps_from, person.sleeps_to = sleep
    with pytest.raises(IntegrityError), transaction.atomic():
        person.save()


@pytest.mark.parametrize("hours", range(1, 13))
def test_the_database_knows_every_other_sleep(person: User, hours):
    for begins in range(24):
        person.sleeps_from, person.sleeps_to = begins, (begins + hours) % 24
        person.save()


def test_vacation_is_booked_and_given_back_on_the_page(client: Client, person: User, timepiece):
    days = {"first": TODAY + 2 * DAY, "last": TODAY + 4 * DAY}
    page = client.post(reverse("accounts:book-vacation"), days, follow=True).text
    assert "25 in 2026" in page
    vacation = person.vacations.get()
    url = reverse("accounts:cancel-vacation", args=[vacation.pk])
    page = client.post(url, follow=True).text
    assert "28 in 2026" in page


def test_days_that_cannot_be_booked_are_told_why(client: Client, person: User, timepiece):
    page = client.post(reverse("accounts:book-vacation"), {"first": TODAY, "last": TODAY}).text
    assert "tomorrow at the earliest" in page
    page = client.post(reverse("accounts:book-vacation"), {"first": "soon", "last": ""}).text
    assert "Enter a valid date" in page


def test_nobody_gives_back_the_days_of_another(client: Client, person: User, timepiece):
    vacation = book(UserFactory(), 2, 3)
    client.post(reverse("accounts:cancel-vacation", args=[vacation.pk]))
    assert Vacation.objects.filter(pk=vacation.pk).exists()


# The yearly budget


@pytest.mark.parametrize(
    ("first", "days", "why"),
    [
        (0, 1, "tomorrow"),
        (-3, 5, "tomorrow"),
        (2, 0, "before"),
        (2, 29, "28 left"),
        (360, 10, "a year"),
    ],
)
def test_days_are_refused_with_the_reason(person: User, timepiece, first, days, why):
    with pytest.raises(NoVacation, match=why):
        book(person, first, days)
    assert not Vacation.objects.exists()


def test_what_is_booked_once_is_not_booked_again(person: User, timepiece):
    book(person, 5, 5)
    with pytest.raises(NoVacation, match="already booked"):
        book(person, 9, 2)
    book(person, 10, 2)
    assert services.days_left(person, 2026) == 21


def test_each_calendar_year_has_its_own_days(person: User, timepiece):
    timepiece.now = datetime(2026, 12, 1, tzinfo=UTC)
    services.book_vacation(user=person, first=date(2026, 12, 10), last=date(2027, 1, 15))
    assert services.days_left(person, 2026) == 28 - 22
    assert services.days_left(person, 2027) == 28 - 15
    with pytest.raises(NoVacation, match="in 2027"):
        services.book_vacation(user=person, first=date(2027, 2, 1), last=date(2027, 2, 14))


def test_only_days_to_come_are_given_back(person: User, timepiece: Timepiece):
    vacation = book(person, 2, 5)
    timepiece.go(days=3)
    services.cancel_vacation(user=person, vacation_id=vacation.pk)
    assert services.days_left(person, 2026) == 26
    with pytest.raises(NoVacation):
        services.cancel_vacation(user=person, vacation_id=vacation.pk)


def test_a_day_begins_where_the_person_lives(timepiece: Timepiece):
    person = UserFactory(time_zone="Pacific/Kiritimati")
    timepiece.now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert services.today_of(person) == date(2026, 3, 3)
    with pytest.raises(NoVacation):
        services.book_vacation(user=person, first=date(2026, 3, 3), last=date(2026, 3, 3))


# Clocks that run


def test_a_vacation_moves_the_end_of_a_clock_and_giving_it_back_does_too(person, timepiece):
    player = waiting(person)
    before = player.wait.deadline
    vacation = book(person, 1, 7)
    assert at(player.game, player.seat).wait.deadline == before + 7 * DAY
    services.cancel_vacation(user=person, vacation_id=vacation.pk)
    assert at(player.game, player.seat).wait.deadline == before


def test_a_new_time_zone_moves_the_hours_of_sleep(person: User, timepiece: Timepiece):
    change = {"sleeps_from": 0, "sleeps_to": 6, "weekends_off": False}
    services.change_rest(user=person, **change)
    player = waiting(person, hours=10)
    person.refresh_from_db()
    assert player.wait.deadline == START + timedelta(hours=10)
    services.change_profile(user=person, username=person.username, time_zone="Asia/Tokyo")
    # Midnight there is three hours away.
    assert at(player.game, player.seat).wait.deadline == START + timedelta(hours=16)


def test_resting_more_and_then_less_gains_nothing(person: User, timepiece: Timepiece):
    player = waiting(person)
    end = player.wait.deadline
    for _ in range(10):
        services.change_rest(user=person, sleeps_from=12, sleeps_to=0, weekends_off=True)
        timepiece.go(hours=4)
        services.change_rest(user=person, sleeps_from=0, sleeps_to=12, weekends_off=True)
        timepiece.go(hours=4)
    services.change_rest(user=person, sleeps_from=None, sleeps_to=None, weekends_off=False)
    longest = START + 4 * DAY + timedelta(hours=12)
    assert end <= at(player.game, player.seat).wait.deadline <= longest


def test_resting_less_leaves_a_day(person: User, timepiece: Timepiece):
    services.change_rest(user=person, sleeps_from=20, sleeps_to=8, weekends_off=False)
    player = waiting(person)
    timepiece.go(hours=60)
    assert player.wait.deadline > timepiece.now + DAY
    services.change_rest(user=person, sleeps_from=None, sleeps_to=None, weekends_off=False)
    assert at(player.game, player.seat).wait.deadline == timepiece.now + DAY


def test_a_clock_that_was_about_to_run_out_runs_out_then(person: User, timepiece: Timepiece):
    player = waiting(person)
    timepiece.go(hours=47)
    services.change_rest(user=person, sleeps_from=0, sleeps_to=1, weekends_off=False)
    assert at(player.game, player.seat).wait.deadline >= player.wait.deadline
    services.change_rest(user=person, sleeps_from=None, sleeps_to=None, weekends_off=False)
    left = at(player.game, player.seat).wait.deadline - timezone.now()
    assert left <= timedelta(hours=3)


def test_the_staff_sees_when_a_person_rests(client: Client, timepiece: Timepiece):
    sign_in_staff(client)
    person = UserFactory(sleeps_from=22, sleeps_to=6)
    book(person, 2, 3)
    page = client.get(reverse("admin:accounts_user_change", args=[person.pk]))
    assert "Wed 4 Mar 2026" in page.text
    assert "Weekends off" in page.text
    assert client.get(reverse("admin:accounts_user_add")).status_code == 200
