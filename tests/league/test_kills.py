"""Ticks that are killed at a commit: the next one does the rest, and nothing is done twice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from games.accounts.models import User
from games.league.models import League, Season, SeasonStatus, Table, TableSeat
from games.league.services import recording, registering, running, starting
from games.play.models import EndedBy, Game, Holder, Status, Wait
from games.post.models import Letter
from tests.cases import first
from tests.factories import UserFactory
from tests.league.factories import LeagueFactory
from tests.league.seasons import go_to_start, next_of, registered
from tests.play.timepiece import Timepiece, timepiece

__all__ = ["timepiece"]
pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

PEOPLE = 6


class Killed(BaseException):
    """What no service catches."""


class Killer:
    """Kills at a commit: the first, the second and so on, before or after it has happened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: int | None = None
        self.after = False
        database = connections["default"]
        commit = database.commit

        def killed() -> None:
            if self.left is None or self.left > 0:
                self.left = None if self.left is None else self.left - 1
                commit()
                return
            self.left = None
            if self.after:
                commit()
                database.run_on_commit = []
            else:
                database.rollback()
            raise Killed

        monkeypatch.setattr(database, "commit", killed)

    def kills(self, call: Callable[[], object], number: int, *, after: bool) -> bool:
        """Return whether a call has been killed at its commit of this number, from 0 on."""
        self.left, self.after = number, after
        try:
            call()
        except Killed:
            return True
        finally:
            self.left = None
        return False


def season_of() -> tuple[Season, list[User]]:
    """A season with people in it; all others are no longer ticked."""
    League.objects.update(open=False)
    Season.objects.update(status=SeasonStatus.STOPPED)
    league = LeagueFactory(least_entries=PEOPLE)
    running.tick()
    season = next_of(league)
    return season, registered(season, PEOPLE)


def at_the_start(piece: Timepiece) -> Season:
    season, _ = season_of()
    piece.now = season.starts_at
    return season


def with_one_who_left(piece: Timepiece) -> Season:
    """The first days are over, and nobody has taken a withdrawn entry's place."""
    season, people = season_of()
    registering.volunteer(season=season, user=UserFactory())
    season = go_to_start(piece, season)
    registering.withdraw(season=season, user=people[0])
    piece.go(days=6)
    return season


def with_all_games_over(piece: Timepiece) -> Season:
    """Who registered earlier has won, and the person in each first seat was late once."""
    season, _ = season_of()
    season = go_to_start(piece, season)
    for table in Table.objects.of(season).prefetch_related("seats__entry").select_related("game"):
        positions = [seat.entry.position for seat in table.seats.all()]
        places = [1 + sorted(positions).index(position) for position in positions]
        scores = [{"total": 60 - 9 * place} for place in places]
        first = table.game.players.get(seat=0)
        # It is by lot who begins.
        Wait.objects.filter(player__game=table.game, ended_at=None).update(
            player=first,
            holder=Holder.objects.get(player=first),
            ended_at=piece.now,
            ended_by=EndedBy.CLOCK,
            next_check_at=None,
        )
        Game.objects.filter(pk=table.game_id).update(
            status=Status.OVER,
            ended=piece.now,
            result={"places": places, "scores": scores},
        )
    piece.now = season.ends_at - timedelta(days=1)
    return season


def rows(season: Season) -> dict[str, Any]:
    """All that a season has come to, in words that are the same for any season."""
    season.refresh_from_db()
    games = Game.objects.filter(event=season.event)
    entries = season.entries.order_by("registered_at", "pk")
    number = {entry.pk: index for index, entry in enumerate(entries)}
    seats = TableSeat.objects.filter(table__in=Table.objects.of(season)).order_by(
        "table__division__number", "table__number", "seat"
    )
    return {
        "season": (season.status, season.league.seasons.count()),
        "divisions": [*season.divisions.order_by("number").values_list("number", flat=True)],
        "entries": [
            *entries.values_list(
                "division__number",
                "position",
                "seed",
                "status",
                "timeouts",
                "final_rank",
                "final_points",
                "moves",
            )
        ],
        "tables": [
            *Table.objects.of(season).values_list(
                "division__number", "number", "places", "scores", "shared"
            )
        ],
        "seats": [
            (
                each.table.number,
                each.seat,
                number[each.entry_id],
                each.lost_by,
                each.lost_at is not None,
                each.substitute_id is not None,
            )
            for each in seats.select_related("table")
        ],
        "games": [
            *games.order_by("league_table__number", "pk").values_list(
                "league_table__number", "status"
            )
        ],
        "holders": Holder.objects.filter(player__game__in=games).count(),
        "waits": Wait.objects.filter(player__game__in=games).count(),
    }


@pytest.mark.parametrize("scene", first(1, [at_the_start, with_one_who_left, with_all_games_over]))
def test_a_tick_that_is_killed_at_any_commit_is_made_up_for(
    timepiece: Timepiece, monkeypatch: pytest.MonkeyPatch, scene: Callable[[Timepiece], Season]
) -> None:
    monkeypatch.setattr(starting, "BATCH", 4)
    monkeypatch.setattr(recording, "BATCH", 2)
    killer = Killer(monkeypatch)

    def lived(number: int | None, *, after: bool = False) -> tuple[dict[str, Any], bool]:
        start = timepiece.now
        season = scene(timepiece)
        before = Letter.objects.count()
        killed = number is not None and killer.kills(running.tick, number, after=after)
        running.tick()
        running.tick()
        found = rows(season)
        found["letters"] = Letter.objects.count() - before
        timepiece.now = start
        return found, killed

    undisturbed, _ = lived(None)
    for number in range(100):
        found, killed = lived(number)
        assert found == undisturbed, f"killed before commit {number}"
        if not killed:
            break
        found, _ = lived(number, after=True)
        assert found == undisturbed, f"killed after commit {number}"
    assert number >= 2, "it commits more than once"
