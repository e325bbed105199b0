"""A tiny title goes through the whole house: played, drawn, mailed, recorded, looked back at."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from games.play import services
from games.play.models import Game
from games.post.models import Letter
from games.rules import TITLES, record, replay
from tests.factories import UserFactory
from tests.nim import Nim, NimDrawing, NimWording
from tests.play.factories import game_of, game_of_people, play_out, player_to_move
from tests.play.titles import with_title
from tests.play.writing import write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nim() -> Iterator[None]:
    """The title is there until the end, as if a line each had been added."""
    with with_title(Nim(), NimDrawing(), NimWording()):
        yield


def test_it_is_offered_and_created_like_every_title(client: Client) -> None:
    client.force_login(UserFactory())
    page = client.get(reverse("play:create"), {"title": "nim"}).content.decode()
    assert "Nim" in page


def test_bots_play_it_to_its_end() -> None:
    game = play_out(game_of("journeyman", "random", title="nim"))
    assert game.is_over
    assert sorted(game.players.values_list("place", flat=True)) == [1, 2]


def test_people_see_draft_and_confirm_it_on_the_site(client: Client) -> None:
    player = player_to_move(game_of_people(2, title="nim"))
    client.force_login(player.user)
    page = client.get(player.game.get_absolute_url()).content.decode()
    stones = player.game.position().stones
    assert f"{stones} stones are left." in page
    assert 'value="take 3"' in page
    services.draft_order(
        player=player, version=player.game.version, draft_version=0, order="take 3"
    )
    page = client.get(player.game.get_absolute_url()).content.decode()
    assert f"{stones - 3} stones are left." in page
    services.confirm_draft(player=player, version=player.game.version, draft_version=1)
    assert Game.objects.get(pk=player.game.pk).position().stones == stones - 3


def test_the_next_player_is_mailed_the_position_and_the_winner_the_end() -> None:
    player = player_to_move(game_of_people(2, title="nim"))
    game, stones = player.game, player.game.position().stones
    services.confirm(player=player, version=game.version, orders=["take 2"])
    turn = write(Letter.objects.get(kind="turn", state="waiting"))
    assert turn is not None
    assert f"{stones - 2} stones are left." in turn.text
    play_out(game)
    over = write(Letter.objects.filter(kind="over").first())
    assert over is not None
    assert "The last stone is taken." in over.text


def test_a_game_can_be_looked_back_at(client: Client) -> None:
    game = play_out(game_of_people(3, title="nim"))
    client.force_login(game.players.first().user)
    for path in ("", "log/", "move/1/", "record.txt"):
        assert client.get(f"{game.get_absolute_url()}{path}").status_code == 200


def test_its_record_replays_to_the_same_end(client: Client) -> None:
    game = play_out(game_of_people(2, title="nim"))
    client.force_login(game.players.first().user)
    kept = client.get(f"{game.get_absolute_url()}record.txt").content
    title = TITLES["nim"]
    assert title.digest(replay.replay(record.read(kept))) == title.digest(game.position())
