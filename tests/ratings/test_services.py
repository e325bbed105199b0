"""Ratings in the database: the quick step, and everything computed from the results."""

import random

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.ratings import services, tasks
from games.ratings.calibration import calibration
from games.ratings.models import Effect, Kind, Ladder, Pool, Rating, Reason, Result
from games.ratings.services import annul, recompute, recompute_all, record
from hansa_site.celery import app
from tests.factories import UserFactory
from tests.ratings.factories import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return UserFactory.create_batch(4)


def play(people: list[User], games: int) -> None:
    """Record games that the first people tend to win."""
    rng = random.Random(1)
    for number in range(1, games + 1):
        table = rng.sample(people, 3)
        shown = [-people.index(each) + rng.gauss(0, 2) for each in table]
        places = [1 + sum(other > mine for other in shown) for mine in shown]
        record(finished(table, places, game=number, day=number / 3))


def numbers() -> list[tuple]:
    """All ratings and effects as they are."""
    rows = Rating.objects.order_by("pool", "user").values_list
    effects = Effect.objects.order_by("board", "players", "starts", "user").values_list
    return [
        *rows("pool", "user", "mean", "deviation", "games", "last"),
        *effects("board", "players", "starts", "user", "mean", "deviation"),
    ]


def test_a_game_changes_ratings_at_once(people):
    result = record(finished(people[:3]))
    first, second, third = (Rating.objects.get(user=each) for each in people[:3])
    assert first.mean > second.mean > third.mean
    assert first.games == 1
    told = result.seats.order_by("seat").first()
    assert (told.mean_before, told.mean_after) == (0, first.mean)
    assert told.deviation_after < told.deviation_before


@pytest.mark.parametrize("reason", [Reason.AGREED, Reason.CANCELLED, Reason.FRIENDLY])
def test_a_game_that_is_not_rated_changes_nothing(people, reason):
    record(finished(people, reason=reason))
    assert not Rating.objects.exists()


def test_recording_a_game_again_changes_nothing(people):
    record(finished(people))
    before = numbers()
    record(finished(people, [4, 3, 2, 1]))
    assert numbers() == before


def test_games_against_bots_alone_have_a_rating_of_their_own(people):
    record(finished([people[0], "journeyman"]))
    rating = Rating.objects.get()
    assert (rating.pool, rating.user) == (Pool.BOTS, people[0])
    assert not Effect.objects.filter(pool=Pool.PEOPLE).exists()


def test_the_same_history_gives_the_same_numbers(people):
    play(people, 12)
    recompute_all()
    once = numbers()
    recompute_all(force=True)
    assert numbers() == once
    assert Rating.objects.get(user=people[0]).mean > Rating.objects.get(user=people[3]).mean


def test_the_quick_step_is_within_the_uncertainty_of_the_nightly_numbers(people):
    play(people, 12)
    quick = {each.user_id: each.mean for each in Rating.objects.all()}
    recompute_all()
    for rating in Rating.objects.all():
        assert abs(rating.mean - quick[rating.user_id]) < rating.deviation
    assert {each.games for each in Rating.objects.all()} <= set(range(5, 13))


def test_what_has_no_new_results_is_not_computed_again(people):
    record(finished(people))
    assert recompute_all() == [("teutonica", Pool.PEOPLE)]
    assert recompute_all() == []
    record(finished(people, game=2, reason=Reason.FRIENDLY))
    assert recompute_all() == []
    record(finished(people, game=3))
    assert recompute_all() == [("teutonica", Pool.PEOPLE)]


def test_a_game_that_ends_meanwhile_is_not_lost(people, monkeypatch):
    record(finished(people))
    history = services.store.history

    def and_one_ends(*args: object) -> list:
        games = list(history(*args))
        record(finished(people, game=2, day=1))
        return games

    monkeypatch.setattr(services.store, "history", and_one_ends)
    recompute(title="teutonica", pool=Pool.PEOPLE)
    assert {each.games for each in Rating.objects.all()} == {2}
    assert Ladder.objects.get().games == 1
    monkeypatch.undo()
    assert recompute_all() == [("teutonica", Pool.PEOPLE)]


def test_a_game_that_is_annulled_counts_as_if_it_had_never_been(people, monkeypatch):
    asked = []
    monkeypatch.setattr(app, "send_task", lambda name, **_: asked.append(name))
    play(people, 8)
    recompute_all()
    before = numbers()
    record(finished(people[:3], [3, 2, 1], game=9, day=3))
    assert numbers() != before
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert annul(game=9)
    assert asked == [tasks.recompute_ratings.name]
    assert recompute_all() == [("teutonica", Pool.PEOPLE)]
    assert numbers() == before
    result = Result.objects.get(game=9)
    assert (result.kind, result.reason) == (Kind.NONE, Reason.ANNULLED)
    assert [seat.place for seat in result.seats.all()] == [3, 2, 1]
    assert not result.seats.exclude(mean_after=None, expected=None).exists()
    assert recompute_all() == []


def test_what_counts_for_nobody_is_not_annulled(people):
    record(finished(people, reason=Reason.FRIENDLY))
    record(finished(people, game=2))
    assert [annul(game=number) for number in (1, 2, 2, 3)] == [False, True, False, False]
    assert Result.objects.get(game=1).reason == Reason.FRIENDLY


def test_a_deleted_account_leaves_the_ratings_of_others_as_they_are(people):
    play(people, 8)
    recompute_all()
    before = dict(Rating.objects.values_list("user", "mean"))
    gone = people[1].pk
    people[1].delete()
    recompute_all(force=True)
    after = dict(Rating.objects.values_list("user", "mean"))
    del before[gone]
    assert after == before


def test_an_unknown_bot_does_not_count(people):
    record(finished([*people[:2], "unheard-of"]))
    assert Rating.objects.count() == 2
    record(finished([people[2], "unheard-of"], game=2))
    assert Result.objects.get(game=2).kind == Kind.BOTS
    recompute_all()
    assert not Rating.objects.filter(pool=Pool.BOTS).exists()


def test_calibration_comes_from_what_the_night_has_counted(people, django_assert_num_queries):
    assert calibration("teutonica") is None
    play(people, 12)
    recompute_all()
    with django_assert_num_queries(1):
        told = calibration("teutonica")
    assert (told.games, told.pairs) == (12, 36)
    assert sum(each.pairs for each in told.bins) == 36
    assert [each.least for each in told.bins] == list(range(50, 100, 5))
    assert 0 < told.loss < 2


def test_listed_are_certain_ratings_of_five_games_the_best_first(people):
    play(people, 30)
    recompute_all()
    listed = list(Rating.objects.listed("teutonica"))
    assert [each.mean for each in listed] == sorted((each.mean for each in listed), reverse=True)
    assert {each.user for each in listed} == set(people)
    # These games were played in 2030, which is not over.
    assert all(str(each).count(" ± ") == 1 for each in listed)


def test_a_command_computes_too(people, capsys):
    play(people, 3)
    call_command("recompute_ratings", "--all")
    assert "teutonica, games among people: 3 games" in capsys.readouterr().out


def test_a_step_reads_and_writes_as_much_for_any_history(people):
    def queries(table: list[User], game: int) -> int:
        with CaptureQueriesContext(connection) as made:
            record(finished(table, game=game, day=game))
        return len(made)

    play(people, 2)
    queries(people, 99)
    few = queries(people, 100)
    play(people, 8)
    assert queries(people, 101) == few <= 30


def test_the_night_computes_and_marks(people):
    play(people, 4)
    tasks.recompute_ratings()
    assert Ladder.objects.get().games == 4


def test_every_task_of_the_schedule_exists(settings):
    app.loader.import_default_modules()
    assert {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()} <= set(app.tasks)
