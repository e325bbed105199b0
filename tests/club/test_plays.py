"""One's own plays as files: all that one finished, nothing else, and no formula in a cell."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import close_account
from games.club.pages import plays
from games.play.models import Game, Player, Status
from tests.club.factories import finished
from tests.factories import UserFactory
from tests.play.factories import game_of, hot_seat_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return UserFactory(username="Anna")


def got(user: User, view: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(reverse(f"club:{view}"))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return answer.content.decode()


def table(user: User) -> list[dict[str, str]]:
    text = got(user, "plays-table")
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def bg_stats(user: User) -> dict[str, Any]:
    return json.loads(got(user, "plays-bg-stats"))


def scored(game: Game, *scores: int, ago: int = 0) -> Game:
    for player, score in zip(game.players.all(), scores, strict=True):
        Player.objects.filter(pk=player.pk).update(score=score)
    Game.objects.filter(pk=game.pk).update(ended=timezone.now() - timedelta(days=ago))
    return game


def test_each_finished_game_of_ones_own_is_a_row(anna, monkeypatch) -> None:
    ben = UserFactory(username="Ben")
    monkeypatch.setattr(plays, "BATCH", 1)
    scored(finished(ben, anna, "journeyman", "journeyman", private=True), 51, 47, 9, -2, ago=1)
    scored(finished(anna, UserFactory(username="Cid"), title="hansa", name="Two"), 30, 20)
    finished(ben, UserFactory())
    finished(anna, ben, status=Status.CANCELLED)
    finished(anna, ben, status=Status.RUNNING)
    game_of(anna, "open")
    hot_seat_game(anna)
    newest, oldest = table(anna)
    assert (newest["name"], newest["title"], newest["board"]) == ("Two", "Hansa", "")
    assert (newest["place"], newest["score"], newest["seat"], newest["players"]) == (
        "1", "30", "1", "2",
    )  # fmt: skip
    assert (oldest["private"], oldest["seat"], oldest["place"]) == ("yes", "2", "2")
    assert oldest["board"] == "The Hanseatic League"
    assert [(oldest[f"player_{n}"], oldest[f"score_{n}"]) for n in (1, 2, 3, 4, 5)] == [
        ("Ben", "51"), ("Anna", "47"), ("journeyman bot", "9"), ("journeyman bot", "-2"), ("", ""),
    ]  # fmt: skip
    assert len(table(ben)) == 2


def test_only_the_newest_are_in_a_file(anna, monkeypatch) -> None:
    for ago in (1, 2, 3):
        scored(finished(anna, UserFactory(), name=f"{ago} ago"), 2, 1, ago=ago)
    monkeypatch.setattr(plays, "MOST", 2)
    assert [row["name"] for row in table(anna)] == ["1 ago", "2 ago"]


@pytest.mark.parametrize("typed", ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", '"=1"', "Herring"])
def test_no_spreadsheet_takes_a_name_for_a_formula(anna, typed) -> None:
    finished(anna, UserFactory(), name=typed)
    (row,) = table(anna)
    assert row["name"] in {typed, f"'{typed}"}
    assert row["name"][0] not in "=+-@\t"


def test_bg_stats_gets_all_plays_in_one_file(anna) -> None:
    ben = UserFactory(username="Ben")
    gone = UserFactory()
    scored(finished(ben, anna, "journeyman", "journeyman"), 51, 47, 9, -2, ago=1)
    scored(finished(anna, gone, title="hansa"), 30, 30)
    close_account(user=gone)
    told = bg_stats(anna)
    people = {each["id"]: each for each in told["players"]}
    games = {each["id"]: each for each in told["games"]}
    assert people[told["userInfo"]["meRefId"]]["name"] == "Anna"
    assert {each["name"]: each["isAnonymous"] for each in told["players"]} == {
        "Anna": False,
        "Ben": False,
        "journeyman bot": False,
        "journeyman bot 2": False,
        "Former player 2": True,
    }
    assert {each["name"]: each["bggId"] for each in told["games"]} == {
        "Hansa": 0,
        "Hansa Teutonica": 43015,
    }
    newest, oldest = told["plays"]
    assert games[newest["gameRefId"]]["name"] == "Hansa"
    seats = oldest["playerScores"]
    assert [(people[each["playerRefId"]]["name"], each["score"]) for each in seats] == [
        ("Ben", "51"), ("Anna", "47"), ("journeyman bot", "9"), ("journeyman bot 2", "-2"),
    ]  # fmt: skip
    assert [each["winner"] for each in seats] == [True, False, False, False]
    # Each thing keeps its UUID, by which the app knows it again, and has its own.
    assert bg_stats(anna) == told
    every = [
        each["uuid"] for part in ("players", "games", "plays", "locations") for each in told[part]
    ]
    assert len(set(every)) == len(every)


def test_both_files_are_offered_where_one_exports_ones_data(anna) -> None:
    client = Client()
    client.force_login(anna)
    page = client.get(reverse("accounts:data")).text
    for view in ("plays-table", "plays-bg-stats"):
        assert reverse(f"club:{view}") in page
    assert table(anna) == []
    assert bg_stats(anna)["plays"] == []
