"""Simulated seasons: what they hold, whatever the chance."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from games.league.simulation import simulate
from games.league.terms import CLOSING, WEEKS


@pytest.mark.parametrize("seats", WEEKS)
def test_nearly_all_games_are_over_a_week_before_the_season_ends(seats):
    figures = simulate(12, 120, seed=3, seats=seats, ranges=False)
    assert figures["share_over_by_due_day"] >= 0.93
    assert figures["median_last_day"] <= 7 * WEEKS[seats] + CLOSING.days


def test_ranges_of_simulated_seasons_are_right_and_the_seed_decides():
    figures = simulate(3, 40, 0.2)
    assert figures["sound"]
    assert figures["snapshots"] > 3 * 40
    assert figures["share_with_lost_table"] > 0
    assert figures == simulate(3, 40, 0.2)
    assert figures != simulate(3, 40, 0.2, seed=2)


def test_newcomers_with_ratings_keep_divisions_sorted_by_skill():
    figures = simulate(8, 80, seed=1, rated=1, ranges=False)
    assert min(figures["rank_correlations"]) >= 0.75


def test_without_anyone_leaving_no_table_is_lost():
    assert simulate(2, 30, 0, ranges=False)["share_with_lost_table"] == 0


def test_the_command_prints_json():
    out = StringIO()
    call_command("simulate_league", "--seasons=2", "--people=20", "--hours=6", stdout=out)
    figures = json.loads(out.getvalue())
    assert figures["people"] == 20
    assert figures["terms"]["hours"] == 6
    assert figures["sound"]
