"""What everybody sees: people, ratings, leagues. What one hides stays hidden from programs."""

import pytest

from games.accounts.models import Audience, Profile, Scope
from games.accounts.people import block
from games.club.models import Standing
from games.ratings.models import Rating
from tests.api.programs import Program, code_of
from tests.factories import UserFactory
from tests.league.factories import SeasonFactory, division_of

pytestmark = pytest.mark.django_db


def program(*scopes: Scope) -> Program:
    return Program(UserFactory(), *(scopes or (Scope.PLAY,)))


def test_a_person_is_shown_with_their_ratings() -> None:
    person = UserFactory(username="Grétry")
    Profile.objects.create(user=person, country="BE", language="fr", about="Slow and steady")
    Rating.objects.create(
        title="hansa", pool="people", user=person, mean=0.5, deviation=0.3, games=12,
        last="2026-11-01",
    )  # fmt: skip
    told = program().get("/people/grétry").json()
    assert told["name"] == "Grétry"
    assert (told["country"], told["language"], told["about"]) == ("BE", "fr", "Slow and steady")
    (rating,) = told["ratings"]
    assert (rating["title"], rating["pool"], rating["rating"]) == ("hansa", "people", 1600)
    assert "email" not in told


def test_what_a_person_hides_is_hidden() -> None:
    person = UserFactory(username="Shy")
    profile = Profile.objects.create(user=person, about="Me", shows_about=Audience.MEMBERS)
    reader = program(Scope.READ_OWN)
    assert reader.get("/people/Shy").json()["about"] == "Me"
    assert program().get("/people/Shy").json()["about"] is None
    block(user=person, other=reader.token.user)
    assert reader.get("/people/Shy").json()["about"] is None
    profile.shows_about = Audience.NOBODY
    profile.save()
    assert program(Scope.READ_OWN).get("/people/Shy").json()["about"] is None


@pytest.mark.parametrize("fields", [{"is_active": False}, {"guest": True}])
def test_nobody_is_shown_who_has_no_page(fields) -> None:
    UserFactory(username="Gone", **fields)
    assert code_of(program().get("/people/Gone")) == "not-found"
    assert code_of(program().get("/people/Nobody")) == "not-found"


def test_the_leaderboard_is_that_of_all_games() -> None:
    people = UserFactory.create_batch(3)
    for place, person in enumerate(people, 1):
        fields = {"title": "hansa", "pool": "people", "user": person, "games": 9, "won": place}
        Standing.objects.create(place=place, value=1700 - place, deviation=50, **fields)
        Standing.objects.create(place=place, value=5, month="2026-11", **fields)
    told = program().get("/ratings/hansa").json()
    assert (told["more"], told["ranked_by"]) == (False, "rating")
    assert [(each["place"], each["name"], each["rating"]) for each in told["places"]] == [
        (place, person.username, 1700 - place) for place, person in enumerate(people, 1)
    ]
    assert program().get("/ratings/teutonica").json()["places"] == []
    assert program().get("/ratings/hansa", {"pool": "bots"}).json()["places"] == []


def test_there_are_leaderboards_of_boards_numbers_of_players_and_months() -> None:
    person = UserFactory()
    for value, of in enumerate(({"board": "hanse"}, {"players": 4}, {"month": "2026-11"}), 5):
        fields = {"title": "teutonica", "pool": "people", "place": 1, "games": 3, **of}
        Standing.objects.create(value=value, user=person, **fields)
        told = program().get("/ratings/teutonica", of).json()
        assert told["ranked_by"] == "gained"
        (place,) = told["places"]
        assert (place["rating"], place["deviation"], place["games"]) == (value, 0, 3)
    assert (
        program().get("/ratings/teutonica", {"players": 4, "board": "hanse"}).json()["places"] == []
    )
    for nonsense in ({"month": "November"}, {"players": 99}, {"board": "x" * 21}):
        assert code_of(program().get("/ratings/teutonica", nonsense)) == "invalid"


def test_a_season_is_told_with_its_standings() -> None:
    season = SeasonFactory(league__name="The League")
    people = UserFactory.create_batch(3)
    division = division_of(season, people, [[0, 1, 2]])
    (league,) = program().get("/leagues").json()["leagues"]
    assert (league["id"], league["name"]) == (season.league.slug, "The League")
    assert [each["number"] for each in league["seasons"]] == [season.number]
    told = program().get(f"/leagues/{season.league.slug}/seasons/{season.number}").json()
    (shown,) = told["divisions"]
    names = [(line["name"], line["played"], line["tables"]) for line in shown["lines"]]
    assert sorted(names) == sorted((person.username, 0, 1) for person in people)
    table = division.tables.get()
    assert shown["tables"] == [{"number": 1, "game": table.game_id, "over": False}]
    assert code_of(program().get(f"/leagues/{season.league.slug}/seasons/99")) == "not-found"


def test_a_private_cup_is_for_those_who_play_in_it() -> None:
    person = UserFactory()
    cup = SeasonFactory(league__kind="cup", league__private=True, league__creator=person)
    path = f"/leagues/{cup.league.slug}/seasons/{cup.number}"
    assert Program(person, Scope.LEAGUE_READ).get(path).status_code == 200
    for other in (Program(person, Scope.READ_OWN, name="Other"), program(Scope.LEAGUE_READ)):
        assert code_of(other.get(path)) == "not-found"
        assert other.get("/leagues").json()["leagues"] == []
