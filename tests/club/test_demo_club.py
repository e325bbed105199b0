"""The club of the demo."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.accounts.models import User
from games.club.management.commands import demo_club
from games.club.models import Tally
from games.play.management.commands import demo
from games.play.models import Game
from games.post.models import Letter
from games.ratings.models import Ladder, Rating
from games.rules import TITLES
from tests.play.wait_laws import check_waits

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_club, "EVENINGS", 1)
    monkeypatch.setattr(demo_club, "TITLES", {"hansa": TITLES["hansa"]})
    monkeypatch.setattr(demo_club.os, "nice", lambda _: None)


def test_the_club_has_played_and_its_games_count():
    call_command("demo_club")

    game = Game.objects.get()
    assert game.is_over
    assert game.started < game.moves.exclude(turn=0).first().when < game.ended < timezone.now()
    names = {each.user.username for each in Rating.objects.all()}
    assert names == {each.name for each in demo_club.MEMBERS}
    assert Ladder.objects.get().computed_at
    assert Tally.objects.exists()
    check_waits()
    call_command("verify_games")


def test_the_club_plays_an_evening_once():
    call_command("demo_club")
    before = Game.objects.get()
    call_command("demo_club")

    assert Game.objects.get().version == before.version
    assert User.objects.count() == len(demo_club.MEMBERS)


def test_a_game_that_was_interrupted_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch):
    turns = []

    def interrupted(*arguments: object) -> None:
        if len(turns) == 3:
            raise KeyboardInterrupt
        turns.append(finish(*arguments))

    finish = demo.finish
    monkeypatch.setattr(demo, "finish", interrupted)
    with pytest.raises(KeyboardInterrupt):
        call_command("demo_club")
    assert Game.objects.get().is_running
    monkeypatch.setattr(demo, "finish", finish)
    call_command("demo_club")

    game = Game.objects.get()
    assert game.is_over
    whens = [move.when for move in game.moves.exclude(turn=0)]
    assert whens == sorted(whens)
    assert whens[-1] < timezone.now()


def test_nobody_is_told_of_games_that_began_weeks_ago():
    call_command("demo_club")

    assert Letter.objects.filter(kind="over").count() == len(demo_club.MEMBERS)
    assert not Letter.objects.waiting().exists()
