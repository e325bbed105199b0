"""What the pages and feeds of leagues say, to whom, and in how many queries."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar

from games.accounts.models import Profile
from games.accounts.models.profile import Audience
from games.league import hosting
from games.league.models import (
    Division,
    Entry,
    League,
    Substitute,
    Table,
    TableSeat,
)
from games.league.pages.division import DivisionPage
from games.league.pages.season import PAGE
from games.play.models import Player, Wait
from tests.factories import UserFactory
from tests.league.factories import (
    EntryFactory,
    LeagueFactory,
    SeasonFactory,
    division_of,
    large_season,
    season_over,
    season_under_way,
)

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def league() -> League:
    terms = {"pace": "bank", "hours": 24, "bank_hours": 60, "reaction_hours": 12}
    return LeagueFactory(name="The Herring League", terms=terms)


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_person_registers_withdraws_and_becomes_a_substitute_on_the_page_of_a_league(
    league: League,
) -> None:
    season = SeasonFactory(league=league)
    user = UserFactory()
    client, page = signed_in(user), f"/leagues/{league.slug}/"
    there = f"{page}{season.number}/"
    assert "The Herring League" in Client().get("/leagues/").text
    assert f'action="{there}register"' in client.get(page).text
    answer = client.post(f"{there}register", follow=True).text
    assert f'action="{there}withdraw"' in answer
    assert f'action="{there}register"' not in answer
    assert user.username in answer
    client.post(f"{there}withdraw")
    assert not Entry.objects.filter(user=user).exists()
    client.post(f"{there}volunteer")
    assert Substitute.objects.filter(user=user, season=season).exists()
    assert f'action="{there}stop-volunteering"' in client.get(page).text
    client.post(f"{there}stop-volunteering")
    assert not Substitute.objects.filter(user=user).exists()


def test_buttons_that_look_alike_are_told_apart_by_those_who_hear_them(league: League) -> None:
    SeasonFactory(league=league)
    SeasonFactory()
    page = re.sub("<[^>]+>", "", Client().get("/leagues/").text)
    named = re.findall(r"Register: (.*)", page)
    assert sorted(named) == sorted(League.objects.values_list("name", flat=True))


def test_what_keeps_a_person_from_registering_is_said_instead_of_the_button(
    league: League,
) -> None:
    # Three games here, and four and three elsewhere: more than a person can play at once.
    season = SeasonFactory(league=league)
    user = UserFactory()
    for seats in (4, 3):
        EntryFactory(user=user, season=SeasonFactory(league=LeagueFactory(seats=seats)))
    page = signed_in(user).get(f"/leagues/{league.slug}/").text
    assert "You can play at most 8 games of leagues and cups at once." in page
    assert f"/{season.number}/register" not in page
    visitor = Client().get(f"/leagues/{league.slug}/").text
    assert "Sign in to register" in visitor
    assert "<form" not in visitor.partition("<main")[2].partition("</main>")[0]


def test_a_division_shows_its_standings_and_what_everyone_can_still_reach(league: League) -> None:
    people = UserFactory.create_batch(7)
    season = season_under_way(league, people)
    page = signed_in(people[0]).get(f"/leagues/{league.slug}/{season.number}/1/").text
    standings = page[page.index('<table class="standings">') : page.index("</table>")]
    rows = standings.split("<tr")[2:]
    assert len(rows) == len(people)
    told = [row for row in rows if "can still finish" in row]
    assert 0 < len(told) < len(rows), "nothing is said of those who can still have any place"
    (mine,) = (row for row in rows if "aria-current" in row)
    assert people[0].username in mine
    points = [Decimal(re.findall(r"total\">([\d.]+)<", row)[0]) for row in rows]
    assert points == sorted(points, reverse=True)
    # Two tables brought all their points; those of the third are shared by three.
    assert sum(points) == pytest.approx(3 * 16, abs=Decimal("0.1"))
    assert "3 of 7 games are over." in page
    assert "Seat lost. A bot plays on." in page
    helper = TableSeat.objects.exclude(substitute=None).get().substitute
    assert helper is not None
    assert f"Seat lost. {helper.username} plays on." in page
    assert page.count("has 3 hours left") == 1
    for table in Table.objects.of(season):
        assert f'href="{table.game.get_absolute_url()}"' in page
    # The way leads back from each game.
    games = [table.game_id for table in Table.objects.of(season)]
    found = hosting.places(games)
    assert [*found] == games
    assert {place.url for place in found.values()} == {f"/leagues/{league.slug}/1/1/"}


def test_a_division_shows_first_which_tables_wait_for_a_player(league: League) -> None:
    people = UserFactory.create_batch(7)
    season = season_under_way(league, people)
    division = Division.objects.select_related("season__league").get(season=season)
    taken = TableSeat.objects.exclude(substitute=None).select_related("substitute").get()
    for person in people:
        page = DivisionPage.of(division, person, season.ends_at)
        open_tables = division.tables.filter(ended_at=None)
        waits = Wait.objects.of(person).filter(player__game__league_table__in=open_tables)
        asked = waits.values_list("player__game__league_table__number", flat=True)
        assert {card.number for card in page.waiting} == set(asked)
        assert len(page.own) == league.seats
        assert len(page.own) + len(page.others) == len(page.tables)
        shown = signed_in(person).get(f"/leagues/{league.slug}/{season.number}/1/").text
        assert shown.count("Your turn: table") == len(asked)
        listed = signed_in(person).get("/leagues/").text
        assert ("your turn in" in listed) == bool(asked)
    # Who has a seat, not who lost it, plays at a table.
    owner = taken.entry.user
    Player.objects.filter(game=taken.table.game, seat=taken.seat).update(user=taken.substitute)
    for person, plays in ((owner, False), (taken.substitute, True)):
        own = DivisionPage.of(division, person, season.ends_at).own
        assert (taken.table.number in {card.number for card in own}) == plays


def test_pages_say_who_will_move_and_when_the_next_season_opens(league: League) -> None:
    season = SeasonFactory(league=league, opens_at=datetime(2026, 11, 2, tzinfo=UTC))
    for _ in range(3):
        division_of(season, UserFactory.create_batch(3), [(0, 1, 2)])
    told = [Client().get(f"/leagues/{league.slug}/1/{number}/").text for number in (1, 2, 3)]
    both = "At the end, the first 2 move up and the last 2 move down."
    assert ["At the end, the last 2 move down." in each for each in told] == [True, False, False]
    assert [both in each for each in told] == [False, True, False]
    assert ["At the end, the first 2 move up." in each for each in told] == [False, False, True]
    # It ends on 18 January.
    opens = "Registration for the next season opens on Mon 4 Jan 2027 at the latest."
    page = f"/leagues/{league.slug}/"
    assert opens in Client().get(page).text
    SeasonFactory(league=league, number=2)
    assert opens not in Client().get(page).text


def test_a_division_says_whose_time_is_up(league: League) -> None:
    people = UserFactory.create_batch(7)
    season = season_under_way(league, people)
    Player.objects.filter(bank=timedelta(hours=3)).update(bank=timedelta(0))
    page = signed_in(people[0]).get(f"/leagues/{league.slug}/{season.number}/1/").text
    assert page.count("'s time is up at table") + page.count("&#x27;s time is up at table") == 1
    assert "has 1 minute left" not in page


def test_no_heading_of_a_division_stands_above_nothing(league: League) -> None:
    people = UserFactory.create_batch(3)
    division = division_of(SeasonFactory(league=league), people, [(0, 1, 2)])
    path = f"/leagues/{league.slug}/1/{division.number}/"
    mine, others = (client.get(path).text for client in (signed_in(people[0]), Client()))
    assert "<h2>Your tables</h2>" in mine
    assert "Other tables" not in mine
    assert "<h2>Tables</h2>" in others


def test_the_sums_of_a_division_add_up(league: League) -> None:
    season = season_over(league, UserFactory.create_batch(7))
    division = Division.objects.select_related("season__league").get(season=season)
    page = DivisionPage.of(division, UserFactory(), season.ends_at)
    assert [sums.place for sums in page.sums] == [line.place for line in page.lines]
    for sums, line in zip(page.sums, page.lines, strict=True):
        terms = [(Decimal(t.points), Decimal(t.others), Decimal(t.product)) for t in sums.terms]
        assert len(terms) == league.seats
        assert sums.points == line.points
        assert sum(term[0] for term in terms) == Decimal(sums.points)
        rounded = Decimal("0.02")
        for points, others, product in terms:
            assert product == pytest.approx(points * others, abs=10 * rounded)
        assert sum(term[2] for term in terms) == pytest.approx(
            Decimal(sums.products), abs=rounded * 2
        )


def test_the_page_of_a_season_takes_the_same_queries_for_a_thousand_entries() -> None:
    counts = []
    for divisions in (3, 125):
        season = large_season(divisions)
        own = signed_in(Entry.objects.filter(season=season).latest("pk").user)
        path = f"/leagues/{season.league.slug}/{season.number}/"
        own.get(path)
        with CaptureQueriesContext(connection) as found:
            page = own.get(path).text
        counts.append(len(found))
        # The visitor's own division comes first and once, and then as many as a page has.
        assert page.count('<table class="standings">') == min(divisions, PAGE + 1)
        assert f"Your division: {divisions}" in page
    assert counts[0] == counts[1]


def test_a_league_shows_who_won_its_seasons_and_where_people_went(league: League) -> None:
    people = UserFactory.create_batch(7)
    season_over(league, people)
    page = Client().get(f"/leagues/{league.slug}/").text
    assert page.count(f'class="player" href="/people/{people[0].username}/"') == 1
    assert people[1].username not in page
    season = Client().get(f"/leagues/{league.slug}/1/").text
    assert season.count("moves up") == 2
    assert season.count("moves down") == 2
    assert "can still finish" not in season


def test_only_those_whom_it_concerns_see_a_private_cup(league: League) -> None:
    League.objects.update(private=True, creator=UserFactory(username="Host"))
    people = UserFactory.create_batch(7)
    season = season_under_way(league, people)
    paths = [f"/leagues/{league.slug}/", f"/leagues/{league.slug}/{season.number}/1/"]
    paths += [f"{paths[1]}division.ics", f"{paths[1]}division.atom"]
    insiders = [
        people[3],
        League.objects.get().creator,
        Substitute.objects.filter(season=season)[0].user,
        UserFactory(is_staff=True),
    ]
    for path in paths:
        assert Client().get(path).status_code == 404
        assert signed_in(UserFactory()).get(path).status_code == 404
        assert all(signed_in(user).get(path).status_code == 200 for user in insiders)
    assert league.name not in Client().get("/leagues/").text
    assert league.name in signed_in(people[3]).get("/leagues/").text


def test_feeds_tell_what_has_happened_and_when_the_season_ends(league: League) -> None:
    season = season_under_way(league, UserFactory.create_batch(7))
    path = f"/leagues/{league.slug}/{season.number}/"
    feed = ElementTree.fromstring(Client().get(f"{path}season.atom").content)
    titles = [each.findtext(f"{ATOM}title") or "" for each in feed.iter(f"{ATOM}entry")]
    # Three tables have ended, and the season has opened and started.
    assert len(titles) == 5
    assert sum("table 1" in title and "1. Merchant" in title for title in titles) == 1
    calendar = Calendar.from_ical(Client().get(f"{path}1/division.ics").content)
    dates = {str(event["summary"]): event["dtstart"].dt for event in calendar.walk("VEVENT")}
    assert dates[f"{league.name}, season 1: last day"] == season.ends_at.replace(microsecond=0)
    assert len(dates) == 5
    assert Client().get(f"{path}1/division.ics").content == (
        Client().get(f"{path}1/division.ics").content
    )


def test_a_profile_tells_of_seasons_unless_the_person_hides_their_games(league: League) -> None:
    people = UserFactory.create_batch(7)
    season_over(league, people)
    person, part = people[0], f"/people/{people[0].username}/leagues/"
    member = signed_in(UserFactory())
    assert part in member.get(f"/people/{person.username}/").text
    assert f'href="/leagues/{league.slug}/1/1/"' in member.get(part).text
    newcomer = f"/people/{UserFactory().username}/"
    assert f"{newcomer}leagues/" not in member.get(newcomer).text
    Profile.objects.update_or_create(user=person, defaults={"shows_games": Audience.NOBODY})
    assert member.get(part).status_code == 404
    assert part not in member.get(f"/people/{person.username}/").text
