"""Names at a table lead to the pages about these people and bots."""

import re

import pytest
from django.test import Client

from games.accounts.bot_names import bot_name
from games.accounts.services import close_account
from games.play import services
from games.play.models import Game
from tests.factories import UserFactory
from tests.play.factories import game_of, play_fast, play_out
from tests.play.timepiece import at

pytestmark = pytest.mark.django_db


def headings(client: Client, game: Game) -> set[str]:
    """What stands over the turns of the whole log."""
    page = client.get(f"/game/{game.pk}/log/").text
    found = re.findall(r"<h3[^>]*>(.*?)</h3>", page, re.DOTALL)
    return {heading.strip() for heading in found}


def link(name: str, page: str = "") -> str:
    return f'<a class="player" href="{page or f"/people/{name}/"}">{name}</a>'


def test_the_score_sheet_leads_to_people_and_bots(client: Client) -> None:
    game = play_out(game_of(UserFactory(username="Ann"), UserFactory(username="Ben"), "journeyman"))
    page = client.get(f"/game/{game.pk}/").text
    head = page.split('id="score"')[1].split("</thead>")[0]
    for shown in (link("Ann"), link("Ben"), link(bot_name(game.pk, 2), "/bots/journeyman/")):
        assert shown in head


def test_a_clock_leads_to_the_player(client: Client) -> None:
    game = play_fast(game_of(UserFactory(username="Ann"), UserFactory(username="Ben")), 12)
    page = client.get(f"/game/{game.pk}/").text
    clocks = page.split('<ul class="clocks">')[1].split("</ul>")[0]
    assert re.search(r'<a class="player" href="/people/(Ann|Ben)/">\1</a>:', clocks)


def test_turns_lead_to_the_people_who_played_them(client: Client) -> None:
    ann, ben = UserFactory(username="Ann"), UserFactory(username="Ben")
    game = play_fast(game_of(ann, ben, UserFactory(username="Cat")), 34)
    services.leave(game=game, user=ann)
    services.join(game=Game.objects.get(pk=game.pk), user=UserFactory(username="Eve"))
    assert at(game, 0).user.username == "Eve"
    game = play_fast(Game.objects.get(pk=game.pk), 70)
    assert headings(client, game) == {
        "Setting up",
        *(link(name) for name in ("Ann", "Ben", "Cat", "Eve")),
    }
    close_account(user=ann)
    found = headings(client, game)
    assert "Former player 1" in found
    assert link("Eve") in found
