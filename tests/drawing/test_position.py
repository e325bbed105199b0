"""Positions in words: every player is told of once for each number, whatever they are called."""

import random

import pytest

from games.bots import BOTS
from games.drawing import DRAWINGS
from games.rules import TITLES
from games.rules.title import CHANCE
from games.wording import ENGLISH, WORDINGS
from tests.rules.hansa_positions import position

NAMES = ("Anna", "Tideke", "Đorđe", "Zoë", "Émile")
TABLES = [(title, table) for title in DRAWINGS for table in TITLES[title].setups()]


def positions(title, table, seed=1):
    """Yield positions a third, two thirds of the way to and after 120 orders, or the last one."""
    rng = random.Random(seed)
    states = [title.start(table.options, table.players)]
    while title.to_move(state := states[-1]) and len(states) <= 120:
        seat = title.to_move(state)[0]
        if seat == CHANCE:
            draws, weights = zip(*title.chance_outcomes(state), strict=True)
            order = rng.choices(draws, weights)[0]
        else:
            order = BOTS["journeyman"](title.view(state, seat), title.orders(state, seat), rng)
        states.append(title.apply(state, seat, order))
    moves = len(states) - 1
    yield from (states[third * moves // 3] for third in (1, 2, 3))


@pytest.mark.parametrize(("title", "table"), TABLES, ids=lambda each: getattr(each, "label", each))
def test_it_is_told_in_sentences_that_name_everybody(title, table):
    rules, names = TITLES[title], NAMES[: table.players]
    told = set()
    for state in positions(rules, table):
        for seat in (None, *range(table.players)):
            words = WORDINGS[title].position(rules.view(state, seat), names, ENGLISH)
            assert all(name in words for name in names)
            assert words.endswith(".")
            assert "  " not in words
        told.add(words)
    assert len(told) > 1


def test_it_counts_what_lies_there():
    title = TITLES["teutonica"]
    state = title.start({}, 3)
    while title.to_move(state) == (CHANCE,):
        state = title.apply(state, CHANCE, title.chance_outcomes(state)[0][0])

    assert WORDINGS["teutonica"].position(title.view(state, None), NAMES[:3], ENGLISH) == (
        "Prestige: 0 for Anna, 0 for Tideke and 0 for Đorđe. "
        "Cities controlled: none. Cities completed: 0; the game ends at 10."
    )


@pytest.mark.parametrize(
    ("owned", "words"),
    [
        ({}, "3 talers, 15 booths and no markers"),
        ({"talers": 0, "booths": {"danzig": "Ann 14"}}, "no talers, 1 booth and no markers"),
        ({"unsold": {"Ann": "red1 red2"}}, "3 talers, 15 booths and 2 unsold markers"),
        (
            {
                "talers": 1,
                "booths": {"danzig": "Ann 15"},
                "sold": {"Ann": "red1"},
                "unsold": {"Ann": "red2"},
            },
            "1 taler, no booths, 1 unsold marker and 1 sold marker",
        ),
    ],
)
def test_what_a_seat_owns_is_said_without_zeros(owned, words):
    state = position(**owned)
    assert WORDINGS["hansa"].supply(TITLES["hansa"].view(state, 0), 0, ENGLISH) == words
