"""Cups that people organize: for whom they are, when they start, and when they don't."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.models import Block
from games.league.errors import LeagueError
from games.league.models import League, Season, SeasonStatus
from games.league.policies import obstacle_to_entering
from games.league.services import cups, registering, running
from games.league.terms import PACE, WEEKS
from games.play.models import Game
from games.play.services import Terms
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def cup(host: object, entries: int = 6, **more: bool) -> Season:
    return cups.create_cup(
        user=host,
        name="Friday cup",
        title="hansa",
        options={},
        seats=3,
        terms=Terms(hours=24, rated=False, least_reliability=95),
        weeks=4,
        entries=entries,
        **more,
    )


def obstacle(season: Season, user: object, **more: str) -> str:
    return obstacle_to_entering(season, user, timezone.now(), **more)


def test_a_cup_is_for_those_who_have_its_link() -> None:
    host, friend, pest = UserFactory.create_batch(3)
    Block.objects.create(user=host, other=pest, since=timezone.now())
    season = cup(host)
    token = season.league.token
    assert obstacle(season, host) == ""
    assert obstacle(season, friend, token=token) == ""
    refused = obstacle(season, friend)
    assert "invited" in refused
    assert obstacle(season, pest, token=token) == refused


def test_a_public_cup_is_for_all_but_those_whom_its_organizer_has_blocked() -> None:
    host, pest, *strangers = UserFactory.create_batch(7)
    Block.objects.create(user=host, other=pest, since=timezone.now())
    season = cup(host, private=False)
    for token in ("", season.league.token):
        assert obstacle(season, pest, token=token) == "No place in this cup is open to you."
    with pytest.raises(LeagueError, match="No place"):
        registering.volunteer(season=season, user=pest)
    for person in (host, *strangers):
        registering.register(season=season, user=person)
    running.tick()
    games = Game.objects.filter(event__season=season)
    assert {game.private for game in games} == {False}


@pytest.mark.parametrize("private", [True, False])
def test_those_who_have_blocked_each_other_are_not_in_one_cup(private: bool) -> None:
    host, joined, pest = UserFactory.create_batch(3)
    season = cup(host, private=private)
    token = season.league.token
    registering.register(season=season, user=joined, token=token)
    assert obstacle(season, pest, token=token) == ""
    Block.objects.create(user=joined, other=pest, since=timezone.now())
    assert obstacle(season, pest, token=token) == "No place in this cup is open to you."
    registering.withdraw(season=season, user=joined)
    registering.register(season=season, user=pest, token=token)
    assert obstacle(season, joined, token=token) == "No place in this cup is open to you."


def test_a_cup_starts_once_enough_have_joined() -> None:
    host = UserFactory()
    season = cup(host)
    for person in (host, *UserFactory.create_batch(4)):
        registering.register(season=season, user=person, token=season.league.token)
    running.tick()
    assert Season.objects.get(pk=season.pk).status == SeasonStatus.REGISTERING
    registering.register(season=season, user=UserFactory(), token=season.league.token)
    running.tick()
    season.refresh_from_db()
    assert season.status == SeasonStatus.RUNNING
    assert season.ends_at == season.started_at + timedelta(weeks=4)
    games = Game.objects.filter(event=season.event)
    assert games.count() == 6
    assert {(game.private, game.hours, game.on_timeout) for game in games} == {(True, 24, "bot")}
    assert {(game.rated, game.least_reliability) for game in games} == {(True, 0)}
    running.tick(now=timezone.now() + timedelta(days=7))
    assert season.league.seasons.count() == 1


def test_a_cup_that_not_enough_join_is_stopped_and_its_organizer_can_cancel_it() -> None:
    host = UserFactory()
    season, other = cup(host), cup(host)
    with pytest.raises(LeagueError, match="Only the organizer"):
        cups.cancel_cup(season=other, user=UserFactory())
    cups.cancel_cup(season=other, user=host)
    running.tick(now=season.starts_at + DAY)
    for each in (season, other):
        each.refresh_from_db()
        assert (each.status, each.started_at) == (SeasonStatus.STOPPED, None)


@pytest.mark.parametrize("wrong", [{"entries": 5}, {"entries": 12}, {"weeks": 0}, {"weeks": 27}])
def test_a_cup_has_bounds(wrong: dict[str, int]) -> None:
    planned = {"title": "hansa", "options": {}, "seats": 3, "terms": Terms(), "name": "Friday cup"}
    with pytest.raises(LeagueError, match="from"):
        cups.create_cup(user=UserFactory(), **{**planned, "weeks": 4, "entries": 6, **wrong})
    assert not League.objects.exists()


def test_a_cup_has_the_pace_of_leagues_if_nothing_else_is_said() -> None:
    league = cups.create_cup(
        user=UserFactory(), name="Cup", title="teutonica", options={}, seats=5, entries=6
    ).league
    assert Terms(**league.terms) == Terms(**PACE)
    assert league.weeks == WEEKS[5]


def test_nobody_has_many_cups_that_wait() -> None:
    host = UserFactory()
    for _ in range(cups.MOST_WAITING):
        cup(host)
    with pytest.raises(LeagueError, match="Cancel one"):
        cup(host)
