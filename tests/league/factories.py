"""Leagues, seasons and entries for tests."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from games.accounts.models import User
from games.league.models import (
    Division,
    Entry,
    EntryStatus,
    League,
    Season,
    SeasonStatus,
    Substitute,
    Table,
    TableSeat,
)
from tests.factories import UserFactory
from tests.play.factories import game_of

WEEK = timedelta(weeks=1)


class LeagueFactory(DjangoModelFactory):
    """A public league of Hansa for three."""

    class Meta:
        model = League

    slug = factory.Sequence(lambda number: f"league-{number}")
    name = factory.Sequence(lambda number: f"League {number}")
    title = "hansa"
    seats = 3


class SeasonFactory(DjangoModelFactory):
    """The first season of a league, which registers and starts in a week."""

    class Meta:
        model = Season

    league = factory.SubFactory(LeagueFactory)
    number = 1
    opens_at = factory.LazyFunction(lambda: timezone.now() - WEEK)
    starts_at = factory.LazyAttribute(lambda season: season.opens_at + 2 * WEEK)
    ends_at = factory.LazyAttribute(lambda season: season.starts_at + season.league.weeks * WEEK)


class EntryFactory(DjangoModelFactory):
    """Somebody who has registered for a season."""

    class Meta:
        model = Entry

    season = factory.SubFactory(SeasonFactory)
    user = factory.SubFactory(UserFactory)
    registered_at = factory.LazyFunction(timezone.now)


class SubstituteFactory(DjangoModelFactory):
    """Somebody who would take over a seat in a season."""

    class Meta:
        model = Substitute

    season = factory.SubFactory(SeasonFactory)
    user = factory.SubFactory(UserFactory)
    since = factory.LazyFunction(timezone.now)


def division_of(
    season: Season, people: Sequence[User], tables: Sequence[Sequence[int]], **game: Any
) -> Division:
    """A division of people, a row a game: `tables` has the index of the person in each seat.

    The season is running.
    """
    Season.objects.filter(pk=season.pk).update(
        status=SeasonStatus.RUNNING, started_at=season.starts_at
    )
    season.refresh_from_db()
    division = Division.objects.create(season=season, number=season.divisions.count() + 1)
    entries = [
        EntryFactory(
            season=season,
            user=person,
            division=division,
            position=position,
            status=EntryStatus.PLAYING,
            seed=position + 1,
        )
        for position, person in enumerate(people)
    ]
    for number, indexes in enumerate(tables, 1):
        made = game_of(*(people[index] for index in indexes), title=season.league.title, **game)
        table = Table.objects.create(division=division, number=number, game=made)
        for seat, index in enumerate(indexes):
            TableSeat.objects.create(table=table, seat=seat, entry=entries[index])
    return division
