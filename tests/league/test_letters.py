"""What people are told about a season: all that is said in whole sentences, and each thing once."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation

from games.accounts.models import StaffAct, User
from games.league.letters import (
    STOPPED,
    CupCancelled,
    SeasonBegun,
    SeasonEnded,
    StaffActed,
    WeekStanding,
)
from games.league.models import (
    Entry,
    EntryStatus,
    Kind,
    LostBy,
    Moves,
    Season,
    SeasonStatus,
    Table,
)
from games.league.services import cups, registering, running, starting, telling
from games.play.models import Wait
from games.post import services as post
from games.post.letters import Written
from games.post.models import Letter, Schedule
from games.post.notifications import notification_of
from games.post.notifications.base import Notification
from games.post.unsubscribe import unsubscribe_url
from tests.factories import UserFactory
from tests.league.factories import EntryFactory, LeagueFactory, SeasonFactory, division_of
from tests.league.seasons import go_to_start, next_of, registered
from tests.play.test_letter_sentences import ZONE, check, words_of
from tests.play.timepiece import Timepiece, timepiece

__all__ = ["timepiece"]
pytestmark = pytest.mark.django_db

SEATS = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


@pytest.fixture
def people() -> list[User]:
    return [UserFactory(time_zone=ZONE) for _ in range(3)]


@pytest.fixture
def season(people: list[User]) -> Season:
    """A running season of one division, whose three people play three games."""
    season = SeasonFactory(league__name="Winter league", starts_at=timezone.now())
    division_of(season, people, SEATS)
    Letter.objects.all().delete()
    return season


def of(season: Season) -> dict[str, int]:
    return {"league": season.league_id, "season": season.pk}


def written(notification: Notification, user: User) -> Written | None:
    """What a letter says, read whole."""
    letter = Letter(**notification.row(user))
    letter.recipient = user
    return check(letter)


def waits_of(user: User) -> list[Wait]:
    return list(Wait.objects.filter(ended_at=None, player__user=user))


def first_place(season: Season, *, ended: int = 1) -> None:
    """Let so many tables end as the first in the division would have it."""
    winner = season.entries.order_by("position").first()
    for table in Table.objects.of(season)[:ended]:
        seat = table.seats.get(entry=winner).seat
        table.places = [1 if each == seat else 2 for each in range(3)]
        table.scores = [30 if each == seat else 20 for each in range(3)]
        table.ended_at = timezone.now()
        table.save()


# The start


def test_one_letter_shows_all_tables_and_whose_turn_it_is(season: Season, people: list[User]):
    for user in people:
        found = written(SeasonBegun(**of(season)), user)
        assert found
        assert found.subject == "Winter league, season 1: your tables are ready"
        own = waits_of(user)
        assert found.until == min((wait.deadline for wait in own), default=None)
        assert found.waits == bool(own)
        said = words_of(found)
        for body in (said["text"], said["html"]):
            assert body.count("It's your turn in") == len(own)
            assert body.count("We're waiting for") == 3 - len(own)
            assert "You're in division 1" in body
            assert "Time off doesn't change these days." in body
        for body in (found.text, found.html):
            assert body.count("/visit/") == 3
        others = {each.username for each in people if each != user}
        assert all(found.text.count(name) >= 3 for name in others)


def test_it_says_so_in_german(season: Season, people: list[User]):
    user = next(each for each in people if waits_of(each))
    user.language = "de"
    user.save()
    letter = Letter(**SeasonBegun(**of(season)).row(user))
    with translation.override(notification_of(letter).language_for(letter)):
        found = notification_of(letter).write(letter)
    assert found
    assert "Deine Tische" in found.subject
    assert found.text.count(" bist du am Zug, und deine Zeit endet ") == len(waits_of(user))


def test_who_has_left_or_a_season_that_is_stopped_has_nothing_to_tell(
    season: Season, people: list[User]
):
    Entry.objects.filter(user=people[0]).update(status=EntryStatus.LEFT)
    assert written(SeasonBegun(**of(season)), people[0]) is None
    Season.objects.update(status=SeasonStatus.STOPPED)
    assert written(SeasonBegun(**of(season)), people[1]) is None


@pytest.mark.engine
def test_a_start_sends_each_person_one_letter_however_many_games_and_ticks(timepiece: Timepiece):
    league = LeagueFactory(terms={"hours": 24, "grace_hours": 0})
    running.tick()
    players = registered(next_of(league), 6)
    season = go_to_start(timepiece, next_of(league))
    assert season.status == SeasonStatus.RUNNING
    running.tick()
    told = Letter.objects.values_list("kind", "recipient")
    assert sorted(told) == [("season_begun", each.pk) for each in players]
    for letter in Letter.objects.all():
        assert bool(letter.until) == bool(waits_of(letter.reader))


# The week


def test_the_week_is_one_line_in_a_digest(season: Season, people: list[User]):
    standing = WeekStanding(**of(season), week=2)
    assert written(standing, people[0]) is None, "no table is over"
    first_place(season)
    found = written(standing, people[0])
    assert found
    sentences = "You're 1st in division 1. Points: 10. Games over: 1 of 3."
    assert found.short == sentences, "all places can still be reached"
    first_place(season, ended=2)
    found = written(standing, people[0])
    assert found
    assert found.short.endswith("Games over: 2 of 3. Outlook: will finish 1st.")


def test_the_week_is_told_once_and_only_in_digests(season: Season, people: list[User]):
    post.set_schedule(user=people[1], mode=Schedule.Mode.DIGEST, minutes=15, hour=7, reminders=[])
    week = timedelta(weeks=1, hours=1)
    for now in (season.started_at, season.started_at + week, season.started_at + week):
        telling.tell_week(season_id=season.pk, now=now)
    assert [letter.recipient for letter in Letter.objects.all()] == [people[1]]
    telling.tell_week(season_id=season.pk, now=season.started_at + 2 * week)
    assert [letter.payload["week"] for letter in Letter.objects.order_by("pk")] == [1, 2]


# The end


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (Moves.UP, "You move up a division."),
        (Moves.STAY, "You stay in this division."),
        (Moves.DOWN, "You move down a division."),
    ],
)
def test_the_end_says_place_and_movement(season: Season, people: list[User], moves, told):
    Season.objects.update(status=SeasonStatus.OVER)
    Entry.objects.update(final_rank=2, final_points="15/2", moves=moves)
    found = written(SeasonEnded(**of(season)), people[0])
    assert found
    assert found.subject == "Winter league, season 1 is over"
    assert found.short == f"You finished 2nd in division 1. Points: 7.5. {told}"


@pytest.mark.parametrize("kind", [Kind.LEAGUE, Kind.CUP])
def test_the_end_says_who_has_won(season: Season, people: list[User], kind: Kind):
    season.league.kind = kind
    season.league.save()
    Season.objects.update(status=SeasonStatus.OVER)
    Entry.objects.update(final_rank=1, moves=Moves.STAY)
    won = "You've won the cup." if kind == Kind.CUP else "You've won the season."
    found = written(SeasonEnded(**of(season)), people[0])
    assert found
    assert found.short.endswith(won)


def test_the_end_says_who_has_to_finish_games_before_the_next_season(
    season: Season, people: list[User]
):
    Season.objects.update(status=SeasonStatus.OVER)
    Entry.objects.update(final_rank=3, moves=Moves.STAY)
    SeasonFactory(league=season.league, number=2)
    lost = Table.objects.of(season)[0].seats.get(entry__user=people[0])
    lost.lost_at, lost.lost_by = timezone.now(), LostBy.TIMEOUT
    lost.save()
    told = [written(SeasonEnded(**of(season)), person) for person in people]
    assert ["Finish 1 rated game first." in (found.text if found else "") for found in told] == [
        True,
        False,
        False,
    ]


def test_the_end_leads_to_the_next_season(season: Season, people: list[User]):
    Season.objects.update(status=SeasonStatus.OVER)
    Entry.objects.update(final_rank=1, moves=Moves.STAY)
    following = SeasonFactory(league=season.league, number=2)
    found = written(SeasonEnded(**of(season)), people[0])
    assert found
    assert "register until then" in found.text
    assert f"See the standings: {settings.SITE_URL}/leagues/{season.league.slug}/1/1/" in found.text
    assert f"/leagues/{season.league.slug}/1/1/" in found.html
    EntryFactory(season=following, user=people[0])
    found = written(SeasonEnded(**of(season)), people[0])
    assert found
    assert "You've registered for the next season" in found.text


def test_a_cup_has_no_divisions_to_move_between(season: Season, people: list[User]):
    season.league.kind = Kind.CUP
    season.league.save()
    first_place(season)
    for notification in (SeasonBegun(**of(season)), WeekStanding(**of(season), week=1)):
        found = written(notification, people[0])
        assert found
        assert "division" not in found.text
        assert "season 1" not in found.text
    Season.objects.update(status=SeasonStatus.OVER)
    Entry.objects.update(final_rank=3, moves=Moves.STAY)
    found = written(SeasonEnded(**of(season)), people[0])
    assert found
    assert found.short == "You finished 3rd. Points: 0."


# All


def test_one_click_turns_off_what_comes_about_a_league(season: Season, people: list[User]):
    first, second = people[:2]
    telling.tell_begun(season, [first, second])
    topic = SeasonBegun(**of(season)).topic
    link = unsubscribe_url(first, topic).removeprefix(settings.SITE_URL)
    assert "Winter league" in Client().get(link).content.decode()
    Client().post(link)
    states = dict(Letter.objects.values_list("recipient", "state"))
    assert states == {first.pk: Letter.State.UNWANTED, second.pk: Letter.State.WAITING}


def test_who_has_joined_a_cup_that_is_cancelled_is_told():
    host, friend = UserFactory(), UserFactory()
    plan = {"name": "Club cup", "title": "hansa", "options": {}, "seats": 3, "entries": 6}
    season, late = (cups.create_cup(user=host, **plan) for _ in range(2))
    for cup in (season, late):
        for person in (host, friend):
            registering.register(season=cup, user=person, token=cup.league.token)
    cups.cancel_cup(season=season, user=host)
    (letter,) = Letter.objects.all()
    assert letter.recipient == friend
    found = written(CupCancelled(**of(season)), friend)
    assert found
    assert found.subject == "Club cup is cancelled"
    assert "The organizer cancelled Club cup before it began." in found.text
    starting.begin(season_id=late.pk, now=late.starts_at)
    told = Letter.objects.exclude(pk=letter.pk)
    assert {each.recipient for each in told} == {host, friend}
    found = written(CupCancelled(**of(late), too_few=True), host)
    assert found
    assert "Not enough people have joined Club cup in 60 days" in found.text


def test_what_staff_did_is_told_with_their_reason(season: Season, people: list[User]):
    act = StaffAct.objects.create(kind="stop", by_name="Staff", reason="A bug in the schedule.")
    found = written(StaffActed(**of(season), did=STOPPED, act=act.pk), people[0])
    assert found
    assert "Their reason: A bug in the schedule." in found.text
