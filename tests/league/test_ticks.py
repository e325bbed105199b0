"""What a tick takes: a fixed number of queries for what is not due, and no more than its time."""

import itertools
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.accounts.models import Block
from games.league.models import (
    Entry,
    EntryStatus,
    LostBy,
    Season,
    SeasonStatus,
    Table,
    TableSeat,
)
from games.league.services import ending, leaving, recording, running, starting, steps
from games.play import services as play
from games.play.models import Game, Player
from games.post.models import Letter
from tests.factories import UserFactory
from tests.league.factories import (
    EntryFactory,
    LeagueFactory,
    SeasonFactory,
    SubstituteFactory,
    division_of,
    large_season,
)
from tests.play.timepiece import Timepiece, timepiece

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db]

NEVER = float("inf")
ROUND = [(0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1)]
"""Who sits where in a division of four."""


def small_season(piece: Timepiece) -> Season:
    """A running season with four tables of Hansa for three."""
    season = SeasonFactory(
        league=LeagueFactory(terms={"hours": 24}), opens_at=piece.now - timedelta(weeks=3)
    )
    division_of(season, UserFactory.create_batch(4), ROUND)
    return season


def queries(call: Callable[[], object]) -> list[str]:
    """Make a call, and return the queries that it takes."""
    with CaptureQueriesContext(connection) as found:
        call()
    return [each["sql"] for each in found]


def settle(season: Season, piece: Timepiece, until: float = NEVER) -> None:
    leaving.settle_seats(season_id=season.pk, now=piece.now, until=until)


def lost(season: Season) -> int:
    return TableSeat.objects.filter(table__division__season=season).exclude(lost_at=None).count()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that goes on by one with each look at it."""
    moments = itertools.count()
    monkeypatch.setattr(steps, "monotonic", lambda: next(moments))


def test_seats_that_bots_have_since_the_end_are_not_looked_at_again(
    timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = small_season(timepiece)
    quiet = len(queries(lambda: settle(season, timepiece)))
    one, *others = Table.objects.of(season).select_related("game")
    play.leave(game=one.game, user=Player.objects.get(game=one.game, seat=0).user)
    for table in (one, *others):
        for player in Player.objects.filter(game=table.game).exclude(user=None):
            play.let_bot_play(game=table.game, seat=player.seat)
    settle(season, timepiece)
    assert lost(season) == 1, "who left before has lost the seat, and who was replaced has not"
    assert len(queries(lambda: settle(season, timepiece))) == quiet


def test_a_seat_that_someone_left_after_staff_gave_it_back_is_lost(timepiece: Timepiece) -> None:
    season = small_season(timepiece)
    seat = TableSeat.objects.filter(table__division__season=season, seat=0).first()
    game, owner = seat.table.game, seat.entry.user
    play.let_bot_play(game=game, seat=0)
    play.give_seat(game=game, seat=0, user=owner)
    settle(season, timepiece)
    assert lost(season) == 0
    play.leave(game=game, user=owner)
    settle(season, timepiece)
    seat.refresh_from_db()
    assert seat.lost_by == LostBy.LEFT


def test_seats_are_settled_as_long_as_there_is_time_and_each_of_them_once(
    timepiece: Timepiece, clock: None
) -> None:
    season = small_season(timepiece)
    for table in Table.objects.of(season).select_related("game"):
        play.leave(game=table.game, user=Player.objects.get(game=table.game, seat=0).user)
    for settled in (1, 2, 3):
        settle(season, timepiece, until=2 * settled - 2)
        assert lost(season) == settled
    letters = Letter.objects.count()
    settle(season, timepiece)
    settle(season, timepiece)
    assert lost(season) == 4
    assert Letter.objects.count() == letters


def test_those_who_withdrew_leave_as_long_as_there_is_time(
    timepiece: Timepiece, clock: None
) -> None:
    season = small_season(timepiece)
    Entry.objects.filter(position__lt=2).update(status=EntryStatus.WITHDRAWN)
    give_up = partial(leaving.give_up_withdrawn, season_id=season.pk, now=timepiece.now)
    give_up(until=0)
    assert season.entries.filter(status=EntryStatus.LEFT).count() == 1
    give_up(until=NEVER)
    assert season.entries.filter(status=EntryStatus.LEFT).count() == 2
    assert not Player.objects.filter(user__league_entries__status=EntryStatus.LEFT).exists()
    assert len(queries(lambda: give_up(until=NEVER))) == 1


def test_a_seat_that_cannot_be_settled_does_not_stop_the_others(
    timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    season = small_season(timepiece)
    one, other, *_ = Table.objects.of(season).select_related("game")
    for table in (one, other):
        play.leave(game=table.game, user=Player.objects.get(game=table.game, seat=0).user)
    locked = leaving.locked_game

    def broken(game_id: int) -> Game:
        if game_id == one.game_id:
            raise RuntimeError("broken")
        return locked(game_id)

    monkeypatch.setattr(leaving, "locked_game", broken)
    settle(season, timepiece)
    assert [seat.table for seat in TableSeat.objects.exclude(lost_at=None)] == [other]
    assert f"The seat {one.seats.get(seat=0).pk} could not go on" in caplog.text


def test_substitutes_who_suit_no_seat_cost_a_fixed_number_of_queries(timepiece: Timepiece) -> None:
    season = small_season(timepiece)
    for table in Table.objects.of(season).select_related("game")[:2]:
        play.leave(game=table.game, user=Player.objects.get(game=table.game, seat=0).user)
    settle(season, timepiece)
    people = list(season.entries.values_list("user", flat=True))
    counts = []
    for number in (1, 4):
        for offer in SubstituteFactory.create_batch(number, season=season):
            Block.objects.bulk_create(
                Block(user=offer.user, other_id=person, since=timepiece.now) for person in people
            )
        counts.append(len(queries(lambda: settle(season, timepiece))))
    assert counts[0] == counts[1]
    busy = SubstituteFactory(season=season).user
    for _ in range(2):
        other = SeasonFactory(league=LeagueFactory(seats=4))
        EntryFactory(season=other, user=busy)
    settle(season, timepiece)
    assert not TableSeat.objects.exclude(substitute=None).exists()
    free = SubstituteFactory(season=season).user
    settle(season, timepiece)
    assert set(Player.objects.filter(user=free).values_list("bot", flat=True)) == {""}
    assert TableSeat.objects.filter(substitute=free).count() == 2


def closing(piece: Timepiece) -> Season:
    """A season that is past its last day, with four open games."""
    season = small_season(piece)
    event = starting.Event.objects.create(name="Season", kind="league", terms={"hours": 24})
    Game.objects.filter(league_table__division__season=season).update(event=event, hours=24)
    season.status, season.event, season.ends_at = SeasonStatus.CLOSING, event, piece.now
    season.save()
    return season


def test_games_of_a_season_that_closes_are_hurried_as_long_as_there_is_time(
    timepiece: Timepiece, clock: None
) -> None:
    season = closing(timepiece)
    hurry = partial(ending.hurry, season_id=season.pk)
    theirs = Game.objects.filter(event=season.event)
    peopled = theirs.filter(players__user__isnull=False).distinct()
    hurry(now=timepiece.now, until=1)
    assert theirs.filter(hours=12).count() == 2
    hurry(now=timepiece.now, until=NEVER)
    assert theirs.filter(hours=12).count() == 4
    asked = queries(lambda: hurry(now=timepiece.now, until=NEVER))
    assert len(asked) == 2
    assert '"state"' not in asked[1], "their positions are not read"
    timepiece.go(days=8)
    hurry(now=timepiece.now, until=0)
    assert peopled.count() == 4, "no time is left"
    hurry(now=timepiece.now, until=NEVER)
    assert not peopled.exists()
    assert len(queries(lambda: hurry(now=timepiece.now, until=NEVER))) == 2


def over(season: Season, tables: int) -> list[Table]:
    """Let the games of so many open tables end, the last seat of each having been late."""
    found = list(Table.objects.of(season).unfinished()[:tables])
    result = {"places": [1, 2, 3], "scores": [{"total": 9}, {"total": 8}, {"total": 7}]}
    Game.objects.filter(league_table__in=found).update(status="over", result=result, ended=None)
    return found


def test_results_are_recorded_in_batches_of_a_fixed_number_of_queries(
    timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = large_season(3)
    record = partial(recording.record_results, season_id=season.pk, now=timepiece.now)
    counts = []
    for tables in (1, 8):
        over(season, tables)
        counts.append(len(queries(lambda: record(until=NEVER))))
        assert not any(table.ended_at is None for table in Table.objects.all()[:tables])
    assert counts[0] == counts[1] <= 8
    over(season, 5)
    monkeypatch.setattr(recording, "BATCH", 2)
    record(until=0)
    assert Table.objects.unfinished().count() == 24 - 9 - 2
    record(until=NEVER)
    assert Table.objects.unfinished().count() == 24 - 9 - 5


def test_a_season_is_divided_in_one_statement_for_each_division(timepiece: Timepiece) -> None:
    counts = []
    for entries in (16, 48):
        season = SeasonFactory(starts_at=timepiece.now)
        EntryFactory.create_batch(entries, season=season)
        begin = partial(starting.begin, season_id=season.pk, now=timepiece.now)
        counts.append(len(queries(begin)))
        seated = season.entries.seated()
        assert [entry.seed for entry in seated] == [*range(1, entries + 1)]
        assert {entry.status for entry in seated} == {EntryStatus.PLAYING}
        assert season.divisions.count() == entries // 8
    assert counts[1] - counts[0] == (48 - 16) // 8


def test_a_season_ends_in_a_fixed_number_of_queries(timepiece: Timepiece) -> None:
    counts = []
    for divisions in (1, 2):
        season = large_season(divisions, opens_at=timepiece.now - timedelta(weeks=12))
        Season.objects.filter(pk=season.pk).update(started_at=F("opens_at"))
        over(season, 8 * divisions)
        recording.record_results(season_id=season.pk, now=timepiece.now, until=NEVER)
        counts.append(queries(partial(ending.end, season_id=season.pk, now=timepiece.now)))
        season.refresh_from_db()
        assert season.is_over
        assert not season.entries.filter(final_rank=None).exists()
    assert len(counts[0]) == len(counts[1])


def test_a_tick_without_anything_due_takes_the_same_queries_for_any_season(
    timepiece: Timepiece,
) -> None:
    counts = []
    for divisions in (1, 6):
        Season.objects.update(status=SeasonStatus.STOPPED)
        season = large_season(divisions, league=LeagueFactory(open=False))
        advance = partial(running.advance, season_id=season.pk, now=timepiece.now, until=NEVER)
        counts.append(len(queries(advance)))
    assert counts[0] == counts[1]
