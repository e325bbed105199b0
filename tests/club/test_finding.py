"""Find a game: to join, to watch, or to look up."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import Audience, Follow, Profile
from games.accounts.people import block
from games.club.models import Standing
from games.club.pages.finding import STRONG, Search, finished_games, open_games, running_games
from games.club.staff.finding import Found
from games.play.models import Game, Player
from games.play.services import Terms
from games.ratings.models import Pool
from tests.factories import UserFactory
from tests.play.factories import game_of, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return UserFactory(username="Ann")


@pytest.fixture
def ben():
    return UserFactory(username="Ben")


def names(client: Client, path: str, **data: str) -> set[str]:
    """The names of the games that a page lists."""
    page = client.get(path, data).text
    return {name for name in Game.objects.values_list("name", flat=True) if f">{name}</a>" in page}


def test_open_games_are_filtered_by_what_they_are(client: Client, ann):
    def table(name: str, *seats: str, **more) -> None:
        game_of(ann, *(seats or ("open", "open")), name=name, **more)

    table("East", options={"board": "east"})
    table("Four", "open", "open", "open")
    table("Baltic", title="hansa")
    table("Quick", terms=Terms(hours=24))
    table("Friendly", terms=Terms(rated=False))
    table("Bank", terms=Terms(pace="bank", bank_hours=240, hours=12))
    table("Strict", terms=Terms(least_reliability=90))
    game_of(ann, "invited", "journeyman", name="Hidden", private=True)
    everything = {"East", "Four", "Baltic", "Quick", "Friendly", "Bank", "Strict"}
    for wanted, found in (
        ({}, everything),
        ({"table": "teutonica:east"}, {"East"}),
        ({"table": "hansa"}, {"Baltic"}),
        ({"players": "4"}, {"Four"}),
        ({"pace": "day"}, {"Quick"}),
        ({"pace": "bank"}, {"Bank"}),
        ({"rated": "no"}, {"Friendly"}),
        ({"reliability": "80"}, {"Strict"}),
        ({"reliability": "95"}, set()),
        ({"table": "chess", "players": "-1", "pace": "light"}, everything),
    ):
        assert names(client, "/games/", **wanted) == found, wanted


def test_a_language_is_found_only_as_far_as_it_is_told(client: Client, ann, ben):
    game_of(ann, "open", name="Anns")
    game_of(ben, "open", name="Bens")
    Profile.objects.create(user=ann, language="de", shows_about=Audience.MEMBERS)
    Profile.objects.create(user=ben, language="de", shows_about=Audience.NOBODY)
    assert names(client, "/games/", language="de") == set()
    client.force_login(UserFactory())
    assert names(client, "/games/", language="de") == {"Anns"}


def test_games_of_people_one_follows_come_first_and_blockers_are_left_out(ann, ben):
    first = game_of(UserFactory(), "open", name="Older")
    theirs = game_of(ben, "open", name="Bens")
    Follow.objects.create(user=ann, other=ben)
    assert [game.pk for game in open_games(Search(), ann)] == [theirs.pk, first.pk]
    assert [game.pk for game in open_games(Search(who="followed"), ann)] == [theirs.pk]
    block(user=ben, other=ann)
    assert [game.pk for game in open_games(Search(), ann)] == [first.pk]


def test_one_watches_strong_people_and_looks_up_results(client: Client, ann, ben):
    running = game_of(ann, "journeyman", name="Running")
    game_of(ben, "journeyman", name="Other")
    over = play_out(game_of(ann, ben, name="Over"))
    Player.objects.filter(game=over, user=ann).update(place=1)
    Player.objects.filter(game=over, user=ben).update(place=2)
    Standing.objects.create(
        title=running.title, pool=Pool.PEOPLE, user=ann, place=1, value=1620, games=30
    )
    assert [game.name for game in running_games(Search(who=STRONG), ben)] == ["Running"]
    assert names(client, "/games/running/") == {"Running", "Other"}
    assert names(client, "/games/running/", person="ann") == {"Running"}
    assert "No player has that name." in client.get("/games/finished/?person=Nobody").text
    assert names(client, "/games/finished/", name="OVE") == {"Over"}
    for person, result, found in (
        ("Ann", "won", {"Over"}),
        ("Ann", "not_won", set()),
        ("Ben", "not_won", {"Over"}),
    ):
        assert names(client, "/games/finished/", person=person, result=result) == found


def test_of_a_person_who_hides_their_games_only_rated_ones_are_found_by_name(client: Client, ann):
    play_out(game_of(ann, UserFactory(), name="Rated"))
    play_out(game_of(ann, UserFactory(), name="Friendly", terms=Terms(rated=False)))
    Profile.objects.create(user=ann, shows_games=Audience.NOBODY)
    assert names(client, "/games/finished/", person="Ann") == {"Rated"}
    client.force_login(ann)
    assert names(client, "/games/finished/", person="Ann") == {"Rated", "Friendly"}


@pytest.mark.parametrize("text", ["jorg", "JOERG", "Jörg", "jo\u0308rg", "gs Ø", "s o"])
def test_games_are_found_by_a_part_of_their_name_without_accents(client: Client, ann, text):
    play_out(game_of(ann, UserFactory(), name="Jörgs Øl"))
    play_out(game_of(ann, UserFactory(), name="Georgs"))
    assert names(client, "/games/finished/", name=text) == {"Jörgs Øl"}
    assert [game.name for game in Found.of(text).games] == ["Jörgs Øl"]


def test_a_game_is_found_by_its_new_name(client: Client, ann):
    game = play_out(game_of(ann, UserFactory(), name="Sundays"))
    game.name = "Montags in Köln"
    game.save(update_fields=["name"])
    assert names(client, "/games/finished/", name="koln") == {game.name}
    assert names(client, "/games/finished/", name="sunday") == set()


def test_private_games_are_found_by_their_players_only(client: Client, ann, ben):
    play_out(game_of(ann, ben, name="Secret", private=True))
    game_of(ann, ben, name="Going on", private=True)
    for person, sees in ((None, False), (UserFactory(), False), (ann, True), (ben, True)):
        if person:
            client.force_login(person)
        assert names(client, "/games/finished/") == ({"Secret"} if sees else set())
        assert names(client, "/games/running/") == ({"Going on"} if sees else set())


def test_no_more_queries_for_long_lists(client: Client, ann, ben):
    client.force_login(ben)

    def counts() -> list[int]:
        counted = []
        for path in ("/games/", "/games/running/?who=strong", "/games/finished/?person=Ann"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            counted.append(len(queries))
        return counted

    def some(count: int) -> None:
        for _ in range(count):
            game_of(ann, "open")
            game_of(ann, "journeyman")
            over = game_of(ann, "journeyman")
            Game.objects.filter(pk=over.pk).update(status="over", ended=over.created)

    some(1)
    few = counts()
    some(5)
    assert counts() == few
    assert list(finished_games(Search(name="no such"), ben)) == []


@pytest.mark.parametrize("find", [open_games, running_games, finished_games])
def test_an_index_has_games_in_the_order_of_their_list(find, ann):
    with connection.cursor() as cursor:
        # Sorting few games may seem cheaper, so it is chosen only where no index has the order.
        for way in ("seqscan", "bitmapscan", "sort") if connection.vendor == "postgresql" else ():
            cursor.execute(f"SET LOCAL enable_{way} = off")
    plan = find(Search(), ann)[:12].explain()
    assert "Sort" not in plan
    assert "TEMP B-TREE" not in plan
