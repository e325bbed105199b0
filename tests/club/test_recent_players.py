"""Who has played lately, and the newest results: only what the visitor may see."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from games.accounts.models import Audience, Profile
from games.accounts.people import block
from games.club.models import TableWish
from games.club.pages.recent_players import recent_players
from games.play.engine.seating import change_hands
from games.play.models import Change
from tests.factories import UserFactory
from tests.play.factories import game_of, play_fast, play_out

pytestmark = pytest.mark.django_db


def recent(client: Client) -> list[str]:
    return [each.username for each in client.get("/people/").context["recent"]]


@pytest.fixture
def members() -> dict[str, Profile]:
    """People who have moved lately in public games, by who may see when they play."""
    audiences = {"Ann": Audience.EVERYONE, "Ben": Audience.MEMBERS, "Cid": Audience.NOBODY}
    profiles = {}
    for name, audience in audiences.items():
        user = UserFactory(username=name)
        profiles[name] = Profile.objects.create(user=user, shows_pace=audience)
        play_fast(game_of(user, UserFactory(is_active=False)), 8)
    return profiles


def test_people_are_recent_players_by_those_to_whom_they_show_when_they_play(
    client: Client, members: dict[str, Profile]
) -> None:
    assert set(recent(client)) == {"Ann"}
    me = UserFactory()
    client.force_login(me)
    assert set(recent(client)) == {"Ann", "Ben"}
    block(user=members["Ben"].user, other=me)
    assert set(recent(client)) == {"Ann"}
    block(user=me, other=members["Ann"].user)
    assert recent(client) == []
    client.force_login(members["Ann"].user)
    assert "Ann" not in recent(client)


def test_private_games_and_moves_that_others_made_tell_nothing() -> None:
    visitor = AnonymousUser()
    user = UserFactory()
    Profile.objects.create(user=user, shows_pace=Audience.EVERYONE)
    play_fast(game_of(user, UserFactory(), private=True), 8)
    assert recent_players(visitor, (), ()) == []


def test_whoever_takes_a_seat_over_is_not_said_to_have_made_the_moves_before_that() -> None:
    former, new = UserFactory.create_batch(2)
    for user in (former, new):
        Profile.objects.create(user=user, shows_pace=Audience.EVERYONE)
    game = play_fast(game_of(former, UserFactory()), 8)
    game.refresh_from_db()
    seat = game.players.get(user=former)
    change_hands(game, seat, Change.TAKEN, timezone.now(), number=game.moves_made + 1, user=new)
    assert recent_players(AnonymousUser(), (), ()) == []


def test_it_costs_one_query_however_many_games_run(members, django_assert_num_queries) -> None:
    for _ in range(3):
        play_fast(game_of(members["Ann"].user, UserFactory()), 8)
    with django_assert_num_queries(1):
        assert len(recent_players(AnonymousUser(), (), ())) == 1


def test_the_newest_results_come_as_a_part(client: Client) -> None:
    game = play_out(game_of(UserFactory(), UserFactory(), name="Ended"))
    part = client.get("/games/finished/", headers={"HX-Request": "true"}).text
    assert game.name in part
    assert "won" in part
    assert "<html" not in part


def test_a_table_that_wants_one_more_says_so_and_the_waiting_list_counts(client: Client) -> None:
    empty = client.get("/games/").text
    assert "Every table is full right now." in empty
    assert "Join the waiting list" in empty
    game_of(UserFactory(), UserFactory(), "open")
    game_of(UserFactory(), "open", "open")
    page = client.get("/games/").text
    assert page.count("wants one more") == 1
    assert page.count("2 seats free") == 1
    for number in range(2):
        TableWish.objects.create(user=UserFactory(), since="2026-01-01T00:00Z")
        words = ("1 person is on it", "2 people are on it")[number]
        assert words in client.get("/games/").text
