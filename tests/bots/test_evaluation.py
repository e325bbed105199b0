"""The evaluator: chances that sum to 1, from a view alone, never certain before the end is."""

import random
from itertools import islice, pairwise
from statistics import fmean

import pytest

from games.bots import STRATEGIES
from games.bots.evaluation import (
    STANDINGS,
    SURE,
    Chances,
    chance_told,
    chances,
    checked_of,
    compared,
    gap_told,
    size_told,
    standing,
)
from games.bots.whole_turn import whole_turn
from games.rules import TITLES
from games.rules.playthrough import draw
from games.rules.title import CHANCE
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED_FIRST, Case, walk

cases = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)


def some_steps(case: Case, most: int) -> list:
    """Steps from all over a game, at any moment of a turn."""
    steps = [step for step in walk(case) if step.seat != CHANCE]
    return steps[:: max(1, len(steps) // most)]


@cases
def test_chances_are_of_what_a_view_shows_and_sum_to_one_at_every_moment(case: Case) -> None:
    title, disguised = case.title, KNOWN[case.title_id].disguised
    for step in some_steps(case, 4):
        for seat in (step.seat, None):
            view = title.view(step.before, seat)
            found = chances(view, 1, trials=2)
            other = disguised(step.before, seat, random.Random(3))
            assert found == chances(title.view(other, seat), 1, trials=2)
            assert sum(found.values) == pytest.approx(1)
            assert all(0 < value < 1 for value in found.values)
            assert all(error > 0 for error in found.errors)


@cases
def test_what_is_certain_is_told_as_certain_and_nothing_else(case: Case) -> None:
    title = case.title
    end = next(step.after for step in walk(case) if not title.to_move(step.after))
    places = title.result(end).places
    found = chances(title.view(end, 0))
    assert found.values == [(place == 1) / places.count(1) for place in places]
    assert set(found.errors) == {0.0}


@cases
def test_a_turn_is_worth_the_same_whatever_it_is_compared_with(case: Case) -> None:
    title, quick = case.title, STRATEGIES[case.title_id].quick
    step = next(
        step
        for step in islice(walk(case), 20, None)
        if step.seat == title.view(step.before, None).turn
    )
    view = title.view(step.before, step.seat)
    turn = whole_turn(view, quick, quick, random.Random(1))
    nothing, played = compared(view, [(), turn], 1, 2)
    assert compared(view, [turn], 1, 2) == [played]
    more, error = played.beside(nothing, step.seat)
    assert more == pytest.approx(played.values[step.seat] - nothing.values[step.seat])
    assert error >= 0


@pytest.mark.parametrize("title_id", STRATEGIES)
def test_chances_of_a_seat_do_not_jump_through_a_whole_game(title_id: str) -> None:
    """At each of its orders, as a hint tells them, and before each turn, as the chart does."""
    title, quick, rng = TITLES[title_id], STRATEGIES[title_id].quick, random.Random(5)
    state, turn, seat, steps = title.start(title.complete({}, 2), 2), None, 0, []
    while asked := title.to_move(state):
        if asked[0] == CHANCE:
            state = title.apply(state, CHANCE, draw(title, state, rng))
            continue
        view = title.view(state, asked[0])
        if asked[0] == seat == view.turn:
            hint = chances(view, 1)
            chart = chances(title.view(state, None), 1)
            assert hint.values[seat] == pytest.approx(chart.values[seat], abs=0.1)
            steps.append((turn == view.turn, hint.values[seat]))
        turn = view.turn
        state = title.apply(state, asked[0], quick(view, title.orders(state, asked[0]), rng))
    changes = [(same, abs(now - before)) for (_, before), (same, now) in pairwise(steps)]
    within = [change for same, change in changes if same]
    assert max(within) < 0.2
    assert fmean(within) < 0.04
    assert fmean(change for same, change in changes if not same) < 0.12


@pytest.mark.parametrize("title_id", STRATEGIES)
def test_chances_came_true_in_a_check_with_other_games(title_id: str) -> None:
    found = checked_of(STRATEGIES[title_id].model.path)
    assert found.games >= 100
    assert len(found.bins) == 10
    for each in found.bins:
        assert abs(each.predicted - each.won) <= max(0.05, 3 * each.error)


def test_a_chance_is_told_with_how_sure_it_is_or_in_words() -> None:
    assert str(chance_told([0.64, 0.36], 0, 0.06)) == "64% ± 6%"
    assert str(chance_told([0.64, 0.36], 0, 0.11)) == "ahead"
    assert str(chance_told([0.998, 0.002], 0, 0.002)) == "99% ± 1%"
    assert str(chance_told([0.998, 0.002], 1, 0.002)) == "1% ± 1%"
    assert str(chance_told([1.0, 0.0], 0, 0.0)) == "100%"


@pytest.mark.parametrize(
    ("gap", "error", "words"),
    [
        (0.12, 0.03, "+12% ± 3%"),
        (-0.12, 0.001, "−12% ± 1%"),
        (0.0, 0.0, "0%"),
        (0.3, 0.2, "more"),
        (-0.3, 0.2, "less"),
        (-0.1, 0.2, "about as much"),
    ],
)
def test_a_difference_is_told_with_how_sure_it_is_or_in_words(
    gap: float, error: float, words: str
) -> None:
    assert str(gap_told(gap, error)) == words
    assert (str(size_told(gap, error)) == "much") == (error > SURE)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([0.1, 0.9], "clearly behind"),
        ([0.3, 0.7], "behind"),
        ([0.45, 0.55], "about even"),
        ([0.55, 0.45], "about even"),
        ([0.28, 0.3, 0.22, 0.2], "about even"),
        ([0.6, 0.4], "ahead"),
        ([0.4, 0.2, 0.2, 0.2], "ahead"),
        ([0.8, 0.2], "clearly ahead"),
        ([1.0, 0.0], "clearly ahead"),
    ],
)
def test_words_say_how_a_seat_stands_beside_its_strongest_rival(
    values: list[float], words: str
) -> None:
    assert str(STANDINGS[standing(values, 0)]) == words


def test_more_trials_are_surer_but_no_surer_than_the_model_is_right() -> None:
    rows = [[0.5, 0.5], [0.7, 0.3]]
    few, many = Chances(rows, 0.2), Chances(rows * 200, 0.2)
    assert many.values == pytest.approx(few.values)
    assert many.errors[0] < few.errors[0]
    assert many.errors[0] > 0.2 * (0.6 * 0.4) ** 0.5
