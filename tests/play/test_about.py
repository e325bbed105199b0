"""Anything on the table can be asked about, by whoever sees the table, and says what is so now."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.play.access import enter
from games.play.models import Draft, Game, Player
from games.play.pages.about import About, things_of, why_not
from games.play.pages.table import Table
from games.rules.teutonica.board import load_board
from games.wording import ENGLISH, WORDINGS
from tests.factories import UserFactory
from tests.play import worlds
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    hot_seat_game,
    play_until,
    player_to_move,
)

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def address(game: Game, thing: str) -> str:
    return reverse("play:about", args=[game.pk, thing])


def of(player: Player, thing: str) -> About:
    found = About.of(enter(user=player.user, game_id=player.game_id), thing)
    assert found
    return found


def drafted(player: Player, *orders: str) -> None:
    Draft.objects.update_or_create(
        player=player, defaults={"orders": list(orders), "version": 1, "base": player.game.version}
    )


@every_title
def test_a_card_for_scripts_and_a_page_for_everyone(title):
    game, client = game_of_people(title=title), Client()
    things = things_of(enter(user=UserFactory(), game_id=game.pk))
    index = client.get(reverse("play:things", args=[game.pk])).content.decode()
    assert all(address(game, thing) in index for thing in things)
    thing, words = next(iter(things.items()))
    page = client.get(address(game, thing))
    card = client.get(address(game, thing), headers=HTMX)
    assert f"<h1>{words}</h1>" in page.content.decode()
    assert "<html" not in card.content.decode()
    assert card["X-Fragment"]
    assert "HX-Request" in card["Vary"]
    links = re.findall(r'href="([^"#]+)"', card.content.decode())
    assert all(client.get(link).status_code == 200 for link in links)


@every_title
@pytest.mark.parametrize("thing", ["city:atlantis", "herring", "player:9", "space:x"])
def test_what_is_not_on_the_table_is_not_found(title, thing):
    assert Client().get(address(game_of_people(title=title), thing)).status_code == 404


def test_nothing_is_on_the_table_before_the_game_begins():
    game = game_of(UserFactory(), "open", "open")
    assert Client().get(address(game, "city:bremen")).status_code == 404


def test_a_card_tells_what_can_be_done_and_why_something_cannot():
    player = player_to_move(game_of_people())
    space = "space:hamburg-stade.1"
    assert of(player, space).can == (["Trader to Hamburg–Stade 1", "Merchant to Hamburg–Stade 1"])
    [(words, reason)] = of(player, "route:hamburg-stade").cannot
    assert words == "Claim a route"
    assert reason == "No route is full of your pieces."

    drafted(player, "place t hamburg-stade.1", "place t hamburg-stade.2")
    here = of(player, space)
    assert not here.can
    assert here.told.sentences[0] == "Your trader is here."
    [(words, reason)] = here.cannot
    assert (words, reason) == ("Move", "You have no actions left this turn.")


def test_whoever_is_at_the_screen_of_a_shared_table_is_told_what_they_can_do():
    owner = UserFactory()
    game, space = hot_seat_game(owner), "space:hamburg-stade.1"
    access = enter(user=owner, game_id=game.pk)
    assert About.of(access, space).can
    assert why_not(access, "t", space) == "Place a trader: possible here."


def test_a_draft_is_explained_only_to_its_player():
    player = player_to_move(game_of_people())
    drafted(player, "place t hamburg-stade.1")
    other = Player.objects.at_table(player.game).exclude(pk=player.pk)[0]
    other.game = player.game
    told = of(other, "space:hamburg-stade.1")
    assert told.told.sentences == ("It is free.",)
    assert not told.can
    assert not told.cannot


def test_the_rules_say_why_this_very_space_cannot_be_taken():
    game = game_of_people(3, options={"board": "britannia"})
    player = player_to_move(game)
    board = load_board(game.rules().view(game.position(), None).board)
    abroad = next(route for route in board.routes if route.country == "wales")
    [(words, reason)] = of(player, f"space:{abroad.id}.1").cannot
    assert words == "Place"
    assert reason.startswith("You need a permission to place or displace in Wales.")


def test_what_is_secret_is_explained_to_nobody_else():
    options = {"missions": "on"}
    game = play_until(game_of_people(3, options=options), lambda session: False, 40)
    for player in Player.objects.at_table(game):
        world = worlds.world_of(game)
        twin = next(worlds.twins(game, player.seat))
        access = enter(user=player.user, game_id=game.pk)
        before = {thing: About.of(access, thing) for thing in things_of(access)}
        twin.lay(game)
        access = enter(user=player.user, game_id=game.pk)
        after = {thing: About.of(access, thing) for thing in things_of(access)}
        assert before == after
        world.lay(game)


@every_title
def test_the_table_says_what_cannot_be_done_now(title):
    player = player_to_move(game_of_people(title=title))
    access = enter(user=player.user, game_id=player.game_id)
    obstacles = Table.of(access).obstacles
    view = access.game.rules().view(access.game.position(), player.seat)
    possible = access.game.rules().orders(access.game.position(), player.seat).groups
    every = WORDINGS[title].obstacles(view, possible, ENGLISH).values()
    assert {reason for _, reason in obstacles} == {reason for _, reason in every}
    client = Client()
    client.force_login(player.user)
    page = client.get(player.game.get_absolute_url()).content.decode()
    assert "What can't I do now?" in page
