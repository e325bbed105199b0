"""Pages of leagues take as many queries with many entries, divisions and seasons as with few."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import User
from games.league.models import Kind
from tests.factories import UserFactory
from tests.league.factories import (
    EntryFactory,
    LeagueFactory,
    SeasonFactory,
    SubstituteFactory,
    end_large,
    end_tables,
    large_season,
)

pytestmark = pytest.mark.django_db

WEEKS = timedelta(weeks=12)


def pages_of(divisions: int, seasons: int) -> tuple[User, dict[str, str]]:
    """Lay a league with seasons of so many divisions, and a cup; return a player and the pages.

    The player is in the last division of each season and in the cup. There are as many more leagues
    as seasons.
    """
    people = UserFactory.create_batch(8 * divisions)
    league = LeagueFactory()
    for number in range(1, seasons + 1):
        opens_at = timezone.now() - (seasons + 2 - number) * WEEKS
        end_large(large_season(divisions, people, league=league, number=number, opens_at=opens_at))
    season = large_season(divisions, people, league=league, number=seasons + 1)
    end_tables(season, 3)
    SubstituteFactory.create_batch(divisions, season=season)
    new = SeasonFactory(league=league, number=seasons + 2)
    for person in people:
        EntryFactory(season=new, user=person)
    for _ in range(seasons):
        EntryFactory(season=SeasonFactory(), user=people[-1])
    cup = SeasonFactory(league=LeagueFactory(kind=Kind.CUP, private=True))
    # A cup that is full says so without a look at the person.
    for person in people[-min(divisions, 9) :]:
        EntryFactory(season=cup, user=person)
    own, past = f"/leagues/{league.slug}/{season.number}/", f"/leagues/{league.slug}/1/"
    return people[-1], {
        "leagues": "/leagues/",
        "league": f"/leagues/{league.slug}/",
        "season": own,
        "last page of a season": f"{own}?page=99",
        "feed of a season": f"{own}season.atom",
        "calendar of a season": f"{own}season.ics",
        "division": f"{own}{divisions}/",
        "feed of a division": f"{own}{divisions}/division.atom",
        "calendar of a division": f"{own}{divisions}/division.ics",
        "past season": past,
        "past division": f"{past}1/",
        "record": f"/people/{people[-1].username}/leagues/",
        "cup": f"/cups/join/{cup.league.token}/",
        "form of cups": "/cups/new/",
        "staff's list": "/staff/leagues/",
        "staff's page of a season": f"/staff/leagues/{season.pk}/",
    }


def test_no_page_takes_more_queries_as_leagues_grow() -> None:
    boss = UserFactory(is_staff=True)
    counts = []
    for divisions, seasons in ((2, 1), (13, 3)):
        player, pages = pages_of(divisions, seasons)
        found = {}
        for name, page in pages.items():
            for visitor in (boss,) if "staff" in page else (player, boss, None):
                client = Client()
                if visitor is not None:
                    client.force_login(visitor)
                # The first visit of a day, and of a page, may read more.
                client.get(page)
                with CaptureQueriesContext(connection) as queries:
                    answer = client.get(page)
                assert answer.status_code in (200, 302), page
                who = "nobody" if visitor is None else "staff" if visitor == boss else "player"
                found[name, who] = len(queries)
        counts.append(found)
    few, many = counts
    assert [page for page in few if many[page] > few[page]] == []
    assert max(few.values()) <= 25
