"""What a finished game counts for, and that it counts once."""

from dataclasses import replace

import pytest

from games.accounts.models import User
from games.ratings.models import Kind, Part, Reason, Result, ResultSeat
from games.ratings.services import record
from tests.factories import UserFactory
from tests.ratings.factories import finished, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return UserFactory.create_batch(3)


def test_a_game_of_people_is_rated(people):
    result = record(finished(people))
    assert result.is_rated
    assert [each.place for each in result.seats.all()] == [1, 2, 3]


def test_a_game_is_recorded_once(people):
    first = record(finished(people))
    again = record(replace(finished(people), reason=Reason.AGREED))
    assert again == first
    assert again.is_rated
    assert ResultSeat.objects.count() == 3


@pytest.mark.parametrize("reason", [Reason.AGREED, Reason.CANCELLED, Reason.FRIENDLY])
def test_these_games_are_not_rated(people, reason):
    result = record(finished(people, reason=reason))
    assert (result.kind, result.reason) == (Kind.NONE, reason)


def test_who_left_and_who_took_over_do_not_count_and_the_others_do(people):
    a, b, c = people
    seats = [
        seat(0, a, 2),
        seat(1, b, part=Part.LEFT),
        seat(1, UserFactory(), 1, part=Part.TOOK_OVER),
        seat(2, c, 3),
    ]
    result = record(replace(finished(people), seats=seats))
    assert result.is_rated
    assert [each.user for each in result.seats.all() if each.counts] == [a, c]


def test_with_one_left_of_those_who_began_nobody_is_rated(people):
    a, b, c = people
    seats = [
        seat(0, a, 1),
        *[seat(1, b, part=Part.LEFT), seat(1, "journeyman", 2, part=Part.TOOK_OVER)],
        *[seat(2, c, part=Part.LEFT), seat(2, "journeyman", 3, part=Part.TOOK_OVER)],
    ]
    result = record(replace(finished(people), seats=seats))
    assert (result.kind, result.reason) == (Kind.NONE, Reason.ALONE)


def test_a_game_against_bots_alone_is_rated_apart(people):
    result = record(finished([people[0], "journeyman", "journeyman"]))
    assert result.kind == Kind.BOTS


def test_several_people_and_a_bot_are_rated(people):
    assert record(finished([*people, "journeyman"])).is_rated


def test_a_game_without_people_has_no_result():
    assert record(finished(["journeyman", "journeyman"])) is None
    assert not Result.objects.exists()


def test_a_deleted_account_still_counts_for_the_others(people):
    result = record(finished(people))
    person = people[0].pk
    people[0].delete()
    gone = result.seats.get(seat=0)
    assert (gone.user, gone.person, gone.name) == (None, person, "Former player")
    assert gone.counts
