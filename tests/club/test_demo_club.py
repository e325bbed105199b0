"""The club of the demo, and the records of its games."""

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.club.management.commands import demo_club
from games.club.models import GameFigures, Tally
from games.play.management.commands.demo import NAME, demo_account
from games.play.models import Game
from games.post.models import Letter
from games.ratings.models import Ladder, Rating
from games.rules import TITLES, record, replay
from tests.play.wait_laws import check_waits

FILES = sorted(demo_club.RECORDS.iterdir())
MOST_BYTES = 400_000
"""All records together: they are part of every clone."""

database = pytest.mark.django_db


@pytest.fixture
def two_evenings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A club that has met twice, and the demo account."""
    for name in ("01-hansa.txt", "02-hansa.txt"):
        shutil.copy(demo_club.RECORDS / name, tmp_path)
    monkeypatch.setattr(demo_club, "RECORDS", tmp_path)
    demo_account()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_record_replays_to_its_end_under_todays_rules(file: Path) -> None:
    known = record.read(file.read_bytes())

    assert replay.canonical(known) == file.read_text("utf-8")
    assert known.result
    assert known.rules_version == TITLES[known.title].rules_version
    assert set(known.players) <= demo_club.MEMBERS.keys()
    assert file.stem == f"{file.stem[:2]}-{known.title}"


def test_the_club_has_played_every_evening_and_tried_boards_and_numbers_of_players() -> None:
    games = [record.read(file.read_bytes()) for file in FILES]

    assert sum(len(file.read_bytes()) for file in FILES) < MOST_BYTES
    for title in TITLES.values():
        played = [known for known in games if known.title == title.id]
        assert len(played) == demo_club.EVENINGS
        assert len({len(known.players) for known in played}) > 1
        assert {name for known in played for name in known.players} == demo_club.MEMBERS.keys()
    assert len({known.options.get("board") for known in games}) > 2


def test_everyone_in_the_club_has_won_and_nobody_wins_most_evenings() -> None:
    games = [record.read(file.read_bytes()) for file in FILES]

    for title in TITLES.values():
        won = Counter(_winner(known) for known in games if known.title == title.id)
        assert won.keys() == demo_club.MEMBERS.keys()
        assert max(won.values()) <= demo_club.EVENINGS / 2


def _winner(known: record.Record) -> str:
    """Return the first player with the most points, from a result such as 'prestige 49 63 29'."""
    assert known.result
    points = [int(each) for each in known.result.split()[1:]]
    return known.players[points.index(max(points))]


@database
@pytest.mark.usefixtures("two_evenings")
def test_the_club_has_played_and_its_games_count() -> None:
    call_command("demo_club")

    first, last = Game.objects.order_by("started")
    assert (first.name, last.name) == ("Club evening 1: Hansa", "Club evening 2: Hansa")
    for game in (first, last):
        assert game.is_over
        assert game.started < game.moves.exclude(turn=0).first().when < game.ended < timezone.now()
        for page in ("", "record.txt", "log/", "move/1/", "statistics/"):
            assert Client().get(f"{game.get_absolute_url()}{page}").status_code == 200, page
    players = set(Game.objects.values_list("players__user__username", flat=True))
    assert {each.user.username for each in Rating.objects.all()} == players
    assert Ladder.objects.get().computed_at
    assert Tally.objects.exists()
    assert GameFigures.objects.count() == 2
    assert not Letter.objects.exists()
    check_waits()
    call_command("verify_games")


@database
@pytest.mark.usefixtures("two_evenings")
def test_the_club_plays_an_evening_once() -> None:
    call_command("demo_club")
    before = list(Game.objects.values("pk", "version"))
    call_command("demo_club")

    assert list(Game.objects.values("pk", "version")) == before
    assert User.objects.count() == len(demo_club.MEMBERS)


@database
@pytest.mark.usefixtures("two_evenings")
def test_the_club_is_the_same_each_time() -> None:
    def played() -> list[tuple[object, ...]]:
        call_command("demo_club")
        return [
            (game.name, move.number, move.order, move.when - game.started)
            for game in Game.objects.order_by("started")
            for move in game.moves.all()
        ]

    once = played()
    Game.objects.all().delete()
    assert played() == once


@database
def test_without_the_demo_account_it_says_what_is_missing() -> None:
    with pytest.raises(CommandError, match=NAME):
        call_command("demo_club")

    assert not Game.objects.exists()


def test_records_are_written_again_by_the_same_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    apprentice = ("apprentice",)
    members = {name: replace(each, levels=apprentice) for name, each in demo_club.MEMBERS.items()}
    monkeypatch.setattr(demo_club, "MEMBERS", members)
    monkeypatch.setattr(demo_club, "EVENINGS", 1)
    monkeypatch.setattr(demo_club, "TITLES", {"hansa": TITLES["hansa"]})
    texts = []
    for folder in (tmp_path / "once", tmp_path / "again"):
        folder.mkdir()
        monkeypatch.setattr(demo_club, "RECORDS", folder)
        call_command("demo_club", record=True)
        texts.append((folder / "01-hansa.txt").read_text("utf-8"))

    assert texts[0] == texts[1] == replay.canonical(record.read(texts[0]))
