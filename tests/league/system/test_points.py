"""Points of a table."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.league.system.points import POINTS, points

places = st.integers(3, 5).flatmap(
    lambda seats: st.lists(st.integers(1, 5), min_size=seats, max_size=seats)
)


@given(places)
def test_a_table_is_always_worth_the_same(places):
    assert sum(points(places)) == sum(POINTS[len(places)])


@given(places)
def test_better_places_are_worth_more_and_shared_ones_the_same(places):
    worth = points(places)
    for mine, my_worth in zip(places, worth, strict=True):
        for other, other_worth in zip(places, worth, strict=True):
            assert (mine < other) == (my_worth > other_worth)


def test_those_who_share_places_share_their_points():
    assert points((1, 3, 1, 4)) == (8, 3, 8, 1)
    assert points((2, 1, 2, 2, 5)) == (Fraction(13, 3), 10, Fraction(13, 3), Fraction(13, 3), 1)


def test_no_table_has_two_seats():
    with pytest.raises(KeyError):
        points((1, 2))
