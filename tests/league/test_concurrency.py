"""Ticks and people at the same moment: nothing is done twice, and nothing is lost."""

import pytest
from django.utils import timezone

from games.league.models import Entry, League, Season, SeasonStatus, Table, TableSeat
from games.league.services import registering, running, starting
from games.play import services as play
from games.play.models import Game, Holder, Player
from tests.club.test_concurrency import together
from tests.factories import UserFactory
from tests.league.factories import (
    LeagueFactory,
    SeasonFactory,
    SubstituteFactory,
    division_of,
)
from tests.league.seasons import registered

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

AT_ONCE = 4


def test_ticks_at_once_start_a_season_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "BATCH", 2)
    season = SeasonFactory(starts_at=timezone.now())
    registered(season, 7)
    together(*[running.tick] * AT_ONCE)
    # Whoever finds the season locked leaves the rest to the others.
    running.tick()
    season.refresh_from_db()
    assert season.status == SeasonStatus.RUNNING
    assert Table.objects.count() == Game.objects.count() == 7
    assert season.divisions.count() == 1


def test_ticks_at_once_open_one_season(monkeypatch: pytest.MonkeyPatch) -> None:
    league: League = LeagueFactory()
    together(*[running.tick] * AT_ONCE)
    assert league.seasons.count() == 1


def test_ticks_at_once_settle_each_seat_once() -> None:
    season = SeasonFactory(league=LeagueFactory(open=False))
    division_of(season, UserFactory.create_batch(3), [(0, 1, 2), (1, 2, 0)])
    helper = SubstituteFactory(season=season).user
    for table in Table.objects.of(season).select_related("game"):
        play.leave(game=table.game, user=Player.objects.get(game=table.game, seat=0).user)
    together(*[running.tick] * AT_ONCE)
    running.tick()
    lost = TableSeat.objects.exclude(lost_at=None)
    assert set(lost.values_list("seat", "substitute")) == {(0, helper.pk)}
    assert lost.count() == Holder.objects.filter(user=helper).count() == 2


def test_one_who_registers_twice_at_once_has_one_entry() -> None:
    season: Season = SeasonFactory()
    person = UserFactory()

    def register() -> Entry:
        return registering.register(season=season, user=person)

    entries = together(*[register] * AT_ONCE)
    assert len(set(entries)) == 1
