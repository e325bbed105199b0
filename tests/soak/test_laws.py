"""The soak finds what is broken, and says it in a sentence."""

from typing import Any

import pytest

from games.play.models import Game, Player
from games.post.envelope import message_id
from games.post.models import Letter
from tests.factories import UserFactory
from tests.play.factories import game_of, play_on
from tests.soak import laws
from tests.soak.house import THREADS


@pytest.fixture
def game(db: None) -> Game:
    """Return a running game whose letters have all been sent."""
    game = play_on(game_of(UserFactory(), UserFactory(), "greedy"), 3)
    Letter.objects.waiting().update(state=Letter.State.SENT)
    return game


def taken() -> dict[str, list[float]]:
    """Return the mails of all letters that count as sent."""
    sent = Letter.objects.filter(state=Letter.State.SENT)
    return {message_id(letter): [10.0] for letter in sent}


def asking(game: Game) -> Letter:
    """Return the letter of the wait that is on."""
    player = Player.objects.get(game=game, wait_move__isnull=False)
    return Letter.objects.get(key=f"turn:{game.pk}:{player.seat}:{player.wait_move}")


def test_nothing_is_broken_where_each_wait_has_its_letter(game: Game) -> None:
    assert laws.broken(taken(), []) == []


def test_a_wait_without_a_letter_is_named(game: Game) -> None:
    letter = asking(game)
    _, _, seat, move = letter.key.split(":")
    letter.delete()
    assert laws.broken(taken(), []) == [
        f"Game {game.pk}: play began to wait for seat {seat} after move {move} without a letter."
    ]


def test_a_wait_that_the_log_does_not_know_is_named_too(game: Game) -> None:
    player = Player.objects.get(game=game, wait_move__isnull=False)
    Player.objects.filter(pk=player.pk).update(wait_move=99)
    assert laws.broken(taken(), []) == [
        f"Game {game.pk}: play began to wait for seat {player.seat} after move 99 without a letter."
    ]


def test_a_letter_without_a_wait_is_named(game: Game) -> None:
    letter = asking(game)
    Letter.objects.filter(pk=letter.pk).update(key=f"turn:{game.pk}:1:98")
    found = " ".join(laws.broken(taken(), []))
    assert "a letter asks seat 1 after move 98, and play did not." in found


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
