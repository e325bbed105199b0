"""Programs of bot accounts: who they are, tables they open, and the leaderboard of their own."""

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts import services
from games.accounts.models import Scope, User
from games.club.services.leaderboards import rank_everyone
from games.club.services.statistics import fill_statistics
from games.play.models import Game, OnTimeout
from games.play.services import bot_accounts as at_tables
from games.ratings.models import Pool, Rating, Result
from tests.api.programs import Program, code_of
from tests.factories import UserFactory
from tests.play.bot_accounts import bot_account
from tests.play.factories import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def robo() -> User:
    return bot_account("Robo", UserFactory(username="Anna"))


def table(*seats: str, **more: object) -> dict[str, object]:
    """What opens a table; a seat is a bot account's with a capital letter, else a bot's."""
    chosen = [{"account" if seat[0].isupper() else "bot": seat} for seat in seats]
    return {"title": "hansa", "seats": chosen, **more}


def test_it_says_what_it_is_and_whose(robo) -> None:
    program = Program(robo)
    me = program.get("/me").json()
    assert (me["name"], me["bot"], me["owner"]) == ("Robo", True, "Anna")
    assert "league:read" not in me["token"]["scopes"]
    assert program.get("/people/Robo").json()["owner"] == "Anna"
    person = Program(UserFactory())
    assert person.get("/me").json()["bot"] is False
    assert person.get("/people/Anna").json()["owner"] is None


def test_it_is_spoken_to_as_its_owner_wishes_now(robo) -> None:
    program = Program(robo)
    owner = User.objects.get(pk=robo.owner_id)
    assert program.get("/games/1")["Content-Language"] == "en"
    services.change_language(user=owner, language="de")
    assert program.get("/games/1")["Content-Language"] == "de"
    assert program.get("/me").json()["language"] == "de"


def test_it_opens_a_table_and_plays(robo) -> None:
    program = Program(robo)
    opened = program.post("/games", table("journeyman", "Robo"), Idempotency_Key="1")
    assert opened.status_code == 201
    again = program.post("/games", table("journeyman", "Robo"), Idempotency_Key="1")
    assert again.json() == opened.json()
    game = Game.objects.get()
    assert (game.private, game.creator, game.on_timeout) == (True, robo, OnTimeout.BOT)
    assert (opened.json()["id"], opened.json()["seat"]) == (game.pk, 1)
    shown = program.get(f"/games/{game.pk}").json()
    assert [seat["bot"] for seat in shown["seats"]] == ["journeyman", None]
    assert [seat["owner"] for seat in shown["seats"]] == [None, "Anna"]
    legal = program.get(f"/games/{game.pk}/legal").json()
    verb = next(iter(legal["orders"]))
    played = program.order(game.pk, legal["version"], legal["orders"][verb][0])
    assert played.status_code == 200
    watcher = Client()
    assert watcher.get(game.get_absolute_url()).status_code == 404
    for person, status in ((UserFactory(), 404), (robo.owner, 200)):
        watcher.force_login(person)
        assert watcher.get(game.get_absolute_url()).status_code == status


def test_what_is_no_table_is_refused(robo) -> None:
    program = Program(robo)
    bot_account("Closed", UserFactory(), by_all=False)
    for sent, code in (
        (table("journeyman", "merchant"), "refused"),
        (table("Robo", "Robo"), "refused"),
        (table("Robo", "Closed"), "refused"),
        (table("Robo", "Nobody"), "refused"),
        (table("Robo", "Anna"), "refused"),
        (table("Robo", "champion"), "invalid"),
        (table("Robo", title="chess"), "invalid"),
        (table("Robo", seats=[{}]), "refused"),
        (table("Robo"), "illegal"),
        (table("Robo", *["journeyman"] * 4), "illegal"),
        (table("Robo", *["journeyman"] * 40), "invalid"),
        (table("Robo", "journeyman", options={"board": "moon"}), "illegal"),
        (table("Robo", "journeyman", name="x" * 61), "invalid"),
        (table("Robo", "journeyman", name="a\0b"), "invalid"),
        (table("Robo", "R\0"), "invalid"),
        (table("Robo", "journeyman", options={"a\0": "b"}), "invalid"),
    ):
        answer = program.post("/games", sent)
        assert code_of(answer) == code, (sent, answer.content)
    assert not Game.objects.exists()


def test_only_bot_accounts_open_tables_and_so_many(robo, monkeypatch) -> None:
    person = Program(robo.owner)
    assert code_of(person.post("/games", table("Robo", "journeyman"))) == "no-scope"
    only = Program(robo, Scope.PLAY, Scope.READ_OWN, name="Plays")
    assert only.post("/games", table("Robo", "journeyman")).json()["scope"] == "bot"
    monkeypatch.setattr(at_tables, "MOST_GAMES", 2)
    program = Program(robo)
    codes = [program.post("/games", table("Robo", "journeyman")).status_code for _ in range(3)]
    assert codes == [201, 201, 409]
    codes = [program.post("/games", table("Robo", "journeyman")).status_code for _ in range(8)]
    assert codes[-1] == 429


def test_its_games_count_on_a_leaderboard_of_their_own(robo) -> None:
    mecha = bot_account("Mecha")
    program = Program(robo)
    for _ in range(2):
        game = Game.objects.get(pk=program.post("/games", table("Robo", "Mecha")).json()["id"])
        assert game.rated
        play_out(game)
    sibling = bot_account("Sibling", robo.owner)
    assert not program.post("/games", table("Robo", "Sibling")).json()["rated"]
    assert set(Result.objects.values_list("kind", flat=True)) == {Pool.BOT_ACCOUNTS}
    Rating.objects.update(games=9, deviation=0.1)
    rank_everyone()
    fill_statistics(seconds=60)
    for pool, names in (
        (Pool.PEOPLE, set()),
        (Pool.BOTS, set()),
        (Pool.BOT_ACCOUNTS, {"Robo", "Mecha"}),
    ):
        found = program.get("/ratings/hansa", {"pool": pool.value}).json()["places"]
        assert {each["name"] for each in found} == names
    browser = Client()
    browser.force_login(UserFactory())
    board = browser.get(reverse("club:leaderboard-of", args=["hansa"]), {"pool": "bot-accounts"})
    assert "bot of Anna" in board.text
    assert "not listed here yet" not in board.text
    assert "among people&#x27;s bots" in browser.get(reverse("club:person", args=["Robo"])).text
    assert browser.get(reverse("club:statistics-of", args=["hansa"])).status_code == 200
    assert mecha not in User.objects.members()
    assert sibling.owner == robo.owner
