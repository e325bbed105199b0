"""For how long bots think: no longer than they may, and less if others wait."""

import random
import time
from datetime import timedelta

import pytest

from games.bots import STRATEGIES, THINKERS
from games.bots.levels import thinker_of
from games.play.services import thinking as service
from tests.play.factories import good_order, player_to_move, step
from tests.play.thinking import game_that_waits, hurry, quick, think
from tests.play.timepiece import Timepiece, timepiece

__all__ = ["hurry", "timepiece"]
pytestmark = pytest.mark.django_db


def test_a_turn_out_of_time_is_played_to_its_end_by_the_quick_one(monkeypatch, settings):
    settings.BOT_SECONDS = 0.2
    asked = []

    def slow(view, orders, rng, deadline, opponents):
        asked.append(deadline - time.monotonic())
        time.sleep(0.21)
        return quick(view, orders, rng, deadline, opponents)

    monkeypatch.setitem(THINKERS, "merchant", slow)
    game, rng, played = game_that_waits(), random.Random(1), 0
    # Looking at a board for the first time takes longer than this bot may think.
    good_order(game, player_to_move(game).seat, rng)
    while played < 2:
        while game.thinking_since is None:
            game = step(game, rng)
        before = game.moves.filter(seat=player_to_move(game).seat)
        asked.clear()
        played = -before.count()
        assert think(game)
        played += before.count()
        game.refresh_from_db()
        assert game.thinking_since is None
    assert len(asked) == 1
    assert asked[0] <= 0.2


@pytest.mark.parametrize("waiting", [1, 2, 5, 40, 100])
def test_turns_asked_for_at_once_share_the_time_of_a_worker(settings, waiting):
    settings.BOT_SECONDS = 5
    now = 0.0
    each = []
    for left in range(waiting, 0, -1):
        each.append(service.time_to_think(timedelta(seconds=now), left))
        now += each[-1]
    assert max(each) == pytest.approx(min(each)), "nobody is favoured"
    assert each[0] == pytest.approx(max(0.25, min(5, 10 / waiting)))
    assert now <= max(10.001, 0.25 * waiting)


def test_a_clock_that_is_slow_gives_no_bot_more_time(settings):
    settings.BOT_SECONDS = 5
    assert service.time_to_think(timedelta(seconds=-3), 1) == 5
    assert service.time_to_think(timedelta(), 0) == 5, "another worker has just played it"


def test_a_bot_thinks_for_less_time_if_others_wait_or_it_has_waited(
    monkeypatch, settings, timepiece: Timepiece
):
    settings.BOT_SECONDS = 5
    deadline = []

    def spy(view, orders, rng, moment, opponents):
        deadline.append(moment - time.monotonic())
        return quick(view, orders, rng, moment, opponents)

    monkeypatch.setitem(THINKERS, "merchant", spy)
    games = [game_that_waits() for _ in range(4)]
    timepiece.go(seconds=2)
    for game in games:
        deadline.clear()
        assert think(game)
        game.refresh_from_db()
        assert game.thinking_since is None
        expected = [2, 8 / 3, 4, 5][games.index(game)]
        assert expected - 1 < deadline[0] <= expected


def test_no_level_thinks_for_longer_than_it_may():
    game = game_that_waits("master", "master", "master")
    state, title = game.position(), game.rules()
    seat = player_to_move(game).seat
    view, orders = title.view(state, seat), title.orders(state, seat)
    begin = time.process_time()
    assert real("master")(view, orders, random.Random(1), time.monotonic()).order in orders
    assert time.process_time() - begin < 1


def real(level: str):
    """A thinking bot as it is outside of tests."""
    return thinker_of(level, STRATEGIES)
