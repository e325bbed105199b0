"""Who gets in: a token that works, with what it allows, and nothing else."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts import bot_accounts, services, tokens
from games.accounts.models import PersonalToken, Scope, User
from games.api import auth
from games.api.middleware import LONGEST_BODY
from tests.api.programs import V1, Program, code_of
from tests.factories import UserFactory
from tests.play.factories import game_of_people, player_to_move

pytestmark = pytest.mark.django_db

ME = f"{V1}/me"


def test_a_program_learns_whose_it_is_and_what_it_may(client: Client) -> None:
    person = UserFactory(username="Merchant", time_zone="Europe/Berlin")
    told = Program(person, Scope.READ_OWN, Scope.PLAY, name="My bot").get("/me").json()
    expires = told["token"].pop("expires_at")
    assert expires > timezone.now().isoformat()[:10]
    assert told == {
        "name": "Merchant",
        "bot": False,
        "owner": None,
        "language": "en",
        "time_zone": "Europe/Berlin",
        "waiting": 0,
        "token": {"name": "My bot", "scopes": ["read:own", "play"]},
        "limits": {"requests": auth.REQUESTS, "orders": 60, "tables": 10, "together": 2},
    }


@pytest.mark.parametrize(("sent", "code"), [
    ({}, "no-token"),
    ({"Authorization": ""}, "no-token"),
    ({"Authorization": "Basic aGFuc2E6aGFuc2E="}, "no-token"),
    ({"Authorization": "Bearer"}, "bad-token"),
    ({"Authorization": "Bearer " + "x" * 5000}, "bad-token"),
    ({"Authorization": "Bearer hnsa_" + "0" * 46}, "bad-token"),
    ({"Authorization": "Bearer " + tokens.new_secret()}, "bad-token"),
])  # fmt: skip
def test_whoever_has_no_token_is_told_so(client: Client, sent, code) -> None:
    answer = client.get(ME, headers=sent)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert code_of(answer) == code


def test_a_browser_that_is_signed_in_is_not_a_program(client: Client) -> None:
    client.force_login(UserFactory())
    assert client.get(ME).status_code == 401


def test_a_token_is_no_way_into_the_pages() -> None:
    program = Program(UserFactory())
    answer = program.client.get("/accounts/profile/")
    assert answer.status_code == 302


def end(person: User, how: str) -> None:
    match how:
        case "expired":
            PersonalToken.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
        case "revoked":
            tokens.revoke(user=person, number=PersonalToken.objects.get().pk)
        case "suspended":
            services.suspend(user=person, by=UserFactory(is_staff=True), reason="Trouble")
        case "deleted":
            services.close_account(user=person)


@pytest.mark.parametrize("how", ["expired", "revoked", "suspended", "deleted"])
def test_a_token_that_has_ended_lets_nobody_in(how) -> None:
    person = UserFactory()
    program = Program(person)
    assert program.get("/me").status_code == 200
    end(person, how)
    answer = program.get("/me")
    assert answer.status_code == 401
    assert code_of(answer) == "bad-token"


def test_what_a_scope_is_missing_for_is_said_with_its_name() -> None:
    game = game_of_people()
    player = player_to_move(game)
    reader = Program(player.person, Scope.READ_OWN)
    answer = reader.order(game.pk, player.game.version, "end")
    assert answer.status_code == 403
    assert code_of(answer) == "no-scope"
    told = answer.json()
    assert told["scope"] == "play"
    assert "needs a token with the scope 'play'. Yours has: read:own." in told["detail"]
    assert 'scope="play"' in answer["WWW-Authenticate"]
    nothing = Program(player.person, Scope.LEAGUE_READ, name="Other")
    assert code_of(nothing.get("/games")) == "no-scope"


def test_sentences_are_in_the_language_of_the_account() -> None:
    answer = Program(UserFactory(language="de")).get("/games/1")
    assert answer["Content-Language"] == "de"
    assert answer.json()["detail"] == "Unter dieser Adresse ist nichts."


def test_a_language_that_is_no_longer_spoken_is_not_that_of_sentences() -> None:
    answer = Program(UserFactory(language="xx")).get("/me")
    assert answer.json()["language"] == answer["Content-Language"] == "en"


def test_the_next_request_is_in_its_own_language() -> None:
    Program(UserFactory(language="de")).get("/me")
    answer = Client().get("/", headers={"Accept-Language": "en"})
    assert answer["Content-Language"] == "en"


def test_too_many_requests_are_refused_with_the_time_to_wait(monkeypatch) -> None:
    monkeypatch.setattr(auth, "REQUESTS", 3)
    person = UserFactory()
    program, other = Program(person), Program(person, name="Other")
    answers = [program.get("/me") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1]["Retry-After"] == "60"
    assert code_of(answers[-1]) == "too-many"
    assert answers[-1].json()["limit"] == 3
    assert other.get("/me").status_code == 200


def test_more_tokens_and_bots_of_a_person_send_no_more_than_twice_as_much(monkeypatch) -> None:
    monkeypatch.setattr(auth, "REQUESTS", 3)
    person = UserFactory()
    bot = bot_accounts.create(owner=person, name="Robo")
    one, other = Program(person), Program(person, name="Other")
    of_bot, of_another = Program(bot, name="Third"), Program(UserFactory())
    answers = [one.get("/me") for _ in range(9)] + [other.get("/me") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 6 + [200] * 2
    assert of_bot.get("/me").status_code == 200
    for program in (of_bot, other):
        answer = program.get("/me")
        assert answer.status_code == 429
        assert code_of(answer) == "too-many"
        assert answer.json()["limit"] == 6
    assert of_another.get("/me").status_code == 200


@pytest.mark.parametrize(("method", "path", "status", "code"), [
    ("get", "/nothing", 404, "not-found"),
    ("get", "/me/", 404, "not-found"),
    ("get", "/", 404, "not-found"),
    ("post", "/me", 405, "bad-method"),
    ("delete", "/games", 405, "bad-method"),
    ("get", "/games?page=0", 422, "invalid"),
    ("get", "/games?page=x", 422, "invalid"),
    ("get", "/games?waiting=perhaps", 422, "invalid"),
    ("get", "/games/999999999999999999999", 404, "not-found"),
    ("get", "/games/1/log?after=-1", 422, "invalid"),
    ("get", "/people/" + "x" * 31, 422, "invalid"),
    ("get", "/ratings/chess", 422, "invalid"),
    ("get", "/events?wait=26", 422, "invalid"),
    ("get", "/events?after=" + "x" * 41, 422, "invalid"),
    ("get", "/games?waiting=1&x=%00", 404, "not-found"),
])  # fmt: skip
def test_whatever_is_wrong_is_told_as_a_problem(method, path, status, code) -> None:
    program = Program(UserFactory())
    answer = getattr(program.client, method)(V1 + path)
    assert answer.status_code == status
    assert code_of(answer) == code


def test_what_is_too_long_is_told_as_a_problem() -> None:
    """It is not read, so a program that sends much slows nobody."""
    answer = Program(UserFactory()).post("/games/1/orders", "x" * (LONGEST_BODY + 1))
    assert answer.status_code == 413
    assert code_of(answer) == "too-long"
    assert code_of(Program(UserFactory()).post("/games/1/orders", "x" * 1000)) != "too-long"


def test_head_is_answered_as_get() -> None:
    program = Program(UserFactory())
    answer = program.client.head(ME)
    assert answer.status_code == 200
    assert answer.content == b""


def test_no_cache_keeps_answers() -> None:
    program = Program(UserFactory())
    for path in ("/me", "/games", "/events", "/leagues"):
        assert program.get(path)["Cache-Control"] == "private, no-store"


def test_no_secret_is_logged(caplog, settings) -> None:
    """Not even one that came in a wrong way, at a developer's."""
    settings.DEBUG = True
    program = Program(UserFactory())
    with caplog.at_level("DEBUG"):
        program.get("/me")
        program.get("/nothing")
        for wrong in (program.secret, f"Token {program.secret}"):
            assert code_of(program.get("/me", Authorization=wrong)) == "no-token"
        program.get("/me", {"token": program.secret})
    assert program.secret not in caplog.text
    assert re.search(r"api:me", caplog.text)
