"""The soak finds what is broken, and says it in a sentence."""

from typing import Any

import pytest

from games.play.models import EndedBy, Game, Wait
from games.post.models import Letter
from games.post.transports.mail import message_id
from tests.factories import UserFactory
from tests.play.factories import game_of, play_on
from tests.soak import laws
from tests.soak.house import THREADS


@pytest.fixture
def game(db: None) -> Game:
    """Return a running game whose letters have all been sent."""
    game = play_on(game_of(UserFactory(), UserFactory(), "journeyman"), 3)
    Letter.objects.waiting().update(state=Letter.State.SENT)
    return game


def taken() -> dict[str, list[float]]:
    """Return the mails of all letters that count as sent."""
    sent = Letter.objects.filter(state=Letter.State.SENT)
    return {message_id(letter): [10.0] for letter in sent}


def asking(game: Game) -> Letter:
    """Return the letter of the wait that is on."""
    return Letter.objects.get(key=f"turn:{open_wait(game).pk}")


def open_wait(game: Game) -> Wait:
    """Return the wait that is on."""
    return Wait.objects.open().select_related("player").get(player__game=game)


def test_nothing_is_broken_where_each_wait_has_its_letter(game: Game) -> None:
    assert laws.broken(taken(), []) == []


def test_a_wait_without_a_letter_is_named(game: Game) -> None:
    asking(game).delete()
    wait = open_wait(game)
    seat, move = wait.player.seat, wait.move
    assert laws.broken(taken(), []) == [
        f"Game {game.pk}: the wait for seat {seat} after move {move} has 0 letters."
    ]


def test_a_wait_that_the_log_does_not_know_is_named_too(game: Game) -> None:
    wait = open_wait(game)
    seat = wait.player.seat
    Wait.objects.filter(pk=wait.pk).update(move=99)
    told = f"Game {game.pk}: it waited for seat {seat} after move 99, and play did not."
    assert told in laws.broken(taken(), [])


def test_a_wait_that_has_ended_too_early_is_named(game: Game) -> None:
    wait = open_wait(game)
    Wait.objects.filter(pk=wait.pk).update(
        ended_at=wait.since, ended_by=EndedBy.LEFT, next_check_at=None
    )
    assert laws.broken(taken(), []) == [
        f"Game {game.pk}: it waits for seats [], and play asks [{wait.player.seat}]."
    ]


def test_a_letter_without_a_wait_is_named(game: Game) -> None:
    letter = asking(game)
    letter.pk, letter.key, letter.payload = None, "turn:98", {**letter.payload, "wait": 98}
    letter.save()
    found = " ".join(laws.broken(taken(), []))
    assert f"{letter} asks about no wait of the game." in found


def test_a_letter_that_never_came_is_named(game: Game) -> None:
    mails = taken()
    del mails[message_id(asking(game))]
    (sentence,) = laws.broken(mails, [])
    assert sentence.endswith("counts as sent and never came.")


def test_a_mail_without_a_letter_is_named(game: Game) -> None:
    assert laws.broken(taken() | {"<x@y>": [1.0]}, []) == ["A mail without a letter: <x@y>"]


@pytest.mark.parametrize(
    ("killed", "breaches"),
    [([], 1), ([10.1], 0), ([9.8], 0), ([8.0], 1), ([100.0], 1), ([8.0, 100.0], 1)],
)
def test_a_mail_comes_again_only_if_a_worker_died_with_it(
    game: Game, killed: list[float], breaches: int, settings: Any
) -> None:
    settings.CELERY_TASK_TIME_LIMIT = 5
    mails = taken() | {message_id(asking(game)): [10.0, 50.0]}
    found = laws.broken(mails, killed)
    assert len(found) == breaches
    assert all(sentence.startswith("A mail came again") for sentence in found)


def test_a_worker_that_died_explains_what_it_had_in_hand_and_no_more(
    settings: Any,
) -> None:
    settings.CELERY_TASK_TIME_LIMIT = 5
    mails = {f"<{number}>": [10.0, 30.0] for number in range(THREADS + 1)}
    assert laws.unexplained(mails, [10.2]) == [f"<{THREADS}>"]
    assert laws.unexplained(mails, [10.2, 10.4]) == []
    assert laws.unexplained({"<a>": [10.0, 20.0, 30.0]}, [10.1]) == ["<a>"]
    assert laws.unexplained({"<a>": [10.0, 20.0, 30.0]}, [10.1, 20.1]) == []
