"""Workers that count the same games at once: nothing is counted twice, and nothing is lost."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import sleep

import pytest
from django.db import connection, transaction

from games.club.models import Band, GameFigures, Kind, Opening, SeatFigures, Tally
from games.club.services import openings, statistics
from games.club.services.figures import keep_figures
from games.club.services.openings import count_openings
from games.club.services.statistics import count, fill_statistics, start_anew
from games.play.history import OPENING
from games.play.models import Game
from games.rules import TITLES
from tests.club.figures import counted_games
from tests.play.factories import cut_short, game_of, play_out

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

AT_ONCE = 4
GAMES = 8
PLAYERS = 3
SMALL = list(TITLES)[-1]


def together(*calls: Callable[[], object]) -> list[object]:
    """Return what calls returned that began at the same moment, each on its own connection."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        gate.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [each.result() for each in [pool.submit(run, call) for call in calls]]


def assert_counted_once() -> None:
    """The tallies are what the figures of all games add up to."""
    games = GameFigures.objects.count()
    assert not GameFigures.objects.filter(counted=0).exists()
    ends = Tally.objects.filter(kind=Kind.END).values_list("games", flat=True)
    assert sum(ends) == games
    seats = SeatFigures.objects.all()
    sources = Tally.objects.filter(kind=Kind.SOURCE, key="total", band=Band.ALL)
    assert sum(sources.values_list("seats", flat=True)) == len(seats)
    points = sum(seat.points["total"] for seat in seats)
    assert sum(sources.values_list("points", flat=True)) == points


def test_workers_that_count_at_once_share_the_games(monkeypatch):
    monkeypatch.setattr(statistics, "BATCH", 3)
    counted_games(20, players=PLAYERS)
    counted_games(20, players=PLAYERS, options="edition=classic", seed=2)
    numbers = together(*[count] * AT_ONCE)
    # A worker that finds all games taken leaves them to the others.
    assert sum(numbers) == 40
    assert_counted_once()


def test_games_that_end_while_workers_count_are_not_lost(monkeypatch):
    monkeypatch.setattr(statistics, "BATCH", 2)
    counted_games(10, players=PLAYERS)
    end = transaction.atomic(partial(counted_games, 10, players=PLAYERS, seed=2))
    together(count, count, end, count)
    count()
    assert_counted_once()


def test_workers_that_start_anew_at_once_count_everything_once(monkeypatch):
    monkeypatch.setattr(statistics, "BATCH", 3)
    counted_games(20, players=PLAYERS)
    count()
    GameFigures.objects.update(counted=99)

    def night() -> None:
        start_anew()
        count()

    together(*[night] * AT_ONCE)
    count()
    assert_counted_once()


def test_a_worker_does_not_add_to_tallies_that_another_is_dropping():
    counted_games(20, players=PLAYERS)
    count()
    GameFigures.objects.update(counted=99)
    counted_games(5, players=PLAYERS, seed=2)

    def count_here() -> int:
        try:
            return count()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            start_anew()
            started = pool.submit(count_here)
            sleep(0.5)
        started.result()
    count()
    assert_counted_once()


def test_nights_at_once_compute_and_count_each_game_once():
    for _ in range(4):
        play_out(game_of("journeyman", "journeyman", title=SMALL))
    together(*[lambda: fill_statistics(seconds=60)] * AT_ONCE)
    assert GameFigures.objects.count() == 4
    assert_counted_once()


def test_workers_that_count_openings_at_once_count_each_game_once(monkeypatch):
    for _ in range(GAMES):
        cut_short(game_of("journeyman", "journeyman", title=SMALL), OPENING)
    fill_statistics(seconds=60)
    count_openings(seconds=60)

    def sums() -> list[tuple[object, ...]]:
        rows = Opening.objects.order_by("key", "kind")
        return list(rows.values_list("key", "kind", *openings.SUMS))

    alone = sums()
    monkeypatch.setattr(openings, "BATCH", 1)
    openings.forget_openings()
    assert not Opening.objects.exists()
    # A worker that finds all games taken leaves them to the others.
    assert sum(together(*[lambda: count_openings(seconds=60)] * AT_ONCE)) == GAMES
    assert sums() == alone

    # Each of them finds that the games are to be counted anew.
    GameFigures.objects.update(opening_counted=99)
    together(*[lambda: count_openings(seconds=60)] * AT_ONCE)
    assert sums() == alone


def test_a_visitor_and_the_night_compute_the_same_game_at_once():
    """A page of a game keeps its figures when they are first asked for."""
    game = play_out(game_of("journeyman", "journeyman", title=SMALL))
    visits = [lambda: keep_figures(Game.objects.get(pk=game.pk))] * 2
    together(*visits, lambda: fill_statistics(seconds=60), lambda: fill_statistics(seconds=60))
    count()
    assert GameFigures.objects.count() == 1
    assert SeatFigures.objects.count() == 2
    assert_counted_once()
