"""Waiting for a change: answered as soon as there is one, and never by many threads."""

import threading
import time
from types import SimpleNamespace

import pytest
from django.core.cache import cache

from games.api import events
from games.play import services
from games.play.models import Game
from tests.api.programs import Program, code_of
from tests.factories import UserFactory
from tests.play.factories import game_of, game_of_people, player_to_move

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick(monkeypatch) -> None:
    cache.clear()
    monkeypatch.setattr(events, "EVERY", 0.01)
    # As Django's test client does: the connection is that of the test.
    monkeypatch.setattr(events, "close_old_connections", lambda: None)


def looks(monkeypatch, then) -> list[str]:
    """Do something at the first look after the request has begun to wait; returns the looks."""
    seen: list[str] = []
    look = events.cursor_of

    def looked(user):
        cursor = look(user)
        seen.append(cursor)
        if len(seen) == 1:
            then()
        return cursor

    monkeypatch.setattr(events, "cursor_of", looked)
    return seen


def test_the_first_request_tells_what_waits_and_where_to_go_on() -> None:
    player = player_to_move(game_of_people())
    told = Program(player.person).get("/events").json()
    assert told["changed"]
    assert [game["id"] for game in told["waiting"]] == [player.game_id]
    assert told["again_in"] == events.PAUSE


def test_a_change_is_told_at_once(monkeypatch) -> None:
    player = player_to_move(game_of_people())
    program = Program(player.person)
    cursor = program.get("/events").json()["cursor"]

    def play() -> None:
        services.open_vote(player=player, kind="pause")

    seen = looks(monkeypatch, play)
    told = program.get("/events", {"after": cursor, "wait": 25}).json()
    assert told["changed"]
    assert told["cursor"] != cursor
    assert told["again_in"] == 0
    assert len(seen) == 2


@pytest.mark.parametrize("what", ["begun", "over", "joined"])
def test_games_that_come_and_go_are_changes(what) -> None:
    person = UserFactory()
    program = Program(person)
    game = game_of(person, "open") if what != "begun" else None
    cursor = program.get("/events").json()["cursor"]
    if what == "begun":
        game_of(person, "open")
    elif what == "over":
        services.cancel_game(game=game, user=person)
    else:
        services.join(game=Game.objects.get(pk=game.pk), user=UserFactory())
    assert program.get("/events", {"after": cursor}).json()["changed"]


def test_without_a_change_the_cursor_stays(monkeypatch) -> None:
    program = Program(player_to_move(game_of_people()).person)
    cursor = program.get("/events").json()["cursor"]
    seen = looks(monkeypatch, lambda: None)
    told = program.get("/events", {"after": cursor, "wait": 1}).json()
    assert (told["changed"], told["cursor"], told["again_in"]) == (False, cursor, 0)
    assert len(seen) > 2


def test_games_of_others_are_no_changes() -> None:
    program = Program(UserFactory())
    cursor = program.get("/events").json()["cursor"]
    game_of_people()
    assert not program.get("/events", {"after": cursor}).json()["changed"]


def test_when_too_many_wait_the_others_are_answered_at_once(monkeypatch) -> None:
    monkeypatch.setattr(events, "WAITING", threading.BoundedSemaphore(1))
    program = Program(UserFactory())
    cursor = program.get("/events").json()["cursor"]
    assert events.WAITING.acquire(blocking=False)
    before = time.monotonic()
    told = program.get("/events", {"after": cursor, "wait": 25}).json()
    assert time.monotonic() - before < 10
    assert (told["changed"], told["again_in"]) == (False, events.PAUSE)
    events.WAITING.release()
    told = program.get("/events", {"after": cursor, "wait": 1}).json()
    assert told["again_in"] == 0


def test_one_request_of_a_person_waits(monkeypatch) -> None:
    person = UserFactory()
    program = Program(person)
    cursor = program.get("/events").json()["cursor"]
    with events._place(person) as mine:
        assert mine
        told = program.get("/events", {"after": cursor, "wait": 25}).json()
        assert told["again_in"] == events.PAUSE
    told = program.get("/events", {"after": cursor, "wait": 1}).json()
    assert told["again_in"] == 0


def fail(*_: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(("name", "broken"), [
    ("_changed", fail), ("cache", SimpleNamespace(add=fail)),
])  # fmt: skip
def test_a_place_is_given_back_whatever_happens(name, broken, monkeypatch) -> None:
    program = Program(UserFactory())
    cursor = program.get("/events").json()["cursor"]
    program.client.raise_request_exception = False
    with monkeypatch.context() as failing:
        failing.setattr(events, name, broken)
        for _ in range(4):
            answer = program.get("/events", {"after": cursor, "wait": 25})
            assert answer.status_code == 500
            assert code_of(answer) == "failed"
    assert program.get("/events", {"after": cursor, "wait": 1}).json()["again_in"] == 0


def test_a_look_is_one_query(django_assert_num_queries) -> None:
    person = UserFactory()
    for _ in range(3):
        game_of(person, UserFactory())
    with django_assert_num_queries(1):
        events.cursor_of(person)
