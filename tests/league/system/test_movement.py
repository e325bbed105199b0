"""Who moves up or down, and who is not in a division with whom."""

import random
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.league.system.movement import (
    Absence,
    Move,
    Seed,
    divided,
    enters,
    moves,
    placed,
    seeding,
)
from games.league.system.schedule import division_sizes


def ranked(start, size, rng=None):
    """Return the final ranks of a division whose people have numbers from `start`."""
    ranks = list(range(1, size + 1))
    if rng is not None:
        for place in range(1, size):
            if rng.random() < 0.2:
                ranks[place] = ranks[place - 1]
    return {start + number: rank for number, rank in enumerate(ranks)}


@st.composite
def seasons(draw):
    """Return divisions with final ranks, who registers, absences and ratings."""
    rng = draw(st.randoms(use_true_random=False))
    previous, start = [], 0
    for size in draw(st.lists(st.integers(6, 9), max_size=5)):
        previous.append(ranked(start, size, rng))
        start += size
    stays = draw(st.sampled_from([1, 0.9, 0.5]))
    registered = [person for person in range(start) if rng.random() < stays]
    away = range(start, start + draw(st.integers(0, 6)))
    absences = {
        each: Absence(rng.randint(1, 6), rng.randint(1, 9), rng.randint(1, 3)) for each in away
    }
    newcomers = range(away.stop, away.stop + draw(st.integers(0, 12)))
    registered += [*away, *newcomers]
    rng.shuffle(registered)
    ratings = {each: rng.random() for each in registered if rng.random() < 0.5}
    return previous, registered, absences, ratings


@given(seasons())
def test_nobody_is_lost_or_doubled(season):
    _, registered, _, _ = season
    seeds = seeding(*season)
    assert sorted(seed.person for seed in seeds) == sorted(registered)
    made = divided(seeds, [])
    assert [len(each) for each in made.divisions] == _sizes_of(made.divisions)
    if len(seeds) >= 6:
        assert [p for each in made.divisions for p in each] == [seed.person for seed in seeds]
        assert sum(map(len, made.divisions)) == len(registered)
    else:
        assert made.divisions == []


def _sizes_of(divisions):
    """Return the divisions' sizes after checking that each of them is one that tables exist for."""
    sizes = [len(each) for each in divisions]
    assert all(6 <= size <= 9 for size in sizes) or sizes in ([10], [11])
    return sizes


@given(seasons())
def test_seeds_are_by_division_and_newcomers_in_the_lower_half_by_rating(season):
    previous, _, absences, ratings = season
    seeds = seeding(*season)
    levels = [seed.division for seed in seeds if seed.division is not None]
    assert levels == sorted(levels)
    entered = [seed.person for seed in seeds if seed.division is None]
    away = [person for person in entered if person in absences]
    assert all(absences[person].seasons > 1 or not previous for person in away)
    newcomers = [person for person in entered if person not in absences]
    rated = [person for person in newcomers if person in ratings]
    assert rated == sorted(rated, key=lambda person: -ratings[person])
    unrated = [person for person in newcomers if person not in ratings]
    assert unrated == [person for person in season[1] if person in unrated]
    if levels:
        # Those whose divisions it is are all above, unless there are fewer than the upper half has.
        sizes = division_sizes(len(seeds))
        upper = sum(sizes[: len(sizes) // 2])
        returning = sum(level <= len(sizes) // 2 for level in levels)
        assert all(seed.division is not None for seed in seeds[: min(upper, returning)])


def test_even_too_few_for_a_season_are_seeded():
    seeds = seeding([ranked(0, 6)], [3, 9, 1], {}, {})
    assert [seed.person for seed in seeds] == [1, 3, 9]


@given(seasons())
def test_newcomers_lower_nobody(season):
    seeds = seeding(*season)
    assume(len(seeds) >= 6)
    last = sorted(seeds, key=lambda seed: seed.division is None)
    numbers = [n for n, size in enumerate(division_sizes(len(seeds)), 1) for _ in range(size)]

    def lowered(found):
        placed = zip(found, numbers, strict=True)
        return {seed.person: n for seed, n in placed if (seed.division or n) < n}

    assert lowered(seeds) == lowered(last)


@given(st.floats(0, 1) | st.none(), st.lists(st.floats(0, 1), min_size=1), st.integers(1, 30))
def test_newcomers_enter_in_the_lower_half_and_the_better_not_below_others(rating, others, number):
    of_all = others if rating is None else [rating, *others]
    division = enters(rating, of_all, number)
    assert number // 2 < division <= number
    for other in others:
        if rating is not None and other >= rating:
            assert enters(other, of_all, number) <= division


def test_who_missed_more_than_one_season_enters_by_rating_above_newcomers_and_not_higher():
    previous = [ranked(10 * number, 7) for number in range(8)]
    people = [*(person for ranks in previous for person in ranks if person % 10 < 6)]
    absences = {100: Absence(1, 1, 2), 101: Absence(8, 1, 2), 102: Absence(1, 1, 1)}
    ratings = dict.fromkeys(people, 1.0) | {100: 2.0, 101: 2.0, 103: 2.0}
    seeds = seeding(previous, [*people, 103, *absences], absences, ratings)
    divisions = divided(seeds, []).divisions
    of = {person: number for number, each in enumerate(divisions, 1) for person in each}
    order = [seed.person for seed in seeds if seed.person >= 100]
    assert order == [102, 100, 103, 101]
    assert (of[102], of[101]) == (2, len(divisions))
    assert of[100] > len(divisions) // 2


@given(seasons())
def test_up_is_up_and_down_is_down_by_one(season):
    previous, _, absences, _ = season
    earned = {seed.person: seed.division for seed in seeding(*season)}
    for number, ranks in enumerate(previous, start=1):
        steps = moves(list(ranks.values()), highest=number == 1, lowest=number == len(previous))
        for person, step in zip(ranks, steps, strict=True):
            if person in earned:
                by = {Move.UP: -1, Move.STAY: 0, Move.DOWN: 1}[step]
                assert earned[person] == number + by
    for person, absence in absences.items():
        if previous and absence.seasons == 1:
            assert earned[person] == min(absence.division + 1, len(previous))


@given(st.lists(st.integers(6, 9), min_size=1, max_size=12))
def test_when_all_return_nobody_is_lower_than_they_finished(sizes):
    previous, start = [], 0
    for size in sizes:
        previous.append(ranked(start, size))
        start += size
    seeds = seeding(previous, range(start), {}, {})
    made = divided(seeds, [])
    of = {person: number for number, each in enumerate(made.divisions, 1) for person in each}
    assert all(of[seed.person] <= (seed.division or 0) for seed in seeds)


@given(seasons())
def test_nobody_is_lowered_if_any_sizes_allow_it(season):
    seeds = seeding(*season)
    assume(12 <= len(seeds) <= 36)
    of = {p: n for n, each in enumerate(divided(seeds, []).divisions, 1) for p in each}
    lowered = sum(max(0, of[s.person] - s.division) for s in seeds if s.division is not None)
    assert lowered == min(
        sum(
            max(0, number - seed.division)
            for number, seed in zip(numbers, seeds, strict=True)
            if seed.division is not None
        )
        for numbers in _all_cuts(len(seeds))
    )


def _all_cuts(people, number=1):
    if not people:
        yield ()
    for size in range(6, 10):
        if size <= people:
            for rest in _all_cuts(people - size, number + 1):
                yield (number,) * size + rest


def test_places_of_those_who_left_are_filled_from_below_by_rank():
    previous = [ranked(0, 8), ranked(8, 8)]
    # Three of the first division are gone: two of the second move up, and one more of them.
    registered = [person for person in range(16) if person not in {1, 3, 5}]
    made = divided(seeding(previous, registered, {}, {}), [])
    assert sorted(made.divisions[0]) == [0, 2, 4, 8, 9, 10]


def test_newcomers_enter_low():
    made = divided(seeding([ranked(0, 7), ranked(7, 7)], range(16), {}, {15: 1800.0}), [])
    assert [len(each) for each in made.divisions] == [8, 8]
    assert made.divisions[1][-2:] == [15, 14]


def test_in_a_first_season_those_without_a_rating_begin_in_the_middle_of_the_lower_half():
    ratings = {person: float(-person) for person in range(0, 60, 2)}
    seeds = seeding([], range(60), {}, ratings)
    assert len(division_sizes(60)) == 8
    rated = [seed.person in ratings for seed in seeds]
    assert rated == [True] * 27 + [False] * 30 + [True] * 3


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1, 2, 3, 4, 5, 6], "up up stay stay down down"),
        ([1, 2, 2, 4, 5, 6], "up up up stay down down"),
        ([1, 1, 1, 1, 5, 6], "up up up up down down"),
        ([1, 2, 3, 4, 4, 6], "up up stay stay stay down"),
        ([1, 2, 3, 4, 5, 5], "up up stay stay down down"),
        ([1, 1, 1, 1, 1, 1], "up up up up up up"),
    ],
)
def test_two_up_two_down_and_the_level_at_a_border_above_it(ranks, expected):
    assert " ".join(moves(ranks, highest=False, lowest=False)) == expected


def test_nobody_leaves_the_highest_division_upward_or_the_lowest_downward():
    assert set(moves(range(1, 8), highest=True, lowest=True)) == {Move.STAY}


def unseeded(people):
    return [Seed(person) for person in range(people)]


@settings(deadline=None)
@given(
    st.integers(12, 16),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=20),
)
def test_pairs_are_apart_whenever_that_is_possible(people, pairs):
    apart = [(one, two) for one, two in pairs if one != two]
    made = divided(unseeded(people), apart)
    sizes = division_sizes(people)
    assert [len(each) for each in made.divisions] == sizes
    assert sorted(person for each in made.divisions for person in each) == list(range(people))
    among = [pair for pair in apart if max(pair) < people]
    together = {tuple(sorted(p)) for p in among if any(set(p) <= set(e) for e in made.divisions)}
    assert set(made.together) == together
    possible = any(
        not any((one in first) == (two in first) for one, two in among)
        for first in map(set, combinations(range(people), sizes[0]))
    )
    assert possible == (not together)


def test_a_pair_is_parted_by_one_exchange_at_the_border():
    made = divided(unseeded(21), [(10, 12)])
    assert made.divisions == [
        [0, 1, 2, 3, 4, 5, 6],
        [7, 8, 9, 10, 11, 13, 14],
        [12, 15, 16, 17, 18, 19, 20],
    ]


def test_a_pair_in_one_division_is_together():
    assert divided(unseeded(8), [(2, 1)]).together == [(1, 2)]


def test_many_pairs_among_a_thousand_are_parted():
    rng = random.Random(1)
    pairs = [tuple(rng.sample(range(1000), 2)) for _ in range(300)]
    # Pairs of neighbours, whom the cut puts together.
    pairs += [(n, n + 1) for n in range(0, 1000, 20)]
    levels = [Seed(person, 1 + person // 8) for person in range(1000)]
    made = divided(levels, pairs)
    assert made.together == []
    position = {p: n for n, each in enumerate(made.divisions, 1) for p in each}
    assert max(abs(position[p] - (1 + p // 8)) for p in range(1000)) <= 2


def test_more_foes_than_divisions_leave_a_pair_together():
    everyone = list(combinations(range(3), 2))
    assert len(divided(unseeded(14), everyone).together) == 1


@given(st.data())
def test_whom_staff_mean_for_a_division_is_there(data):
    number = data.draw(st.integers(6, 60))
    sizes = division_sizes(number)
    divisions = st.integers(1, len(sizes))
    wanted = data.draw(st.dictionaries(st.integers(0, number - 1), divisions, max_size=6))
    found = divided(placed([Seed(each) for each in range(number)], wanted), ()).divisions
    assert sorted(person for each in found for person in each) == list(range(number))
    assert all(person in found[division - 1] for person, division in wanted.items())
    others = [person for each in found for person in each if person not in wanted]
    assert others == sorted(others), "all others keep their order"
