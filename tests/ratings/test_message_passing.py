"""Whole histories through arrays give what the package gives, one game at a time."""

import random
import tracemalloc
from dataclasses import replace
from statistics import fmean

import numpy as np
import pytest
import trueskillthroughtime as ttt

from games.lab import giving_up, simulate
from games.ratings import message_passing, skill
from games.ratings.hyper import hyper_of
from games.ratings.scale import POINTS
from games.ratings.skill import Entrant, Estimate, Hyper, Key, Model, Played

HYPER = Hyper(skill=1.2, drift=0.03, seat=0.4, affinity=0.4, draw=0.05)
MODEL = Model(HYPER, {"journeyman": -0.5})


def with_ties_and_bots(games: list[Played], seed: int) -> list[Played]:
    """The same games, in some of which two tie, and in some a bot has a seat."""
    rng = random.Random(seed)
    changed = []
    for game in games:
        entrants = [
            Entrant(
                "journeyman" if number == 0 and rng.random() < 0.2 else each.who,
                each.starts,
                max(1, each.place - (rng.random() < 0.15)),
            )
            for number, each in enumerate(game.entrants)
        ]
        changed.append(replace(game, entrants=tuple(entrants)))
    return changed


def player_of(key: Key) -> ttt.Player:
    """A key as the package takes it: chance enters once per team, with a person or bot."""
    prior = MODEL.prior(key)
    beta = skill.BETA if key[0] in ("person", "bot") else 0.0
    return ttt.Player(ttt.Gaussian(prior.mean, prior.deviation), beta, MODEL.drift(key))


@pytest.mark.parametrize("seed", [1, 2])
def test_both_ways_agree(seed, monkeypatch):
    monkeypatch.setattr(skill, "PRECISION", 1e-5)
    club = simulate.club(seed, people=12, rounds=8)
    games = with_ties_and_bots(list(club.games), seed)
    fit = MODEL.fit(games, 60)

    teams, results = [], []
    for game in games:
        entrants = sorted(game.entrants, key=lambda entrant: entrant.place)
        teams.append([MODEL.team(entrant, game) for entrant in entrants])
        results.append([-entrant.place for entrant in entrants])
    players = {key: player_of(key) for game in teams for team in game for key in team}
    days = [game.day for game in games]
    history = ttt.History(teams, results, days, players, p_draw=HYPER.draw)
    history.convergence(epsilon=1e-5, iterations=60, verbose=False)
    for key, curve in history.learning_curves().items():
        day, last = curve[-1]
        assert fit.estimates[key].day == day
        assert fit.estimates[key].mean == pytest.approx(last.mu, abs=0.002)
        assert fit.estimates[key].deviation == pytest.approx(last.sigma, abs=0.001)


@pytest.mark.parametrize("places", [(1, 2), (1, 1), (2, 3, 1), (1, 3, 3, 2), (5, 4, 2, 1, 3)])
def test_one_game_is_the_quick_step(places):
    entrants = tuple(Entrant(who, who, place) for who, place in enumerate(places))
    game = Played(1, 5, "hanse", len(places), entrants)
    stepped, fitted = MODEL.step(game, {}), MODEL.fit([game]).estimates
    assert set(stepped) == set(fitted)
    for key, estimate in stepped.items():
        assert fitted[key].mean == pytest.approx(estimate.mean, abs=1e-3)
        assert fitted[key].deviation == pytest.approx(estimate.deviation, abs=1e-3)
        assert fitted[key].day == 5


@pytest.mark.parametrize("title", ["hansa", "teutonica"])
def test_the_night_ends_where_messages_settle(title, monkeypatch):
    """No estimate is 0.2 points from where messages alone end up in any number of passes."""
    model = Model(hyper_of(title))
    games = with_ties_and_bots(list(simulate.club(1, people=24, rounds=16).games), 1)
    model.anchors["journeyman"] = -0.5
    nightly = model.fit(games).estimates
    settled = by_messages_alone(monkeypatch, model, games)
    off = [POINTS * abs(nightly[key].mean - each.mean) for key, each in settled.items()]
    assert max(off) < 0.2


def by_messages_alone(monkeypatch, model, games) -> dict[skill.Key, Estimate]:
    """What is known once nothing moves, if no keys move together."""
    monkeypatch.setattr(skill, "PRECISION", 1e-5)
    monkeypatch.setattr(message_passing.History, "_balance", lambda history: 0.0)
    return model.fit(games, 1000).estimates


def test_people_who_never_meet_others_need_few_passes(monkeypatch):
    """Nothing but the start tells how strong all four of a table are, or all of its seats."""
    evenings = giving_up.evenings(random.Random(1), 70)
    games = [
        game
        for table in (0, 1)
        for game in giving_up.results(giving_up.STAYS, table, evenings, counts=True)
    ]
    games.sort(key=lambda game: game.day)
    few, precision = MODEL.fit(games, 10).estimates, skill.PRECISION
    for key, each in by_messages_alone(monkeypatch, MODEL, games).items():
        assert few[key].mean == pytest.approx(each.mean, abs=precision)


def test_the_effects_of_all_seats_of_a_table_add_up_to_nothing():
    """And what someone likes about all boards is no liking: it is strength."""
    club = simulate.club(2, people=24, rounds=16)
    estimates = Model(replace(HYPER, drift=0.0)).fit(club.games).estimates
    for size in (3, 4, 5):
        seats = [each.mean for key, each in estimates.items() if key[1:3] == ("north", size)]
        assert len(seats) == size
        assert sum(seats) == pytest.approx(0, abs=0.005)
    for person in club.skill:
        likings = [estimates[key].mean for key in estimates if key[:2] == ("affinity", person)]
        strength = estimates[skill.person_key(person)].mean
        assert sum(likings) / HYPER.affinity**2 == pytest.approx(
            strength / HYPER.skill**2, abs=0.05
        )


def test_connected_numbers_have_one_number():
    rng = np.random.default_rng(1)
    ones, others = rng.integers(0, 200, (2, 150))
    found = message_passing.connected(200, ones, others)
    group = list(range(200))
    for _ in range(200):
        for one, other in zip(ones, others, strict=True):
            group[one] = group[other] = min(group[one], group[other])
    assert len(set(group)) > 20
    assert len(set(zip(group, found.tolist(), strict=True))) == len(set(group)) == len(set(found))


def test_a_great_surprise_is_finite():
    known = [Entrant(1, 0, 1), Entrant(2, 1, 2)]
    games = [Played(day, day, "", 2, tuple(known)) for day in range(60)]
    upset = Played(99, 99, "", 2, (Entrant(1, 0, 2), Entrant(2, 1, 1)))
    fit = Model(replace(HYPER, skill=5.0)).fit([*games, upset])
    assert all(abs(each.mean) < 10 < 1 / each.deviation * 100 for each in fit.estimates.values())


def test_no_games_say_nothing():
    assert MODEL.fit([]).estimates == {}


def test_a_history_may_come_game_by_game_and_only_in_order():
    games = list(simulate.club(4, people=12, rounds=8).games)
    assert MODEL.fit(iter(games)) == MODEL.fit(games)
    with pytest.raises(ValueError, match="comes after"):
        MODEL.fit(games[::-1])


def test_what_is_older_than_the_window_stays_as_it_was_seen():
    """All that was foreseen is the same; estimates differ by less than they are uncertain."""
    games = with_ties_and_bots(list(simulate.club(4, people=24, rounds=30).games), 4)
    whole, last = MODEL.fit(games), MODEL.fit(games, window=len(games) // 2)
    never = MODEL.fit(games, 0)
    assert MODEL.fit(games, window=len(games)) == whole
    assert last.evidence == whole.evidence
    assert (last.games, last.played) == (whole.games, whole.played)
    assert last.estimates.keys() == whole.estimates.keys()

    def off(fit: skill.Fit) -> float:
        """The mean difference, in deviations."""
        return fmean(
            abs(fit.estimates[key].mean - each.mean) / each.deviation
            for key, each in whole.estimates.items()
        )

    assert 0 < off(last) < 0.3
    assert off(last) < off(never)


def test_memory_does_not_grow_with_the_history():
    """A history of the same people that is ten times as long takes about as much.

    Garbage that is not yet collected makes up to a third of a difference; a history that is kept
    takes nine times as much.
    """
    peaks = []
    for rounds in (40, 400):
        club = simulate.club(6, people=15, rounds=rounds)
        tracemalloc.start()
        MODEL.fit(iter(club.games), 1, window=50)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0]
