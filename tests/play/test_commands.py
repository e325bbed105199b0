"""The demo and the other commands."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from games.accounts.models import User
from games.play.models import Game
from games.rules import TITLES
from tests.factories import UserFactory
from tests.play.factories import game_of_people, player_to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings, tmp_path: Path, capsys):
    settings.VAR = tmp_path

    def run() -> str:
        call_command("demo")
        return capsys.readouterr().out

    return run


def test_the_demo_signs_in_and_has_its_games(demo, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    name, password = re.search(r"Sign in as (\w+) with password (\S+)", demo()).groups()
    client = Client()
    answer = client.post("/accounts/login/", {"login": name, "password": password})

    assert answer.status_code == 302
    assert client.get("/")["Content-Language"] == "de"
    for title in TITLES:
        running = Game.objects.get(status="running", title=title)
        assert player_to_move(running).user.username == name
        assert running.players.exclude(bot="").count() == 3
        assert Game.objects.get(status="over", title=title).result["places"]
    assert Game.objects.values("name").distinct().count() == Game.objects.count()
    call_command("verify_games")


def test_the_demo_twice_is_the_demo_once(demo):
    first = demo()
    second = demo()

    assert first == second
    assert set(User.objects.values_list("username", "is_staff")) == {
        ("Marie", False),
        ("Steward", True),
    }
    assert Game.objects.count() == 2 * len(TITLES)


def test_the_demo_says_how_to_open_the_pages_of_staff(demo):
    said = demo()
    password = re.search(r"with password (\S+)", said)[1]
    name, code = re.search(r"Staff account: +(\w+), the same password, and (\S+)", said).groups()
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": password})
    client.post("/accounts/2fa/authenticate/", {"code": code})
    assert client.get("/staff/").status_code == 200
    assert code not in demo()


def test_forgetting_somebody_unknown_says_so():
    with pytest.raises(CommandError, match="Nobody"):
        call_command("forget", "Nobody in particular")


def test_promoting_an_account_makes_it_a_superuser():
    person = UserFactory(username="Warden")
    call_command("promote", "warden")

    person.refresh_from_db()
    assert person.is_staff
    assert person.is_superuser


@pytest.mark.parametrize("left", [{"guest": True}, {"is_active": False}])
def test_only_somebody_who_can_sign_in_is_promoted(left):
    person = UserFactory(**left)
    with pytest.raises(CommandError, match=person.username):
        call_command("promote", person.username)

    assert not User.objects.filter(is_staff=True).exists()


def test_forgetting_somebody_keeps_the_game():
    game = game_of_people()
    name = player_to_move(game).user.username
    call_command("forget", name)

    assert not User.objects.filter(username=name).exists()
    assert player_to_move(game).user_id
