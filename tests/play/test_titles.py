"""Every title on every page: what the platform says and shows knows none of them by name."""

import random
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from games.drawing import DRAWINGS
from games.play.models import Game, Player
from games.post.services import sweep
from games.rules import TITLES
from games.wording import WORDINGS
from tests.factories import UserFactory
from tests.play.factories import (
    every_title,
    game_of,
    game_of_people,
    play_on,
    play_out,
    player_to_move,
    step,
)

pytestmark = pytest.mark.django_db


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_welcome_names_every_title():
    page = Client().get("/").content.decode()
    for title in TITLES.values():
        assert str(title.name) in page


def test_the_boards_of_the_first_page_share_no_definitions():
    page = Client().get("/").content.decode()
    defined = re.findall(r'\bid="([^"]+)"', page)
    assert page.count('class="map"') == len(DRAWINGS)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r'(?:<use[^>]* href="#|url\(#)([^")]+)', page)) <= set(defined)


def test_a_new_game_is_of_the_first_title_until_another_is_chosen():
    form = signed_in(UserFactory()).get("/game/new/").context["form"]
    assert form["title"].value() == next(iter(TITLES))
    assert [radio.data["value"] for radio in form["title"]] == list(TITLES)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    ("wished", "near"), [("", 4), ("0", 0), ("9" * 9, 9), ("x", 4), ("9" * 19, 4)]
)
def test_the_number_of_players_is_the_nearest_that_the_title_has(title, wished, near):
    page = signed_in(UserFactory()).get("/game/new/", {"title": title, "players": wished})
    counts = TITLES[title].players
    assert page.context["form"].players == min(counts, key=lambda count: abs(count - near))


@pytest.mark.parametrize("title", TITLES)
def test_a_new_game_offers_the_options_of_its_title_alone(title):
    page = signed_in(UserFactory()).get("/game/new/", {"title": title, "option_gone": "1"})
    offered = {f"option_{option.name}" for option in TITLES[title].options()}
    assert set(re.findall(r'name="(option_\w+)"', page.content.decode())) <= offered
    assert ('name="option_' in page.content.decode()) == bool(offered)


@pytest.mark.parametrize("title", TITLES)
def test_only_a_title_itself_and_the_registers_know_its_name(title):
    known = {
        settings.ROOT / "games" / room / "__init__.py"
        for room in ("rules", "bots", "wording", "drawing")
    }
    # Examples in docstrings may name it.
    texts = {
        path: re.sub(r">>> .*?(?=\n\n|\"{3})", "", path.read_text(), flags=re.DOTALL)
        for path in sources()
    }
    knowing = {path for path, text in texts.items() if re.search(rf"\b{title}\b", text)}
    # The site has leagues of it, knows how many turns its games take, and its number elsewhere.
    facts = {
        settings.ROOT / "games/club/pages/plays.py",
        settings.ROOT / "games/league/answering.py",
        settings.ROOT / "games/league/management/commands/make_leagues.py",
    }
    # Without bots of its own it is in no register of these.
    bots = {
        settings.ROOT / "games" / "bots" / "__init__.py",
        settings.ROOT / "games/lab/tunable.py",
    }
    assert known - bots <= knowing <= known | bots | facts


def sources() -> list[Path]:
    """The code and templates that are for every title."""
    found = [
        path
        for folder, ending in (("games", "py"), ("templates", "*"))
        for path in (settings.ROOT / folder).rglob(f"*.{ending}")
    ]
    return [
        path
        for path in found
        if not TITLES.keys() & {*path.relative_to(settings.ROOT).parts, path.stem}
    ]


@every_title
def test_a_title_brings_what_the_pages_ask_for(title):
    assert finders.find(f"{title}.css")
    assert DRAWINGS[title].title == TITLES[title].id == title


@every_title
def test_the_rules_page_shows_all_titles_and_the_rule_of_what_is_asked(title):
    page = Client().get(f"/rules/{title}/").content.decode()
    assert f"Rules of {TITLES[title].name}" in page
    game = play_on(game_of(UserFactory(), "journeyman", title=title), 1)
    player = player_to_move(game)
    rules, state = game.rules(), game.rules().load(player.game.state)
    number = WORDINGS[title].rule(rules.view(state, player.seat))
    assert not number or f'id="{number}"' in page


@every_title
def test_lists_letters_and_the_waiting_room_name_the_title(title, mailoutbox):
    name, user = str(TITLES[title].name), UserFactory()
    room = game_of(user, "open", title=title, name="One")
    game_of(*UserFactory.create_batch(2), title=title, name="Two")
    over = play_out(game_of(user, "journeyman", title=title, name="Three"))
    client = signed_in(user)
    assert client.get("/").content.decode().count(f"{name} ·") == 2
    assert client.get("/games/running/").content.decode().count(f"{name} ·") == 1
    assert f"{name} for 2" in client.get(room.get_absolute_url()).content.decode()
    invitation = Client().get(f"/join/{room.token}/").content.decode()
    assert f"invites you to play {name}" in invitation
    assert f'[Title "{title}"]' in client.get(f"{over.get_absolute_url()}record.txt").text
    sweep()
    begun = next(
        mail for mail in mailoutbox if "The game has started" in mail.alternatives[0].content
    )
    assert name in begun.body
    assert name in begun.alternatives[0].content


@every_title
def test_setting_up_stands_in_the_log_and_is_no_news(title, mailoutbox):
    game = game_of_people(title=title)
    player = player_to_move(game)
    page = signed_in(player.user).get(game.get_absolute_url()).content.decode()
    assert "Setting up" in page
    assert "Nothing has happened since your last move." in page
    sweep()
    (letter,) = [mail for mail in mailoutbox if player.user.email in mail.to]
    assert "Since your move" not in letter.body

    while player_to_move(game) == player:
        game = step(game, random.Random(1))
    moved = game.moves.filter(turn__gt=0).count()
    page = signed_in(player_to_move(game).user).get(game.get_absolute_url()).content.decode()
    news = page[page.index("Since your move") : page.index('id="panel-log"')]
    assert news.count('title="The board after move ') == moved


@every_title
def test_everybody_sees_the_table_from_first_to_last(title):
    game = game_of(UserFactory(), "journeyman", "journeyman", title=title)
    player = Player.objects.get(game=game, user__isnull=False)
    for orders in (0, 8, 40):
        game = play_on(game, orders)
        for client in (signed_in(player.user), Client()):
            page = client.get(game.get_absolute_url())
            assert page.status_code == 200
            assert f"{title}.css" in page.content.decode()
            assert (
                client.get(f"{game.get_absolute_url()}move/{game.moves_made}/").status_code == 200
            )
            assert client.get(f"{game.get_absolute_url()}log/").status_code == 200
    done = play_out(Game.objects.get())
    assert "Score sheet" in Client().get(done.get_absolute_url()).content.decode()
