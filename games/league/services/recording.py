"""Record how the tables of a season have ended."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count, F

from games.league.models import Entry, LostBy, SeasonStatus, Table, TableSeat
from games.league.services.leaving import note_losses
from games.league.services.locks import due_season
from games.play.models import EndedBy, Game, Status, Wait
from games.play.models.game import LEFT


@transaction.atomic
def record_results(*, season_id: int, now: datetime) -> None:
    """Record the results of games that have ended, and the timeouts of those who played them."""
    season = due_season(season_id, SeasonStatus.RUNNING, SeasonStatus.CLOSING)
    if season is None:
        return
    ended = Table.objects.of(season).unfinished()
    ended = ended.filter(game__status__in=[Status.OVER, Status.CANCELLED])
    tables = list(ended.select_related("game").defer("game__state"))
    for table in tables:
        # Somebody may have left it after its seats were looked at.
        note_losses(table, table.game, now)
        _record(table, table.game, now)
    Table.objects.bulk_update(tables, ["ended_at", "places", "scores", "shared"])
    _count_timeouts(tables)


def _record(table: Table, game: Game, now: datetime) -> None:
    """Note a game's result; one without is shared by all who stayed."""
    table.ended_at = game.ended or now
    if game.result is not None:
        table.places = game.result["places"]
        table.scores = [each["total"] for each in game.result["scores"]]
        return
    table.shared = True
    if game.ended_by == LEFT:
        # Nobody has stayed.
        kept = TableSeat.objects.filter(table=table, lost_at=None)
        kept.update(lost_at=table.ended_at, lost_by=LostBy.LEFT)


def _count_timeouts(tables: list[Table]) -> None:
    late = Wait.objects.filter(
        player__game__league_table__in=tables,
        player__game__league_table__seats__seat=F("player__seat"),
        holder__user=F("player__game__league_table__seats__entry__user"),
        ended_by=EndedBy.CLOCK,
    )
    counted = late.values("player__game__league_table__seats__entry").annotate(count=Count("pk"))
    for entry, count in counted.values_list("player__game__league_table__seats__entry", "count"):
        Entry.objects.filter(pk=entry).update(timeouts=F("timeouts") + count)
