"""Draws are fair, the same for everyone, and those of no other name."""

import hashlib
import hmac
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.duplicate import draws
from games.duplicate.draws import WeekSources, number_below, weights_of
from games.duplicate.setups import SEATS, rotation, setup_of
from games.rules import TITLES
from games.rules.common.play import probabilities
from games.rules.playthrough import Playthrough
from games.rules.title import CHANCE

SECRET = bytes(range(32))


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30))
def test_weights_are_found_again_in_probabilities(weights: list[int]):
    found = weights_of([share for _, share in probabilities(list(enumerate(weights)))])
    assert [each * sum(weights) for each in found] == [each * sum(found) for each in weights]


def test_numbers_are_fair_and_reach_everything():
    drawn = Counter(number_below(7, SECRET, f"week draw {n}") for n in range(7000))
    assert set(drawn) == set(range(7))
    assert all(850 < number < 1150 for number in drawn.values())


def test_numbers_that_would_be_unfair_are_drawn_again(monkeypatch: pytest.MonkeyPatch):
    """Of eight numbers the highest two fall on no outcome of six."""
    monkeypatch.setattr(draws, "NUMBERS", 8)
    given = iter([7, 6, 5])
    monkeypatch.setattr(draws, "_number", lambda secret, name: next(given))
    assert number_below(6, SECRET, "week start 1") == 5


def test_a_draw_is_what_the_page_says():
    """Anyone can check it with the secret and the list of outcomes."""
    outcomes = [("red", 0.5), ("blue", 0.25), ("green", 0.25)]
    said = hmac.new(SECRET, b"2026-W49 draw 3 0", hashlib.sha256).hexdigest()
    expected = ["red", "red", "blue", "green"][int(said, 16) % 4]
    assert WeekSources(SECRET, "2026-W49").draw("draw", 3, outcomes) == expected


def test_weeks_kinds_numbers_and_secrets_draw_apart():
    outcomes = [(n, 1 / 1000) for n in range(1000)]
    drawn = {
        WeekSources(secret, week).draw(kind, number, outcomes)
        for secret in (SECRET, SECRET[::-1])
        for week in ("2026-W49", "2026-W50")
        for kind in ("draw", "tavern")
        for number in (1, 2)
    }
    assert len(drawn) > 13


def test_bots_choose_by_the_position_and_the_secret():
    sources, other = WeekSources(SECRET, "2026-W49"), WeekSources(SECRET[::-1], "2026-W49")
    assert sources.rng("abc").random() == sources.rng("abc").random()
    assert len({sources.rng("abc").random(), sources.rng("abd").random()}) == 2
    assert other.rng("abc").random() != sources.rng("abc").random()


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_the_nth_marker_is_the_same_whatever_people_play(title):
    """Two people who play differently draw the same markers in the same order."""
    drawn = []
    for seed in (1, 2):
        sources, rng, numbers = WeekSources(SECRET, "2026-W49"), Random(seed), Counter[str]()
        play, texts = Playthrough(title, title.start({}, SEATS)), []
        for _ in range(250):
            seats = play.to_move()
            if not seats:
                break
            if seats == (CHANCE,):
                outcomes = title.chance_outcomes(play.state)
                kind = outcomes[0][0].verb
                numbers[kind] += 1
                step = play.apply(CHANCE, sources.draw(kind, numbers[kind], outcomes))
                texts.append(" ".join(step.text.split()[:2]))
            else:
                play.apply(seats[0], rng.choice(title.orders(play.state, seats[0])))
        drawn.append(texts)
    shared = min(map(len, drawn))
    assert shared > 3
    assert drawn[0][:shared] == drawn[1][:shared]


def test_every_board_gets_its_turn():
    """In a rotation there is every board that four can play on, and no setup twice in a row."""
    monday = date(2026, 11, 30)
    weeks = [setup_of(monday + timedelta(weeks=n)) for n in range(len(rotation()))]
    boards = {TITLES[each.title].start(each.options, SEATS).board.id for each in weeks}
    four = {
        TITLES[title].start(one.options, SEATS).board.id
        for title in TITLES
        for one in TITLES[title].setups()
        if one.players == SEATS
    }
    assert boards == four
    assert {each.title for each in weeks} == set(TITLES)
    assert all(one != other for one, other in pairwise(weeks))
