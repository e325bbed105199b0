"""Divisions and tables: every size is fair to seats and opponents."""

from collections import Counter
from itertools import combinations

import pytest

from games.league.system.schedule import (
    LARGEST,
    SMALLEST,
    UNDIVIDED,
    distance,
    division_sizes,
    tables,
)

SIZES = [*range(SMALLEST, LARGEST + 1), *UNDIVIDED]
each_table = pytest.mark.parametrize("mirrored", [False, True])
each_size = pytest.mark.parametrize("size", SIZES)
each_seats = pytest.mark.parametrize("seats", [3, 4, 5])


@each_table
@each_size
@each_seats
def test_each_entry_sits_once_in_each_seat(seats, size, mirrored):
    made = tables(size, seats, mirrored=mirrored)
    for seat in range(seats):
        assert sorted(table[seat] for table in made) == list(range(size))
    assert all(len(set(table)) == seats for table in made)


@each_table
@each_size
@each_seats
def test_entries_meet_about_equally_often_and_sit_before_each_other_as_often(seats, size, mirrored):
    made = tables(size, seats, mirrored=mirrored)
    before = Counter(pair for table in made for pair in combinations(table, 2))
    pairs = list(combinations(range(size), 2))
    meetings = [before[a, b] + before[b, a] for a, b in pairs]
    assert max(meetings) - min(meetings) <= 1
    assert all(abs(before[a, b] - before[b, a]) <= 1 for a, b in pairs)


@pytest.mark.parametrize(("size", "seats"), [(5, 4), (12, 4), (7, 2), (7, 6)])
def test_other_sizes_have_no_tables(size, seats):
    with pytest.raises(ValueError, match="no division"):
        tables(size, seats)


def test_divisions_take_everyone():
    for entries in range(SMALLEST, 301):
        sizes = division_sizes(entries)
        assert sum(sizes) == entries
        assert sizes == sorted(sizes)
        assert sizes[-1] - sizes[0] <= 1
        if entries in UNDIVIDED:
            assert sizes == [entries]
        else:
            assert set(sizes) <= set(range(SMALLEST, LARGEST + 1))


def test_too_few_make_no_division():
    assert [division_sizes(entries) for entries in range(SMALLEST)] == [[]] * SMALLEST


def test_from_42_entries_on_all_divisions_have_a_preferred_size():
    for entries in range(42, 301):
        assert not any(map(distance, division_sizes(entries)))
