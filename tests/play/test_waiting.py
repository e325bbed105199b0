"""The next table that waits: a link, the tab's title, and going on by itself."""

import random
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.display import Display
from games.play import visits
from games.play.models import Game, Wait
from games.play.pages.cards import waits_since
from games.play.pages.feeds import waits_of
from games.play.pages.waiting import Waiting
from tests.factories import UserFactory
from tests.play.factories import game_of, good_order, player_to_move

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def game_waiting_for(user, name):
    """A game of Hansa whose turn is a person's."""
    while True:
        game = game_of(user, UserFactory(), title="hansa", name=name)
        if player_to_move(game).user == user:
            return game


@pytest.fixture
def person():
    return UserFactory()


@pytest.fixture
def client(person):
    client = Client()
    client.force_login(person)
    return client


def answer_all(client, game, **more):
    """Play a whole turn of a game; return the response to the last click."""
    response, rng = None, random.Random(1)
    while (player := player_to_move(game)).user_id == int(client.session["_auth_user_id"]):
        game.refresh_from_db()
        order = good_order(game, player.seat, rng)
        fields = {"version": game.version, "draft_version": 0, "then": order}
        response = client.post(f"{game.get_absolute_url()}confirm", fields, **more)
        game.refresh_from_db()
    return response


def test_lists_of_what_waits_are_by_the_end_of_the_clock(client, person):
    """Also where another table has waited longer; a clock that is stopped comes last."""
    games = [game_waiting_for(person, f"Game {number}") for number in range(4)]
    now = timezone.now()
    for game, days in zip(games, (3, None, 1, 2), strict=True):
        waits = Wait.objects.filter(player__game=game)
        waits.update(deadline=None if days is None else now + timedelta(days=days))
    assert [wait.player.game.name for wait in waits_of(person)] == [
        f"Game {number}" for number in (2, 3, 0, 1)
    ]
    mine = [game.name for game in Game.objects.for_lists().of(person) if waits_since(game)]
    assert mine == [f"Game {number}" for number in (2, 3, 0, 1)]
    assert Waiting.at(games[0].pk, person).next.name == "Game 2"


def test_the_title_counts_the_tables_that_wait(client, person):
    first = game_waiting_for(person, "First")
    page = client.get(first.get_absolute_url()).content.decode()
    assert "<title>(1) First · Hansa</title>" in page
    second = game_waiting_for(person, "Second")
    page = client.get(first.get_absolute_url()).content.decode()
    assert "<title>(2) First · Hansa</title>" in page
    assert "Next: Second" not in page, "this table waits itself"
    Wait.objects.filter(player__game=first).update(
        ended_at=Wait.objects.first().since, ended_by="answered", next_check_at=None
    )
    page = client.get(first.get_absolute_url()).content.decode()
    assert "<title>(1) First · Hansa</title>" in page
    assert f'href="{second.get_absolute_url()}">Next: Second</a>' in page


def test_an_open_page_learns_that_another_table_waits(client, person):
    game = game_waiting_for(person, "First")
    url = f"{game.get_absolute_url()}poll?version={game.version}&waiting=1"
    assert client.get(url, headers=HTMX).status_code == 204
    game_waiting_for(person, "Second")
    answer = client.get(url, headers=HTMX)
    assert answer.status_code == 200
    assert "<title>(2) First" in answer.content.decode()


def test_spectators_and_visits_are_told_of_no_other_table(person):
    game = game_waiting_for(person, "First")
    game_waiting_for(person, "Second")
    assert "<title>First · Hansa" in Client().get(game.get_absolute_url()).content.decode()
    visitor = Client()
    visitor.post(f"/visit/{visits.token_of(person, game)}/")
    page = visitor.get(game.get_absolute_url()).content.decode()
    assert "Signed in as" in page
    assert "Second" not in page
    assert "<title>First · Hansa" in page


@pytest.mark.parametrize("go_on", [True, False])
def test_going_on_by_itself(client, person, go_on):
    first = game_waiting_for(person, "First")
    second = game_waiting_for(person, "Second")
    if go_on:
        client.cookies["display"] = "system.go-on"
    response = answer_all(client, first)
    assert response["Location"] == (second if go_on else first).get_absolute_url()


def test_going_on_by_itself_with_htmx(client, person):
    first = game_waiting_for(person, "First")
    second = game_waiting_for(person, "Second")
    client.cookies["display"] = "dark.go-on"
    response = answer_all(client, first, headers=HTMX)
    assert response["HX-Redirect"] == second.get_absolute_url()


def test_how_the_site_looks_is_kept_in_the_browser():
    client = Client()
    page = client.get("/").content.decode()
    assert 'dark.css" media="screen and (prefers-color-scheme: dark)"' in page
    chosen = {"theme": "dark", "sound": "on"}
    page = client.post("/accounts/display/", chosen, follow=True).content.decode()
    assert 'dark.css" media="screen">' in page
    assert " data-sound" in page
    page = client.post("/accounts/display/", {"theme": "light"}, follow=True).content.decode()
    assert "dark.css" not in page
    assert " data-sound" not in page
    page = client.post("/accounts/display/", {"theme": "neon"}).content.decode()
    assert "valid choice" in page


@pytest.mark.parametrize(("chosen", "kept"), [({}, True), ({"letters": "on"}, False)])
def test_letters_are_kept_to_the_map_for_those_who_choose_so(client, person, chosen, kept):
    game = game_waiting_for(person, "First")
    client.post("/accounts/display/", {"theme": "system", **chosen})
    page = client.get(game.get_absolute_url()).content.decode()
    assert ("data-board-only" in page) == kept


@pytest.mark.parametrize("cookie", ["", "neon", "dark.light.sound", "." * 500, "go-on"])
def test_an_odd_cookie_is_no_error(rf, cookie):
    request = rf.get("/")
    request.COOKIES["display"] = cookie
    assert Display.of(request).theme in ("system", "dark")
