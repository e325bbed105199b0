"""The board in words as a page: what a visitor may know of it, and what they can order there."""

import pytest
from django.test import Client
from django.urls import reverse

from games.play import services
from tests.factories import UserFactory
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    hot_seat_game,
    play_on,
    player_to_move,
)

pytestmark = pytest.mark.django_db


def seen(user, game, query: str = "") -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(reverse("play:words", args=[game.pk]) + query).content.decode()


@every_title
def test_cities_and_routes_have_tables_too(title):
    game = play_on(game_of_people(title=title), 4)
    for query, tags in (("", ["<h3>", "<ol"]), ("?tables", ["<caption>Cities", "<caption>Routes"])):
        page = seen(None, game, query)
        assert all(tag in page for tag in tags)


def test_only_the_player_is_told_of_their_draft_and_what_they_can_order():
    player = player_to_move(game_of_people())
    services.draft_order(
        player=player,
        version=player.game.version,
        draft_version=0,
        order="place t hamburg-stade.2",
    )
    mine, theirs = seen(player.user, player.game), seen(UserFactory(), player.game)
    piece = f"{['Red', 'Yellow', 'Green'][player.seat]} trader"
    assert piece in mine
    assert piece not in theirs
    assert "?pick=space:hamburg-stade.1" in mine
    assert "?pick=" not in theirs


def test_whoever_is_at_the_screen_of_a_shared_table_is_told_what_they_can_order():
    owner = UserFactory()
    page = seen(owner, hot_seat_game(owner))
    assert "?pick=space:hamburg-stade.1" in page


def test_places_of_the_board_have_points_and_words():
    game = game_of_people()
    found = Client().get(reverse("play:places", args=[game.pk])).json()["places"]
    spaces = [place for place in found if place[0] == "space:hamburg-stade.2"]
    ((_, x, y, name, words),) = spaces
    assert x > 0
    assert y > 0
    assert (name, words) == ("Hamburg–Stade 2", "free")
    assert all(place[0] for place in found)


def test_a_game_that_has_not_started_has_no_board():
    game = game_of(UserFactory(), "open", "open")
    assert Client().get(reverse("play:words", args=[game.pk])).status_code == 404
