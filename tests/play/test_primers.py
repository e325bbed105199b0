"""Primers at a table: told once to a person, and put away by them or by their turn."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.play import services
from games.play.models import Draft, Game, ReadPrimer
from tests.factories import UserFactory
from tests.play.factories import (
    draft_turn,
    game_of,
    game_of_people,
    hot_seat_game,
    player_to_move,
    sitting,
)

pytestmark = pytest.mark.django_db
PAWN = {"two_player": "pawn"}
WALK = "The pawn can move up to 2 provinces"
BORDER = "on routes that border the pawn"
HTMX = {"headers": {"HX-Request": "true"}}


def pawn_game(*users: User) -> Game:
    """A game in which the pawn has its first province, and the first turn begins."""
    game = game_of(*users, options=PAWN)
    player = player_to_move(game)
    return services.confirm(player=player, version=player.game.version, orders=["pawn 8"])


def page(client: Client, game: Game) -> str:
    return client.get(game.get_absolute_url()).content.decode()


def confirm(client: Client, game: Game) -> str:
    """Confirm the draft of who is asked, as the page does, and return the page after it."""
    player = player_to_move(game)
    draft = Draft.objects.get(player=player)
    fields = {"version": player.game.version, "draft_version": draft.version}
    return client.post(f"{game.get_absolute_url()}confirm", fields, **HTMX).content.decode()


def test_a_rule_is_told_with_a_link_and_is_gone_once_the_turn_is_confirmed():
    game = pawn_game(*UserFactory.create_batch(2))
    player = player_to_move(game)
    client = sitting(player)
    shown = page(client, game)
    assert WALK in shown
    assert "/rules/teutonica/#T17.2" in shown
    draft_turn(game, 1)
    assert WALK not in page(client, game)
    services.reset_draft(player=player, version=player.game.version, draft_version=1)
    assert WALK in page(client, game)
    draft_turn(game, 1)
    assert not ReadPrimer.objects.exists()
    assert WALK not in confirm(client, game)
    assert set(ReadPrimer.objects.values_list("user", "name")) == {
        (player.user_id, "pawn"),
        (player.user_id, "pawn-walk"),
    }


def test_the_other_player_is_told_too_and_nobody_in_their_next_game():
    users = UserFactory.create_batch(2)
    game = pawn_game(*users)
    first = player_to_move(game)
    while (player := player_to_move(game)).pk == first.pk:
        draft_turn(game)
        confirm(sitting(player), game)
    assert BORDER in page(sitting(player), game)
    again = pawn_game(*users)
    assert BORDER not in page(sitting_as(first.person), again)


def sitting_as(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_person_can_put_away_what_they_are_told():
    game = pawn_game(*UserFactory.create_batch(2))
    client = sitting(player_to_move(game))
    answer = client.post(f"{game.get_absolute_url()}primers", **HTMX).content.decode()
    assert WALK not in answer
    assert "Your turn" in answer
    assert ReadPrimer.objects.count() == 2
    # A second click, and one in another tab, put away nothing more.
    client.post(f"{game.get_absolute_url()}primers", **HTMX)
    assert ReadPrimer.objects.count() == 2


def test_without_scripts_the_button_leads_back_to_the_table():
    game = pawn_game(*UserFactory.create_batch(2))
    client = sitting(player_to_move(game))
    answer = client.post(f"{game.get_absolute_url()}primers")
    assert answer.status_code == 302
    assert answer.url == game.get_absolute_url()


def test_only_who_is_asked_is_told():
    users = UserFactory.create_batch(2)
    game = pawn_game(*users)
    waiting = next(user for user in users if user != player_to_move(game).user)
    for client in (sitting_as(waiting), sitting_as(UserFactory()), Client()):
        assert BORDER not in page(client, game)
    sitting_as(waiting).post(f"{game.get_absolute_url()}primers", **HTMX)
    assert not ReadPrimer.objects.exists()


def test_a_rule_met_in_the_middle_of_a_draft_is_read_with_it():
    """What is over when the draft is confirmed was told all the same."""
    game = game_of_people(2, title="hansa")
    player = player_to_move(game)
    client = sitting(player)
    assert "Booths in a city let you sell there" in page(client, game)
    draft_turn(game)
    assert "Booths in a city let you sell there" not in page(client, game)
    confirm(client, game)
    assert ReadPrimer.objects.get().name == "first-booths"


def test_at_a_hot_seat_table_its_owner_is_told():
    owner = UserFactory()
    game = hot_seat_game(owner, ("Ann", "Bea"), two_player="pawn")
    client = sitting_as(owner)
    client.post(f"{game.get_absolute_url()}screen/{player_to_move(game).seat}")
    assert BORDER in page(client, game)
    draft_turn(game)
    confirm(client, game)
    assert ReadPrimer.objects.get().user == owner
