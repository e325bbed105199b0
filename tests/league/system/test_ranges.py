"""Ranks that can still be reached: right in hindsight, and never wider than before."""

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.league.system import ranges
from games.league.system.ranges import orders, rank_ranges
from games.league.system.standings import TableResult, standings
from tests.league.system.seasons import opened, played

divisions = st.tuples(st.integers(6, 11), st.integers(3, 5), st.randoms(use_true_random=False))


@settings(max_examples=40, deadline=None)
@given(divisions, st.booleans(), st.sampled_from([0, 0.05, 0.2]))
def test_every_snapshot_is_right_in_hindsight_and_no_range_widens(division, level, leaving):
    size, seats, rng = division
    snapshots = list(played(size, seats, rng, leaving=leaving, level=level))
    final = {row.entry: row.rank for row in standings(snapshots[-1], range(size))}
    before = dict.fromkeys(range(size), (1, size))
    for tables in snapshots:
        now = rank_ranges(tables, range(size))
        for entry, (best, worst) in now.items():
            assert before[entry][0] <= best <= final[entry] <= worst <= before[entry][1]
        before = now
    assert before == {entry: (rank, rank) for entry, rank in final.items()}


@given(divisions)
def test_before_the_first_result_everything_is_possible(division):
    size, seats, _ = division
    tables = opened(size, seats)
    assert rank_ranges(tables, range(size)) == dict.fromkeys(range(size), (1, size))


def ends(table):
    """Yield each way in which an open table may end, by which seats are lost and who is where."""
    seats = range(len(table.entries))
    for places in orders(len(table.entries)):
        for gone in product([False, True], repeat=len(table.entries)):
            left = {seat for seat in seats if gone[seat]}
            yield replace(
                table, places=tuple(p + 1 for p in places), lost=table.lost | frozenset(left)
            )


@pytest.mark.parametrize("seed", range(3))
def test_the_range_is_exact_in_points_for_the_last_tables(seed):
    """With two open tables for three, the ranks that all their ends give are the whole range."""
    rng = random.Random(seed)
    *_, tables = (s for s in played(6, 3, rng) if sum(table.is_open for table in s) == 2)
    closed = [table for table in tables if not table.is_open]
    open_tables = [table for table in tables if table.is_open]
    possible = dict.fromkeys(range(6), (6, 1))
    for last in product(*map(ends, open_tables)):
        gained = dict.fromkeys(range(6), 0)
        for table in (*closed, *last):
            for entry, worth in zip(table.entries, table.points(), strict=True):
                gained[entry] += worth
        for entry, (best, worst) in possible.items():
            ahead = sum(other > gained[entry] for other in gained.values())
            level = sum(other == gained[entry] for other in gained.values()) - 1
            possible[entry] = min(best, 1 + ahead), max(worst, 1 + ahead + level)
    assert rank_ranges(tables, range(6)) == possible


def test_shared_places_count():
    """Two rivals 8 points behind pass an entry together by sharing the first two places."""
    lead = TableResult((0, 3, 4, 5), (1, 2, 3, 4))
    others = TableResult((6, 1, 2, 5), (1, 3, 3, 2))  # 1 and 2 get 2 points each
    last = TableResult((1, 2, 3, 4))
    assert rank_ranges([lead, others, last], range(7))[0] == (1, 4)
    assert lead.points()[0] == 10
    assert others.points()[1:3] == (2, 2)


def test_the_wider_range_holds_the_exact_one(monkeypatch):
    rng = random.Random(5)
    narrower = 0
    for tables in played(7, 4, rng, leaving=0):
        exact = rank_ranges(tables, range(7))
        with monkeypatch.context() as patch:
            patch.setattr(ranges, "MOST_COMBINATIONS", 0)
            wide = rank_ranges(tables, range(7))
        for entry, (best, worst) in exact.items():
            assert wide[entry][0] == best
            assert worst <= wide[entry][1]
            narrower += worst < wide[entry][1]
    assert narrower


def test_there_are_13_75_and_541_orders():
    assert [len(orders(players)) for players in range(6)] == [1, 1, 3, 13, 75, 541]


def test_a_lost_seat_can_gain_nothing():
    tables = [
        TableResult((0, 1, 2, 3), (1, 2, 3, 4)),
        TableResult((3, 2, 1, 0), lost=frozenset({0})),
    ]
    assert rank_ranges(tables, range(4))[3] == (4, 4)
