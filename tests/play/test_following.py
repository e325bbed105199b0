"""Following games in which one has no seat."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.play import services
from games.play.errors import NotFollowed
from games.play.models import FollowedGame
from games.play.services import following
from tests.factories import UserFactory
from tests.play.factories import game_of, play_out

pytestmark = pytest.mark.django_db


def on_first_page(client: Client, name: str) -> bool:
    part = client.get("/").text.partition("Games you follow")[2]
    return name in part.partition("Play bots now")[0]


def test_who_looks_on_follows_a_game_and_finds_it_among_their_own(client: Client) -> None:
    game = game_of(UserFactory(), UserFactory(), name="A long winter")
    client.force_login(UserFactory())
    assert not on_first_page(client, game.name)
    assert re.search(r">\s*Follow\s*<", client.get(game.get_absolute_url()).text)
    url = reverse("play:follow", args=[game.pk])
    for _ in range(2):
        client.post(url, {"follow": "yes"})
    assert FollowedGame.objects.count() == 1
    assert on_first_page(client, game.name)
    play_out(game)
    assert on_first_page(client, game.name)
    assert re.search(r">\s*Unfollow\s*<", client.get(game.get_absolute_url()).text)
    client.post(url, {"follow": "no"})
    assert not on_first_page(client, game.name)


def test_a_player_does_not_follow_their_own_game(client: Client) -> None:
    player = UserFactory()
    game = game_of(player, UserFactory())
    client.force_login(player)
    assert ">Follow<" not in client.get(game.get_absolute_url()).text
    with pytest.raises(NotFollowed, match="seat"):
        services.follow_game(user=player, game=game)
    FollowedGame.objects.create(user=player, game=game)
    assert not on_first_page(client, game.name), "it is among those that they play"


def test_a_private_game_that_one_may_not_see_any_more_is_gone(client: Client) -> None:
    watcher = UserFactory()
    game = game_of(UserFactory(), UserFactory())
    services.follow_game(user=watcher, game=game)
    type(game).objects.filter(pk=game.pk).update(private=True)
    client.force_login(watcher)
    assert not on_first_page(client, game.name)


def test_there_is_a_most_that_one_can_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST", 1)
    watcher, first = UserFactory(), game_of(UserFactory(), UserFactory())
    services.follow_game(user=watcher, game=first)
    services.follow_game(user=watcher, game=first)
    with pytest.raises(NotFollowed, match="Unfollow one first"):
        services.follow_game(user=watcher, game=game_of(UserFactory(), UserFactory()))
