"""Several requests at the same instant, with real threads: each counts once, and none fails."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse

from games.accounts import tokens
from games.api.models import KeptAnswer
from games.play.models import Game, Message, Move, Player
from tests.api.programs import Program
from tests.play.factories import game_of_people, good_order, player_to_move

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

AT_ONCE = 4


def together(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned, all of them begun at the same moment."""
    gate, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(number: int) -> None:
        gate.wait()
        try:
            results[number] = calls[number]()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.fixture
def player() -> Player:
    return player_to_move(game_of_people())


@pytest.fixture
def program(player: Player) -> Program:
    program = Program(player.person)
    program.client.raise_request_exception = False
    return program


def sender(player: Player, program: Program, order: str = "", **headers: str) -> Callable[[], Any]:
    """A call that plays an order, a good one unless another is given."""
    order = order or good_order(player.game, player.seat, random.Random(1))
    return lambda: program.order(player.game_id, player.game.version, order, **headers)


def played(player: Player) -> int:
    """How many orders of the player are in the log."""
    return Move.objects.filter(game=player.game, seat=player.seat, played_by="").count()


def told(answers: list[HttpResponse]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def test_the_same_request_at_once_counts_once_and_has_one_answer(player, program) -> None:
    send = sender(player, program, Idempotency_Key="one")
    answers = together(*[send] * AT_ONCE)
    assert told(answers) == [200] * AT_ONCE
    assert len({answer.content for answer in answers}) == 1
    assert played(player) == 1
    assert Game.objects.get(pk=player.game_id).version == player.game.version + 1
    assert KeptAnswer.objects.count() == 1


def test_without_a_key_one_of_equal_requests_counts(player, program) -> None:
    assert told(together(*[sender(player, program)] * AT_ONCE)) == [200, 412, 412, 412]
    assert played(player) == 1


def test_a_key_that_comes_with_two_requests_at_once_is_for_one(player, program) -> None:
    one, other = (
        sender(player, program, order, Idempotency_Key="one") for order in ("income 1t", "end")
    )
    assert told(together(one, other, one, other)) == [200, 200, 422, 422]
    assert played(player) == 1


def test_what_is_refused_at_once_leaves_the_key_free(player, program) -> None:
    send = sender(player, program, "nonsense", Idempotency_Key="one")
    assert told(together(*[send] * AT_ONCE)) == [422] * AT_ONCE
    assert not KeptAnswer.objects.exists()
    assert sender(player, program, Idempotency_Key="one")().status_code == 200


def test_a_message_sent_twice_at_once_is_said_once(player, program) -> None:
    def say() -> HttpResponse:
        path, text = f"/games/{player.game_id}/messages", {"text": "Moin"}
        return program.post(path, text, Idempotency_Key="one")

    assert told(together(*[say] * AT_ONCE)) == [200] * AT_ONCE
    assert Message.objects.count() == 1


@pytest.mark.parametrize("attempt", range(4))
def test_a_token_that_ends_at_the_same_moment(attempt: int, player, program) -> None:
    """The order counts or is refused, and the token is gone: neither fails."""
    send = sender(player, program, Idempotency_Key="one")
    answer, revoked = together(
        send, lambda: tokens.revoke(user=player.person, number=program.token.pk)
    )
    assert revoked
    assert answer.status_code in {200, 401}
    assert played(player) == (answer.status_code == 200)
    assert send().status_code == 401
