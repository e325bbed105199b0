"""The table of a finished game: who won and why, where points come from, where to go on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.play import services
from games.play.models import Game
from games.study.models import Analysis, AnalysisState
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, game_of_people, play_out
from tests.study.analyses import analysed

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def finished(title: str) -> Game:
    return play_out(game_of(UserFactory(), "random", title=title))


@every_title
def test_the_first_sentence_names_the_winners_and_each_number_leads_to_its_cities(title):
    game, client = finished(title), Client()
    page = client.get(game.get_absolute_url()).text
    sentence = re.search(r'class="sentence"[^>]*>\s*(.*?)\s*</p>', page, re.DOTALL)
    assert sentence
    for player in game.players.all():
        won = game.result["places"][player.seat] == 1
        assert sentence[1].startswith(player.name) == won
    links = re.findall(r'<a href="(\?points=[^"]+)#board"[^>]*>(\d+)</a>', page)
    scores = game.result["scores"]
    numbers = {
        f"?points={line}.{seat}": str(points)
        for seat, row in enumerate(scores)
        for line, points in row.items()
        if points and line != "total"
    }
    assert dict(links) == numbers
    assert 'id="lit"' not in page
    for link in numbers:
        answer = client.get(game.get_absolute_url() + link, headers=HTMX).text
        assert 'aria-current="true"' in answer
        assert "cities" not in link or 'id="lit-city:' in answer


@every_title
def test_points_that_are_not_there_are_not_shown(title):
    game, client = finished(title), Client()
    for points in ("total.0", "cities.9", "cities", "nothing.0", "<script>", "missions.0"):
        answer = client.get(game.get_absolute_url(), {"points": points})
        assert answer.status_code == 200
        assert 'id="lit"' not in answer.text
    running = game_of_people(2, title=title)
    assert 'id="lit"' not in client.get(f"{running.get_absolute_url()}?points=cities.0").text


def test_nobody_is_said_to_get_an_email_where_all_others_are_bots():
    for seats, mailed in (((UserFactory(), "random"), False), (UserFactory.create_batch(2), True)):
        game, client = play_out(game_of(*seats)), Client()
        client.force_login(game.players.get(seat=0).user)
        page = client.get(game.get_absolute_url()).text
        assert "A rematch has the same terms" in page
        assert ("The others get an email." in page) == mailed


def test_a_game_is_not_offered_to_be_analysed_twice():
    ann = UserFactory()
    game, client = play_out(game_of(ann, "random")), Client()
    client.force_login(ann)
    studies = reverse("study:studies", args=[game.pk])
    assert f'hx-get="{studies}"' in client.get(game.get_absolute_url()).text
    assert "Analyse this game" in client.get(studies).text
    kept = analysed(game)
    page = client.get(studies).text
    assert "Analyse this game" not in page
    assert f'href="/game/{game.pk}/analysis/">Analysis</a>' in page
    Analysis.objects.filter(pk=kept.pk).update(state=AnalysisState.FAILED)
    assert "Analyse this game" in client.get(studies).text


def test_rematch_and_the_way_back_stand_with_the_winner():
    ann = UserFactory()
    game, client = play_out(game_of(ann, "random")), Client()
    client.force_login(ann)
    page = client.get(game.get_absolute_url()).text
    ask = page.partition('id="ask"')[2].partition("</section>")[0]
    assert "Rematch" in ask
    assert "Back to my games" in ask


def test_a_game_that_everybody_left_says_so():
    ann = UserFactory()
    game, client = game_of(ann, "random"), Client()
    services.leave(game=game, user=ann)
    client.force_login(ann)
    page = client.get(game.get_absolute_url()).text
    assert "The last player left, which ended the game. It has no winner." in page
    assert "Back to my games" in page
    assert "Rematch" not in page
