"""How long games of a league take, by a model of how fast people answer."""

import random
from collections import Counter
from itertools import groupby
from pathlib import Path

from games.league.answering import TURNS, Habits, course
from games.league.terms import PACE, WEEKS
from games.play.models import Agreement, OnTimeout, Pace
from games.play.services.seats import Terms
from games.rules import record, replay

RECORDS = Path(__file__).parents[1] / "records"


def test_the_default_clock_is_one_that_games_have():
    terms = Terms(**PACE)
    assert (terms.pace, terms.on_timeout) == (Pace.BANK, OnTimeout.BOT)
    assert terms.agreement == Agreement.UNANIMOUS


def test_a_game_ends_even_if_all_have_gone():
    people = [Habits(gone=0.0) for _ in range(4)]
    game = course(random.Random(1), "teutonica", people, PACE)
    assert set(game.lost) == {0, 1, 2, 3}
    assert game.ended < 7 * WEEKS[4]


def test_longer_clocks_make_longer_games():
    def ended(**changes):
        people = [Habits(slowness=8.0) for _ in range(4)]
        return course(random.Random(1), "teutonica", people, PACE | changes).ended

    assert ended(hours=2, bank_hours=10, reaction_hours=2, grace_hours=1) < ended()


def test_the_numbers_of_turns_are_those_of_the_recorded_games():
    found = {title: {seats: [] for seats in by_seats} for title, by_seats in TURNS.items()}
    for file in sorted(RECORDS.glob("*/*.txt")):
        game = record.read(file.read_bytes())
        if len(game.players) < 3:
            continue
        asked = [(s.before.turn, s.seat) for s in replay.record_steps(game) if s.seat >= 0]
        # After an answer the turn goes on, which is no new turn.
        requests = [request for request, _ in groupby(asked)]
        answers = sum(turn != seat for turn, seat in requests)
        turns = sum(1 for _ in groupby(turn for turn, _ in asked))
        if turns >= 39:
            found[game.title][len(game.players)].append((turns, answers))
    for title, by_seats in TURNS.items():
        for seats, counted in by_seats.items():
            assert Counter(counted) == Counter(found[title][seats])
