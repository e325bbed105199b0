"""What a game would change, and what it changed."""

from dataclasses import replace

import pytest

from games.accounts.models import User
from games.ratings.forecast import Person, changed, outlook
from games.ratings.models import Part, Rating, Reason
from games.ratings.services import record
from tests.factories import UserFactory
from tests.ratings.factories import START, finished, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return UserFactory.create_batch(3)


def outlook_for(people: list[User], bots: tuple[str, ...] = ()):
    persons = [Person(each.pk, each.username) for each in people]
    return outlook("teutonica", "hanse", 4, persons, bots)


def test_a_better_place_is_worth_more(people):
    told = outlook_for(people, ("journeyman",))
    assert told.places == (1, 2, 3, 4)
    for row in told.rows:
        assert list(row.changes) == sorted(row.changes, reverse=True)
        assert row.changes[0] > 0 > row.changes[-1]
        assert str(row.rating).startswith("1500 ± ")


def test_a_favourite_gains_less_by_winning(people):
    for game in range(1, 6):
        record(finished(people, game=game, day=game))
    rows = {row.name: row for row in outlook_for(people).rows}
    best, worst = rows[people[0].username], rows[people[2].username]
    assert best.changes[0] < worst.changes[0]
    assert best.changes[2] < worst.changes[2] <= 0


def test_alone_there_is_nothing_to_tell(people):
    assert outlook_for(people[:1]) is None
    assert outlook_for(people[:1], ("journeyman",)) is None


def test_the_queries_do_not_depend_on_how_many_sit(people, django_assert_num_queries):
    for count in (2, 3):
        with django_assert_num_queries(3):
            outlook_for(people[:count])


def test_a_finished_game_tells_what_it_changed_and_why(people, django_assert_num_queries):
    record(finished(people, [2, 1, 2]))
    with django_assert_num_queries(2):
        told = changed(1)
    assert [row.sentence for row in told.rows] == [
        "Beat 0 of 2 opponents, level with 1 (1.0 expected).",
        "Beat 2 of 2 opponents (1.0 expected).",
        "Beat 0 of 2 opponents, level with 1 (1.0 expected).",
    ]
    assert told.rows[1].signed.startswith("+")
    assert told.rows[0].signed.startswith("−")
    assert told.rows[1].after == Rating.objects.get(user=people[1]).on(
        Rating.objects.get(user=people[1]).last
    )
    assert told.note == ""


def test_it_says_why_a_game_is_not_rated(people):
    record(finished(people, reason=Reason.FRIENDLY))
    assert changed(1).note == "Not rated: it was a friendly game."
    assert changed(1).rows == ()
    assert changed(2) is None


def test_it_says_who_left_and_who_took_over(people):
    newcomer = UserFactory()
    seats = [
        *[seat(0, people[0], 1), seat(1, people[1], 2)],
        *[seat(2, people[2], part=Part.LEFT), seat(2, newcomer, 3, part=Part.TOOK_OVER)],
    ]
    record(replace(finished(people), seats=seats))
    told = changed(1)
    assert [row.name for row in told.rows] == [each.username for each in people[:2]]
    assert told.note == (
        "Players who stayed from beginning to end are rated among themselves. "
        f"Left early: {people[2].username}. Took over a seat: {newcomer.username}."
    )


def test_it_says_what_giving_up_did_to_who_did(people):
    seats = [
        *[seat(0, people[0], 1), seat(1, people[1], 2)],
        replace(seat(2, people[2], part=Part.LEFT), gave_up=START),
    ]
    record(replace(finished(people), seats=seats))
    told = changed(1)
    assert told.rows[2].sentence == "Gave up: behind all 2 who stayed (1.0 expected)."
    assert told.rows[2].change < 0
    assert told.rows[1].change == -told.rows[0].change


def test_it_says_for_whom_a_cancelled_game_counts(people):
    unplaced = [seat(0, people[0]), seat(1, people[1])]
    left = replace(seat(2, people[2], part=Part.LEFT), gave_up=START)
    record(replace(finished(people, reason=Reason.CANCELLED), seats=[*unplaced, left]))
    told = changed(1)
    assert [row.name for row in told.rows] == [people[2].username]
    assert told.note == (
        "It counts only for those who gave up: the game was cancelled. "
        f"Left early: {people[2].username}."
    )
