"""Wherever a game is told, its bots have one name each, and lists say how strong they are."""

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.bot_names import bot_name
from games.play.access import enter
from games.play.models import Game
from games.play.pages.record import record_text
from games.rules import record
from games.rules.replay import canonical
from games.study import services as study
from games.study.models import PlanLine
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, play_fast, play_out

pytestmark = pytest.mark.django_db
LEVEL = '<span class="level">journeyman bot'


def listed(page: str, game: Game) -> list[bool]:
    """Return of each bot whether a page has its name with its level beside it."""
    plain = " ".join(page.replace("</a>", "").replace("</span>", "").split())
    return [f"{bot_name(game.pk, seat)} {LEVEL}" in plain for seat in (1, 2)]


@every_title
def test_every_list_of_players_says_how_strong_a_bot_is(client: Client, title: str) -> None:
    person = UserFactory()
    client.force_login(person)
    game = play_fast(game_of(person, "journeyman", "journeyman", title=title), 30)
    pages = [game.get_absolute_url(), f"{game.get_absolute_url()}move/10/", reverse("play:lobby")]
    pages.append(f"{game.get_absolute_url()}plan/")
    over = play_out(game_of(person, "journeyman", "journeyman", title=title))
    pages_of_over = [over.get_absolute_url(), reverse("club:game-statistics", args=[over.pk])]
    for each, urls in ((game, pages), (over, pages_of_over)):
        for url in urls:
            page = client.get(url, follow=True).text
            assert listed(page, each) == [True, True], url
            assert "ourneyman bot 2" not in page
    assert not PlanLine.objects.exists()


@every_title
def test_a_record_has_the_names_of_bots_and_comes_in_again(title: str) -> None:
    person = UserFactory()
    game = play_fast(game_of(person, "journeyman", "journeyman", title=title), 40)
    text = record_text(enter(user=person, game_id=game.pk))
    known = record.read(text)
    assert known.players == (person.username, bot_name(game.pk, 1), bot_name(game.pk, 2))
    again = study.import_record(user=person, data=text)
    assert record_text(enter(user=person, game_id=again.pk)) == canonical(known)
