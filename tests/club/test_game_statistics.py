"""The statistics of a finished game."""

import pytest
from django.test import Client
from django.urls import reverse

from games.club import figures as computing
from games.club.figures import Figures
from games.club.models import Crowd, GameFigures
from games.club.services.figures import figures_of, keep_figures
from games.drawing import DRAWINGS
from games.play import services
from games.play.models import Game, Move
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, play_fast, play_out
from tests.play.timepiece import at
from tests.tokens import without_tokens

pytestmark = pytest.mark.django_db

LAST = list(DRAWINGS)[-1]
"""The title whose games take the least time."""


def page_of(game: Game) -> str:
    return reverse("club:game-statistics", args=[game.pk])


def finished(*seats, **kwargs) -> Game:
    return Game.objects.get(pk=play_out(game_of(*seats, **kwargs)).pk)


@every_title
def test_points_add_up_at_every_moment_and_end_as_the_result(title):
    game = finished(UserFactory(), "journeyman", title=title)
    figures = Figures.of(game)
    for seat in range(2):
        for moment in range(len(figures.moves)):
            lines = {line: rows[seat][moment] for line, rows in figures.points.items()}
            assert lines.pop("total") == sum(lines.values())
        end = {line: rows[seat][-1] for line, rows in figures.points.items()}
        assert end == game.result["scores"][seat]
    assert figures.moves[-1] == game.moves_made
    assert figures.turns == sorted(set(figures.turns))
    assert Figures.from_json(figures.to_json()) == figures


@every_title
def test_turning_points_are_moves_of_players_in_order(title):
    game = finished(UserFactory(), "journeyman", title=title)
    figures = Figures.of(game)
    points = figures.turning_points
    assert points == sorted(points, key=lambda point: point.move)
    for point in points:
        assert game.moves.get(number=point.move).seat == point.seat
        assert sum(point.before) == pytest.approx(1, abs=0.01)
        assert figures.moves[point.moment - 1] < point.move <= figures.moves[point.moment]


@every_title
def test_the_page_names_everyone_and_shows_every_final_score(client, title):
    user = UserFactory()
    game = finished(user, "journeyman", title=title)
    page = client.get(page_of(game))
    assert page.status_code == 200
    for player in game.players.all():
        assert player.name in page.text
        assert f"{player.score} points" in page.text
    assert page.text.count("<table>") == page.text.count('class="visually-hidden">')
    assert page_of(game) in client.get(game.get_absolute_url()).text


def test_a_game_is_replayed_once_and_then_read(client, monkeypatch, django_assert_max_num_queries):
    game = finished(UserFactory(), "journeyman", title=LAST)
    first = without_tokens(client.get(page_of(game)).text)
    monkeypatch.setattr(computing, "walk", lambda game: pytest.fail("it was replayed again"))
    with django_assert_max_num_queries(5):
        assert without_tokens(client.get(page_of(game)).text) == first
    assert GameFigures.objects.count() == 1


def test_a_newer_computation_replaces_the_old_figures():
    game = finished(UserFactory(), "journeyman", title=LAST)
    keep_figures(game)
    GameFigures.objects.update(version=0, data={"old": True})
    assert figures_of(game) == Figures.of(game)
    kept = GameFigures.objects.get()
    assert kept.version == computing.VERSION
    assert kept.seats.count() == 2
    assert kept.variant.crowd == Crowd.MIXED


def test_only_those_who_may_see_the_game_see_its_statistics():
    player, stranger = UserFactory(), UserFactory()
    running = game_of(player, UserFactory())
    over = finished(player, "journeyman", private=True)
    for user, allowed in ((None, 404), (stranger, 404), (player, 200)):
        client = Client()
        if user is not None:
            client.force_login(user)
        assert client.get(page_of(over)).status_code == allowed
        assert client.get(page_of(running)).status_code == 404
    assert figures_of(running) is None


def test_a_game_that_players_ended_has_figures_but_no_winner(client):
    one, two = UserFactory(), UserFactory()
    game = play_fast(game_of(one, two), 60)
    vote = services.open_vote(player=at(game, 0), kind="end")
    services.cast(player=at(game, 1), vote_id=vote.pk, choice="yes")
    game.refresh_from_db()
    assert game.is_over
    page = client.get(page_of(game)).text
    assert ", won" not in page
    assert f"{one.username}" in page
    assert {seat.won for seat in GameFigures.objects.get().seats.all()} == {None}


def test_a_game_that_does_not_replay_says_so_and_is_not_tried_again(client, monkeypatch):
    game = finished(UserFactory(), "journeyman", title=LAST)
    Move.objects.filter(game=game, number=5)._raw_delete(Move.objects.db)
    assert "can't be replayed" in client.get(page_of(game)).text.replace("&#x27;", "'")
    monkeypatch.setattr(computing, "walk", lambda game: pytest.fail("it was replayed again"))
    assert client.get(page_of(game)).status_code == 200
