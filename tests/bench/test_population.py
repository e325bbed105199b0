"""A site that is filled for measuring: each of its games could have been played."""

import random

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.models import Count, Model
from django.test import Client

from games.accounts.models import User
from games.club.models import SeatFigures, Standing, Tally
from games.play.models import Game, Move, Player, Wait
from games.play.services import sweep
from games.post.models import Letter
from games.ratings.models import Rating, ResultSeat
from games.rules import TITLES
from tests.bench.population import copying
from tests.bench.population.command import Command
from tests.bench.population.copying import GAME_OF
from tests.play.factories import game_of_people, player_to_move, step
from tests.play.wait_laws import check_waits

pytestmark = pytest.mark.django_db

COPIED_BY_HAND = {"ratings.Result"}
"""Has the number of the game instead of a reference."""
NOT_IN_EXAMPLES = {
    "club.Opening",
    "club.Report",
    "duplicate.DuplicateGame",
    "league.Table",
    "league.TableSeat",
    "study.Analysis",
    "play.Ballot",
    "study.Comment",
    "study.GameOfTheWeek",
    "study.Guess",
    "play.ConditionalLine",
    "play.Draft",
    "play.FollowedGame",
    "play.Invitation",
    "play.Note",
    "play.PackedLog",
    "study.Plan",
    "study.PlanLine",
    "study.PostMortem",
    "study.Recommendation",
    "study.RecommendationVote",
    "play.Rewind",
    "play.StandingOrder",
    "play.Vote",
}
"""Tables with rows of games that a game need not have, and the examples don't."""


def populate(**given: int) -> None:
    few = {"people": 30, "open": 40, "finished": 80, "moves": 0, "lines": 2}
    call_command(Command(), **few | given, ask=False)


@pytest.mark.long
def test_every_game_has_its_log_its_pages_and_its_waits(capsys):
    populate(finished=300, moves=6000)

    assert User.objects.count() == 30
    assert Game.objects.exclude(status="over").count() == 40
    assert Game.objects.filter(status="over").count() == 300
    assert 3000 < Move.objects.count() < 9000
    call_command("verify_games")
    check_waits()
    assert not Letter.objects.exclude(state="sent").exists()
    assert sweep() == 0
    copies = {(game.title, game.status): game for game in Game.objects.order_by("pk")}
    assert len(copies) == 3 * len(TITLES)
    client = Client()
    client.force_login(User.objects.earliest("pk"))
    for game in copies.values():
        assert client.get(game.get_absolute_url()).status_code == 200
        if not game.is_open:
            pages = ["record.txt", "log/", "move/1/", *["statistics/"] * game.is_over]
            for page in pages:
                assert client.get(f"{game.get_absolute_url()}{page}").status_code == 200, page


def test_copies_are_of_other_people_and_count(capsys):
    populate()

    for game in Game.objects.filter(status="over").annotate(people=Count("players__user")):
        people = set(game.players.exclude(user=None).values_list("user", flat=True))
        assert len(people) == game.people
        seats = ResultSeat.objects.filter(result__game=game.pk).exclude(user=None)
        assert {seat.user_id for seat in seats} == {seat.person for seat in seats} == people
        figures = SeatFigures.objects.filter(figures__game=game).exclude(user=None)
        assert {seat.user_id for seat in figures} == people
    for wait in Wait.objects.select_related("player", "holder"):
        assert wait.player.user_id == wait.holder.user_id
    for letter in Letter.objects.all():
        seat = Player.objects.get(game=letter.payload["game"], seat=letter.payload["seat"])
        assert seat.user_id == letter.recipient_id
        assert letter.topic == f"game:{seat.game_id}"
        if "wait" in letter.payload:
            assert Wait.objects.get(pk=letter.payload["wait"]).player_id == seat.pk
    assert Player.objects.exclude(user=None).values("user").distinct().count() > 20
    for made in (Rating, Standing, Tally):
        assert made.objects.exists()


@pytest.mark.long
def test_life_goes_on_there(capsys):
    populate()
    running = Game.objects.filter(status="running").latest("pk")
    moved = player_to_move(running)
    game = step(running, random.Random(1))

    assert game.moves_made > running.moves_made
    assert Game.objects.latest("pk").pk < game_of_people(3).pk
    assert moved.user.email.endswith("@example.org")
    check_waits()


@pytest.mark.long
def test_nothing_is_mixed_with_games_of_real_people(capsys):
    game_of_people(3)
    with pytest.raises(CommandError, match="People play"):
        populate()
    assert Game.objects.count() == 1
    populate(even_so=True)
    assert Game.objects.count() == 1 + 120


def test_it_asks_first(capsys, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("builtins.input", lambda _: "another")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command(Command(), people=10, open=1, finished=1)
    assert not User.objects.exists()


def test_no_table_about_games_is_forgotten():
    seen: set[type[Model]] = {Game}
    while more := {
        model
        for model in apps.get_models()
        if model not in seen and any(each.related_model in seen for each in model._meta.fields)
    }:
        seen |= more
    copied = {model._meta.label for model in GAME_OF}
    about_games = {model._meta.label for model in seen} | {"post.Letter", "ratings.ResultSeat"}
    assert about_games - copied == NOT_IN_EXAMPLES
    assert copied - about_games == COPIED_BY_HAND


@pytest.mark.postgres
@pytest.mark.long
def test_indexes_and_references_are_as_before(capsys, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(copying, "MANY", 1)

    def known() -> dict[str, object]:
        with connection.cursor() as cursor:
            return {
                model._meta.db_table: {
                    name: {key: each[key] for key in each if key != "definition"}
                    for name, each in connection.introspection.get_constraints(
                        cursor, model._meta.db_table
                    ).items()
                }
                for model in GAME_OF
            }

    before = known()
    populate()
    assert known() == before
