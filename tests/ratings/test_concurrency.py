"""Games that end at the same moment all count."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.ratings.models import Pool, Rating
from games.ratings.services import recompute, record
from tests.factories import UserFactory
from tests.ratings.factories import finished

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

AT_ONCE = 6


def test_games_of_the_same_people_that_end_at_once_all_count():
    people = UserFactory.create_batch(3)
    gate = threading.Barrier(AT_ONCE + 1)

    def end(game: int) -> None:
        gate.wait()
        try:
            record(finished(people, game=game))
        finally:
            connection.close()

    def night() -> None:
        gate.wait()
        try:
            recompute(title="teutonica", pool=Pool.PEOPLE)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE + 1) as pool:
        started = [pool.submit(end, game) for game in range(AT_ONCE)] + [pool.submit(night)]
        for each in started:
            each.result()
    assert [rating.games for rating in Rating.objects.all()] == [AT_ONCE] * 3


def test_a_game_told_twice_at_once_counts_once():
    people = UserFactory.create_batch(3)
    gate = threading.Barrier(AT_ONCE)

    def end() -> None:
        gate.wait()
        try:
            record(finished(people))
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for each in [pool.submit(end) for _ in range(AT_ONCE)]:
            each.result()
    assert [rating.games for rating in Rating.objects.all()] == [1] * 3
