"""Seats that are lost: by whom and when, and who has them then."""

from datetime import timedelta
from math import inf

import pytest
from django.utils import timezone

from games.accounts.services import close_account
from games.league.models import EntryStatus, LostBy, Season, SeasonStatus, Table, TableSeat
from games.league.policies import late_places
from games.league.services import leaving, recording, registering, running
from games.league.terms import CLOSING, TAKE_BACK
from games.play import services as play
from games.play.models import Game, Player
from games.post.models import Letter
from tests.factories import UserFactory
from tests.league.factories import SeasonFactory, SubstituteFactory, division_of
from tests.league.seasons import play_quickly, tick
from tests.play.timepiece import Timepiece, at, timepiece

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db]

TABLES = [(0, 1, 2), (3, 4, 5)]


@pytest.fixture
def season(timepiece: Timepiece) -> Season:
    """A running season: its people play at two tables, in the order of their seats."""
    season = SeasonFactory(starts_at=timezone.now())
    division_of(season, UserFactory.create_batch(6), TABLES)
    return season


@pytest.fixture
def seat(season: Season) -> TableSeat:
    """A seat of the first table, whose person has left it."""
    found = TableSeat.objects.select_related("table__game", "entry__user").get(
        table__number=1, seat=0
    )
    play.leave(game=found.table.game, user=found.entry.user)
    return found


def record(season: Season) -> None:
    recording.record_results(season_id=season.pk, now=timezone.now(), until=inf)


@pytest.mark.parametrize("goes", ["leaves", "stays away", "closes their account"])
def test_the_seat_of_a_substitute_who_goes_too_is_the_next_ones(
    timepiece: Timepiece, season: Season, seat: TableSeat, goes: str
) -> None:
    first, second = (SubstituteFactory(season=season).user for _ in range(2))
    name = first.username
    running.tick()
    game = seat.table.game
    assert at(game, 0).user == first
    if goes == "leaves":
        play.leave(game=game, user=first)
    elif goes == "stays away":
        Player.objects.filter(game=game, seat=0).update(offered_at=timepiece.now)
        timepiece.go(seconds=TAKE_BACK.total_seconds())
    else:
        close_account(user=first)
    running.tick()
    seat.refresh_from_db()
    assert (at(game, 0).user, seat.substitute) == (second, second)
    play.leave(game=game, user=second)
    tick(timepiece, days=8)
    seat.refresh_from_db()
    assert at(game, 0).bot
    assert (at(game, 0).offered_at, seat.substitute) == (None, None)
    # Whoever stayed away is asked no more.
    there = season.substitutes.filter(user__username=name).exists()
    assert there == (goes == "leaves")


def test_nobody_gets_a_seat_once_bots_finish_the_games(
    timepiece: Timepiece, season: Season, seat: TableSeat
) -> None:
    SubstituteFactory(season=season)
    timepiece.now = season.ends_at + CLOSING
    running.tick()
    seat.refresh_from_db()
    assert (seat.lost_by, seat.substitute) == (LostBy.LEFT, None)
    assert not Letter.objects.filter(kind="substituted").exists()


def test_a_seat_that_is_left_as_its_game_ends_is_lost(season: Season, seat: TableSeat) -> None:
    play_quickly([seat.table.game])
    record(season)
    seat.refresh_from_db()
    assert (seat.lost_by, seat.entry.status) == (LostBy.LEFT, EntryStatus.LEFT)
    assert Table.objects.get(pk=seat.table_id).places


def test_the_result_of_a_closed_account_counts_if_its_game_was_over(season: Season) -> None:
    table = Table.objects.get(number=1)
    play_quickly([table.game])
    seat = table.seats.select_related("entry__user").get(seat=0)
    close_account(user=seat.entry.user)
    running.tick()
    seat.refresh_from_db()
    assert (seat.lost_at, Table.objects.get(pk=table.pk).ended_at) == (None, timezone.now())


def test_who_could_still_take_a_seat_back_when_its_game_ended_has_it(
    timepiece: Timepiece, season: Season
) -> None:
    table = Table.objects.get(number=1)
    Player.objects.filter(game=table.game, seat=0).update(offered_at=timepiece.now)
    timepiece.go(hours=1)
    Game.objects.filter(pk=table.game_id).update(status="over", ended=timepiece.now)
    tick(timepiece, days=2)
    assert not TableSeat.objects.exclude(lost_at=None).exists()


def test_a_place_of_which_something_is_lost_or_over_is_not_for_late_entries(
    timepiece: Timepiece, season: Season
) -> None:
    entries = list(season.entries.order_by("position"))
    for entry in (entries[0], entries[3]):
        registering.withdraw(season=season, user=entry.user)
    now = timezone.now() + timedelta(days=1)
    assert late_places(season, now).count() == 2
    TableSeat.objects.filter(entry=entries[0]).update(lost_at=now, lost_by=LostBy.TIMEOUT)
    assert [each.pk for each in late_places(season, now)] == [entries[3].pk]
    Game.objects.filter(league_table__number=2).update(status="over", ended=now)
    assert not late_places(season, now).exists()


def test_what_is_over_stands_whoever_goes_later(season: Season, timepiece: Timepiece) -> None:
    table = Table.objects.get(number=1)
    play_quickly([table.game])
    running.tick()
    person = table.seats.get(seat=0).entry.user
    Player.objects.filter(game=table.game, seat=0).update(offered_at=timepiece.now)
    tick(timepiece, days=2)
    leaving.settle_seats(season_id=season.pk, now=timezone.now(), until=inf)
    assert not TableSeat.objects.exclude(lost_at=None).exists()
    season.refresh_from_db()
    assert season.status == SeasonStatus.RUNNING
    assert season.entries.get(user=person).status == EntryStatus.PLAYING
