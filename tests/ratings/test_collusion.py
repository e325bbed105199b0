"""What is marked for staff, and what is not."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from games.accounts.models import User
from games.ratings.collusion import mark
from games.ratings.models import Flag, Part, Rating, Suspicion
from games.ratings.services import record
from tests.factories import UserFactory
from tests.ratings.factories import START, finished, seat

pytestmark = pytest.mark.django_db
SOON = START + timedelta(days=90)


@pytest.fixture
def people() -> list[User]:
    return UserFactory.create_batch(12)


def play(tables: list[list[User]], first: int = 1) -> None:
    """Record games; each ends in the order of its table."""
    for number, table in enumerate(tables, start=first):
        record(finished(table, game=number, day=number / 10))


def mingle(people: list[User], games: int) -> list[list[User]]:
    rng = random.Random(1)
    return [rng.sample(people, 3) for _ in range(games)]


def test_an_account_that_only_loses_to_one_person_is_marked_once(people):
    winner, loser = people[0], people[1]
    play(mingle([winner, *people[2:]], 20) + mingle(people[1:], 20))
    play([[winner, loser]] * 10, first=100)
    assert mark(now=SOON) == 1
    assert mark(now=SOON + timedelta(days=1)) == 0
    flag = Flag.objects.get()
    assert flag.suspicion == Suspicion.FEEDING
    assert set(flag.people.all()) == {winner, loser}
    assert (flag.first_seen, flag.last_seen) == (SOON, SOON + timedelta(days=1))
    assert "by chance" in flag.detail


def test_friends_who_win_in_turn_are_not_marked(people):
    play(mingle(people, 30))
    a, b = people[:2]
    play([[a, b], [b, a]] * 6, first=100)
    assert mark(now=SOON) == 0


def test_in_a_small_club_everyone_meets_often(people):
    play([people[:3]] * 20)
    assert mark(now=SOON) == 0


def test_what_is_more_than_a_year_ago_is_not_counted(people):
    play(mingle(people, 30))
    play([people[:2]] * 10, first=100)
    assert mark(now=SOON + timedelta(days=365)) == 0


def test_leaving_games_to_the_same_person_is_marked(people):
    a, b, c, d = people[:4]
    for number in range(5):
        seats = [
            *[seat(0, a, 1), seat(1, c if number % 2 else d, 2)],
            *[seat(2, b, part=Part.LEFT), seat(2, "journeyman", 3, part=Part.TOOK_OVER)],
        ]
        record(replace(finished(people[:3], game=number, day=number), seats=seats))
    assert mark(now=SOON) == 1
    flag = Flag.objects.get()
    assert flag.suspicion == Suspicion.GIVING_UP
    assert set(flag.people.all()) == {a, b}


def test_nothing_happens_to_who_is_marked(people):
    play(mingle(people[1:], 30) + [people[:2]] * 10)
    before = list(Rating.objects.order_by("pk").values())
    assert mark(now=SOON) == 1
    assert list(Rating.objects.order_by("pk").values()) == before
    assert all(person.is_active for person in User.objects.all())
