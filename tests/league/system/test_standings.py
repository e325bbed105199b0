"""Standings: tie-breaks that anyone can add up."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.league.system.points import POINTS
from games.league.system.standings import TableResult, standings
from tests.league.system.seasons import opened, played

divisions = st.tuples(st.integers(6, 11), st.integers(3, 5), st.randoms(use_true_random=False))


def season(size, seats, rng, **kwargs):
    """Return the tables at a random moment of a season."""
    snapshots = list(played(size, seats, rng, **kwargs))
    return rng.choice(snapshots)


@given(divisions)
def test_every_number_is_what_its_terms_add_up_to(division):
    size, seats, rng = division
    tables = season(size, seats, rng, level=True)
    rows = standings(tables, range(size))
    total = {row.entry: row.points for row in rows}
    for row in rows:
        own = [
            number
            for number, table in enumerate(tables)
            if row.entry in table.entries and not table.is_open
        ]
        assert (
            [term.table for term in row.gained] == own == [term.table for term in row.product_terms]
        )
        assert row.points == sum(term.points for term in row.gained)
        assert row.products == sum(term.points * term.others for term in row.product_terms)
        for term in row.product_terms:
            others = [total[entry] for entry in tables[term.table].entries if entry != row.entry]
            assert term.others == sum(others) / len(others)
        if row.meeting_terms:
            assert row.meetings == sum(t.place for t in row.meeting_terms) / len(row.meeting_terms)
        if row.share_terms:
            assert row.shares == sum(t.value for t in row.share_terms) / len(row.share_terms)


@given(divisions)
def test_points_of_all_are_what_the_ended_tables_are_worth(division):
    size, seats, rng = division
    tables = season(size, seats, rng, leaving=0)
    rows = standings(tables, range(size))
    ended = sum(not table.is_open for table in tables)
    assert sum(row.points for row in rows) == ended * sum(POINTS[seats])


@given(divisions)
def test_everyone_has_one_row_and_ranks_count_those_before(division):
    size, seats, rng = division
    rows = standings(season(size, seats, rng, level=True), range(size))
    assert sorted(row.entry for row in rows) == list(range(size))
    for number, row in enumerate(rows):
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert row.rank == number + 1 or row.rank == rows[number - 1].rank
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@given(divisions)
def test_the_order_of_tables_and_entries_changes_no_rank(division):
    size, seats, rng = division
    tables = season(size, seats, rng, level=True)
    ranks = {row.entry: row.rank for row in standings(tables, range(size))}
    mixed = rng.sample(tables, len(tables))
    assert {row.entry: row.rank for row in standings(mixed, rng.sample(range(size), size))} == ranks


@given(divisions)
def test_meetings_are_those_with_entries_level_before(division):
    size, seats, rng = division
    tables = season(size, seats, rng, level=True)
    rows = {row.entry: row for row in standings(tables, range(size))}
    for row in rows.values():
        for term in row.meeting_terms:
            other = rows[term.other]
            assert (other.points, other.products) == (row.points, row.products)
            back = next(
                t for t in other.meeting_terms if t.table == term.table and t.other == row.entry
            )
            assert term.place + back.place == 3


def test_before_the_first_result_all_share_the_first_rank():
    assert {row.rank for row in standings(opened(7, 4), range(7))} == {1}


def test_a_lost_seat_gains_nothing_and_the_others_keep_their_places():
    table = TableResult((0, 1, 2, 3), (1, 2, 3, 4), (50, 40, 30, 20), frozenset({0}))
    assert table.points() == (0, 6, 3, 1)
    assert TableResult((0, 1, 2, 3), shared=True, lost=frozenset({2})).points() == (5, 5, 0, 5)


def test_the_tie_breaks_in_their_order():
    """Two tables with the same four entries: what makes 0 and 1 differ, or not."""
    first, second = (1, 2, 3, 4), (2, 1, 3, 4)

    def ranks(one, two, timeouts=None):
        tables = [TableResult((0, 1, 2, 3), *one), TableResult((0, 1, 2, 3), *two)]
        rows = standings(tables, range(4), timeouts or {})
        return {row.entry: row.rank for row in rows}

    even = (50, 40, 30, 20), (40, 50, 30, 20)
    assert ranks((first, even[0]), (second, even[1])) == {0: 1, 1: 1, 2: 3, 3: 4}
    assert ranks((first, (50, 40, 30, 20)), (second, (49, 50, 30, 20))) == {0: 1, 1: 2, 2: 3, 3: 4}
    assert ranks((first, even[0]), (second, even[1]), {0: 1}) == {0: 2, 1: 1, 2: 3, 3: 4}


@given(divisions, st.lists(st.integers(0, 2), min_size=11, max_size=11))
def test_a_rank_is_better_by_the_first_number_that_differs(division, timeouts):
    size, seats, rng = division
    tables = season(size, seats, rng, level=True)
    rows = standings(tables, range(size), dict(enumerate(timeouts)))
    for row in rows:
        for other in rows:
            numbers = [
                (row.points, other.points),
                (row.products, other.products),
                (-row.meetings, -other.meetings),
                (row.shares, other.shares),
                (-row.timeouts, -other.timeouts),
            ]
            better = next((one > two for one, two in numbers if one != two), None)
            assert better == (None if row.rank == other.rank else row.rank < other.rank)


@pytest.mark.parametrize(("scores", "share"), [((0, 0, -3), 1), ((20, 15, 5), Fraction(3, 4))])
def test_shares_are_of_the_winners_score(scores, share):
    rows = standings([TableResult((0, 1, 2), (1, 2, 3), scores)], range(3))
    assert rows[1].entry == 1
    assert rows[1].shares == share


def test_a_seat_that_was_lost_is_a_share_of_nothing():
    table = TableResult((0, 1, 2), (1, 2, 3), (20, 10, 5), frozenset({1}))
    rows = {row.entry: row for row in standings([table], range(3))}
    assert rows[1].shares == 0
    assert rows[0].shares == 1


def test_a_season_is_the_same_for_the_same_seed():
    assert season(7, 4, random.Random(1)) == season(7, 4, random.Random(1))
