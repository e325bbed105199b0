"""What games that someone gave up do to ratings, by the model alone."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from games.lab import giving_up, simulate
from games.lab.giving_up import MOMENT
from games.ratings.compared import Part, Sat, compared, stayed
from games.ratings.hyper import DEFAULT
from games.ratings.skill import PRECISION, Entrant, Model, Played, person_key, standing_key

MODEL = Model(DEFAULT, {"journeyman": -1.0})

LATER = MOMENT + timedelta(days=1)


def lost(who: int, *others: int, number: int = 0) -> Played:
    """A game that someone gave up; the others came in this order."""
    names = (*others, who)
    entrants = tuple(Entrant(name, 0, place) for place, name in enumerate(names, start=1))
    return Played(number, number, "", len(names), entrants, only=who)


@pytest.fixture(scope="module")
def club() -> simulate.Club:
    return simulate.club(5, people=20, rounds=12, leave=0.2)


def test_giving_up_moves_nobody_else(club):
    """Strengths, seats, boards and predictions are as if those games had not been."""
    with_them, without = MODEL.fit(club.games), MODEL.fit(club.whole)
    assert len(club.games) > len(club.whole)
    for key, estimate in without.estimates.items():
        assert with_them.estimates[key].mean == pytest.approx(estimate.mean, abs=PRECISION)
    assert with_them.evidence == pytest.approx(without.evidence, abs=0.01)
    assert with_them.played == without.played


def test_a_rating_is_the_strength_for_those_who_gave_up_nothing(club):
    fit = MODEL.fit(club.games)
    gave_up = {game.only for game in club.games} - {None}
    for person in set(fit.games):
        assert (standing_key(person) in fit.estimates) == (person in gave_up)
    lower = [fit.rating(who).mean < fit.estimates[person_key(who)].mean for who in gave_up]
    assert all(lower)


def test_a_game_given_up_is_to_its_loser_as_one_that_they_lost():
    """If all others are known, that is the same to the last digit."""
    known = {("bot", "journeyman")}
    games = [
        Played(n, n, "", 2, (Entrant(1, 0, 1 + n % 2), Entrant("journeyman", 1, 2 - n % 2)))
        for n in range(10)
    ]
    entrants = (Entrant("journeyman", 1, 1), Entrant(1, 0, 2))
    last = Played(10, 10, "", 2, entrants)
    model = Model(replace(DEFAULT, seat=0.001), {"journeyman": -1.0})
    one, other = model.fit([*games, last]), model.fit([*games, replace(last, only=1)])
    assert known <= set(one.estimates)
    assert other.rating(1).mean == pytest.approx(one.rating(1).mean, abs=1e-3)
    assert other.rating(1).deviation == pytest.approx(one.rating(1).deviation, abs=1e-3)


def test_the_quick_step_gives_what_the_night_gives():
    game = lost(3, 1, 2)
    stepped, fitted = MODEL.step(game, {}), MODEL.fit([game])
    assert stepped[standing_key(3)].mean == pytest.approx(fitted.rating(3).mean, abs=1e-3)
    assert stepped[standing_key(3)].deviation == pytest.approx(fitted.rating(3).deviation, abs=1e-3)
    assert stepped[person_key(3)] == MODEL.known(person_key(3), {}, 0)
    assert fitted.games == {3: 1}


def test_playing_on_makes_good_what_was_given_up():
    """The strength is what it was, and games played to the end bring the rating back to it."""
    rng = random.Random(1)
    games = [lost(1, 2, number=0)]
    ahead = []
    for number in range(1, 60):
        games.append(
            Played(
                number, number, "", 2,
                tuple(Entrant(who, 0, place) for place, who in enumerate(rng.sample([1, 2], 2), 1)),
            )
        )  # fmt: skip
        fit = MODEL.fit(games)
        ahead.append(fit.estimates[person_key(1)].mean - fit.rating(1).mean)
    assert ahead[0] > 0.2
    assert 0 < ahead[-1] < 0.03


def sat(who: int | str, seat: int, *, place=None, gave_up=None, part=Part.WHOLE) -> Sat:
    return Sat(seat, who, 0, Part.LEFT if gave_up else part, place, gave_up)


def test_who_stayed_longer_is_ahead_and_who_took_over_is_not_compared():
    first, second = sat(1, 0, gave_up=MOMENT), sat(2, 1, gave_up=LATER)
    third, heir = sat(3, 2, place=1), sat(4, 0, place=2, part=Part.TOOK_OVER)
    table = [first, heir, second, third]
    assert stayed(first, table) == [second, third]
    assert stayed(second, table) == [third]
    assert stayed(third, table) == stayed(heir, table) == []
    told = list(compared(table, game=1, day=1, board="", players=3, rated=True))
    assert [[each.who for each in game.entrants] for game in told] == [[2, 3, 1], [3, 2]]
    assert [game.only for game in told] == [1, 2]


def test_of_people_the_last_may_leave_and_alone_with_bots_nobody_may():
    bots = [sat("journeyman", 1), sat("journeyman", 2)]
    one = sat(1, 0, gave_up=LATER)
    assert stayed(one, [one, *bots]) == bots
    other = sat(2, 3, gave_up=MOMENT)
    assert stayed(one, [one, *bots, other]) == []
    assert stayed(other, [one, *bots, other]) == [one, *bots]


def test_those_without_a_place_are_taken_in_the_order_of_their_strength():
    """An order that nobody has seen is no surprise: nothing is learned from it."""
    unplaced = (Entrant("journeyman", 0, 9), Entrant(5, 1, 9), Entrant(6, 2, 10))
    game = Played(1, 1, "", 3, unplaced, only=6)
    swapped = replace(game, entrants=(unplaced[1], unplaced[0], unplaced[2]))
    placed = replace(game, entrants=(Entrant(5, 1, 1), Entrant("journeyman", 0, 2), unplaced[2]))
    expected = MODEL.fit([placed]).rating(6)
    assert MODEL.fit([game]).rating(6) == MODEL.fit([swapped]).rating(6) == expected
    key = standing_key(6)
    assert MODEL.step(game, {})[key].mean == MODEL.step(placed, {})[key].mean


def test_nobody_gains_by_giving_up_and_by_chance_it_costs_little():
    """A small version of what `python -m games.lab simulate` measures."""
    rows = {row.name: row for row in giving_up.rows(tables=6, games=40)}
    assert len(rows) == len(giving_up.POLICIES)
    assert all(row.is_fair for row in rows.values())
    assert sum(row.free[0] > row.now[0] + 50 for row in rows.values()) >= 5


def test_others_are_rated_as_well_as_before():
    counted, free = simulate.tau_of_others([1])
    assert counted == pytest.approx(free, abs=0.001)
