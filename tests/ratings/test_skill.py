"""The model of skill, apart from any database."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from games.lab import simulate
from games.lab.commands import main
from games.ratings import elo
from games.ratings.hyper import DEFAULT, FITTED
from games.ratings.scale import POINTS, Shown
from games.ratings.skill import (
    Calibration,
    Entrant,
    Estimate,
    Hyper,
    Model,
    Played,
    affinity_key,
    person_key,
    seat_key,
)

ROOT = Path(__file__).resolve().parents[2]
MODEL = Model(DEFAULT, {"journeyman": -1.0})
SMALL = simulate.club(3, people=20, rounds=12)


def game(*places: int, who: list[int | str] | None = None, day: int = 0, board: str = "hanse"):
    who = who or list(range(len(places)))
    entrants = [Entrant(each, seat, places[seat]) for seat, each in enumerate(who)]
    return Played(1, day, board, len(places), tuple(entrants))


@pytest.mark.parametrize("title", FITTED)
@pytest.mark.parametrize("places", [(1, 1), (1, 2), (1, 1, 1), (1, 2, 2, 2), (3, 1, 1, 4, 4)])
def test_the_quick_step_of_a_first_game_is_what_a_history_of_it_says(title, places):
    model = Model(FITTED[title])
    after = model.step(game(*places), {})
    found = model.fit([game(*places)], 0)
    assert after.keys() == found.estimates.keys()
    for key, estimate in after.items():
        assert estimate.mean == pytest.approx(found.estimates[key].mean, abs=1e-9)
        assert estimate.deviation == pytest.approx(found.estimates[key].deviation, abs=1e-9)
        assert estimate.deviation < model.prior(key).deviation


@pytest.mark.parametrize("title", FITTED)
def test_people_who_are_level_come_closer_however_far_apart_they_were(title):
    known = {person_key(0): Estimate(6.0, 0.1), person_key(1): Estimate(-6.0, 0.1)}
    after = Model(FITTED[title]).step(game(1, 1), known)
    assert -6 <= after[person_key(1)].mean <= after[person_key(0)].mean <= 6


def test_the_same_history_gives_the_same_numbers():
    assert MODEL.fit(SMALL.games) == MODEL.fit(SMALL.games)


def test_the_order_in_which_players_are_named_does_not_matter():
    rng = random.Random(1)
    shuffled = [
        replace(each, entrants=tuple(rng.sample(each.entrants, len(each.entrants))))
        for each in SMALL.games
    ]
    one, other = MODEL.fit(SMALL.games), MODEL.fit(shuffled)
    for key, estimate in one.estimates.items():
        assert other.estimates[key].mean == pytest.approx(estimate.mean, abs=0.02)


@pytest.mark.parametrize("places", [(2, 3, 1), (3, 1, 2), (4, 1, 2, 3), (2, 4, 5, 1, 3)])
def test_who_came_first_gains_most(places):
    after = MODEL.step(game(*places), {})
    means = [after[person_key(person)].mean for person in range(len(places))]
    assert sorted(range(len(places)), key=lambda person: -means[person]) == sorted(
        range(len(places)), key=lambda person: places[person]
    )


def test_a_tie_of_equals_changes_nobody():
    after = MODEL.step(game(1, 1), {})
    assert all(each.mean == pytest.approx(0, abs=1e-9) for each in after.values())


def test_ties_are_taken_even_where_they_are_unlikely():
    fit = MODEL.fit([game(1, 1, 3), game(1, 2, 2, day=1)])
    assert fit.estimates[person_key(0)].mean > fit.estimates[person_key(2)].mean


def test_a_bot_stays_where_it_is():
    fit = MODEL.fit([game(2, 1, who=[7, "journeyman"], day=day) for day in range(20)])
    assert fit.estimates["bot", "journeyman"].mean == pytest.approx(-1, abs=0.01)
    assert fit.estimates[person_key(7)].mean < -1


def test_starting_last_is_no_disadvantage():
    """Half of all people always start first, which wins two of three games between equals."""
    rng = random.Random(5)
    games = []
    for number in range(600):
        early, late = rng.randrange(10), 10 + rng.randrange(10)
        first = rng.random() < 2 / 3
        places = (1, 2) if first else (2, 1)
        games.append(game(*places, who=[early, late], day=number // 10))
    # Without games between their own, nothing tells skill from seats but what is assumed.
    for number in range(200):
        pair = rng.sample(range(20), 2)
        places = (1, 2) if rng.random() < 2 / 3 else (2, 1)
        games.append(game(*places, who=pair, day=60 + number // 10))
    fit = Model(Hyper(1.2, 0.0, 0.5, 0.01, 0.01)).fit(games)
    of = [fit.estimates[person_key(person)].mean for person in range(20)]
    assert abs(sum(of[:10]) / 10 - sum(of[10:]) / 10) < 0.2
    assert fit.estimates[seat_key("hanse", 2, 0)].mean > 0.2


def test_liking_one_board_is_told_from_skill():
    games = []
    for day in range(30):
        games.append(game(1, 2, who=[1, 2], day=day, board="east"))
        games.append(game(2, 1, who=[1, 2], day=day, board="hanse"))
    fit = MODEL.fit(games)
    liking = fit.estimates[affinity_key(1, "east")].mean
    assert liking > 0.3
    assert abs(fit.estimates[person_key(1)].mean) < 0.1


def test_uncertainty_grows_with_time_and_skill_does_not_decay():
    once = Estimate(0.7, 0.3, day=10)
    later = once.on(375, drift=0.02, most=1.2)
    assert later.mean == 0.7
    assert later.deviation == pytest.approx((0.3**2 + 365 * 0.02**2) ** 0.5)
    assert once.on(10**6, drift=0.02, most=1.2).deviation == 1.2
    assert once.on(5, drift=0.02, most=1.2) == once


@pytest.mark.parametrize(("now", "in_a_year"), [(0, 76), (62, 98), (110, 134)])
def test_uncertainties_add_up_as_squares(now, in_a_year):
    """As docs/ratings.md says."""
    hyper = DEFAULT
    later = Estimate(0.0, now / POINTS).on(365, hyper.drift, hyper.skill)
    assert Shown.of(0.0, later.deviation).deviation == in_a_year
    assert f"±{in_a_year}" in (ROOT / "docs/ratings.md").read_text("utf-8")


def test_the_quick_step_is_close_to_the_nightly_fit():
    """It differs by less than the uncertainty in at least 95 of 100."""
    known: dict = {}
    for each in SMALL.games:
        known |= MODEL.step(each, known)
    nightly = MODEL.fit(SMALL.games).estimates
    people = [key for key in nightly if key[0] == "person"]
    close = [abs(nightly[key].mean - known[key].mean) < nightly[key].deviation for key in people]
    assert sum(close) >= 0.95 * len(close)


def test_the_model_beats_elo_and_openskill():
    one = simulate.club(1, people=40, rounds=20)
    measured = {name: rate(one.games) for name, rate in simulate.WAYS.items()}
    losses = {name: simulate.loss(one.games, made) for name, (_, made) in measured.items()}
    taus = {name: simulate.kendall(one.skill, means) for name, (means, _) in measured.items()}
    assert min(losses, key=losses.__getitem__) == "ours"
    assert max(taus, key=taus.__getitem__) == "ours"


def test_calibration_counts_every_pair_once():
    counted, rated = Calibration(), elo.Elo()
    made: list = []

    def told(game, predictions):
        made.append(predictions)
        counted.count_game(game, predictions, rated.play(game))

    MODEL.fit(SMALL.games, notify=told)
    pairs = sum(len(each.entrants) * (len(each.entrants) - 1) // 2 for each in SMALL.games)
    assert counted.pairs == pairs == sum(count for count, *_ in counted.bins)
    assert counted.loss / pairs == pytest.approx(simulate.loss(SMALL.games, made))


def test_a_prediction_below_a_half_counts_as_the_other_ones_chance():
    counted = Calibration()
    counted.count(0.28, 0.5, 0.0)
    assert counted.bins[4] == [1, pytest.approx(0.72), 1.0]


def test_a_rating_is_shown_with_its_uncertainty():
    assert str(Shown.of(0.6, 0.45)) == "1620 ± 90"
    assert Shown.of(0.6, 0.55).is_listed(5)
    assert not Shown.of(0.6, 0.55).is_listed(4)
    assert not Shown.of(0.6, 0.56).is_listed(50)


@pytest.mark.long
def test_the_command_measures_and_is_content(capsys):
    assert main(["simulate", "--clubs", "1"]) == 0
    assert "Ours is ahead in both." in capsys.readouterr().out


def test_a_command_that_does_not_exist_is_refused(capsys):
    assert main(["stimulate"]) == 2
    assert "simulate" in capsys.readouterr().err
