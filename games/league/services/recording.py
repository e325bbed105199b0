"""Record how the tables of a season have ended."""

from collections import defaultdict
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Count, F, OuterRef, Subquery

from games.league.models import UNDER_WAY, Entry, LostBy, Table, TableSeat
from games.league.services.leaving import note_losses
from games.league.services.locks import due_season
from games.league.services.steps import batch_by_batch
from games.play.models import EndedBy, Game, Status, Wait
from games.play.models.game import LEFT

BATCH = 25
"""How many tables are recorded in one transaction."""


def record_results(*, season_id: int, now: datetime, until: float) -> None:
    """Record the results of games that have ended, and the timeouts of those who played them.

    It goes on until a moment of time.monotonic(), and the next tick does the rest.
    """
    batch_by_batch(partial(_record_some, season_id, now), until=until)


@transaction.atomic
def _record_some(season_id: int, now: datetime) -> bool:
    """Record a batch of tables in a fixed number of queries; return whether there may be more."""
    season = due_season(season_id, *UNDER_WAY)
    if season is None:
        return False
    ended = Table.objects.of(season).unfinished()
    ended = ended.filter(game__status__in=[Status.OVER, Status.CANCELLED])
    tables = list(ended.select_related("game").defer("game__state")[:BATCH])
    # Somebody may have left after the seats were looked at.
    note_losses(tables, now)
    for table in tables:
        _record(table, table.game, now)
    Table.objects.bulk_update(tables, ["ended_at", "places", "scores", "shared"])
    _lose_seats_of_empty([table for table in tables if table.game.ended_by == LEFT])
    _count_timeouts(tables)
    return len(tables) == BATCH


def _record(table: Table, game: Game, now: datetime) -> None:
    """Note a game's result; one without is shared by all who stayed."""
    table.ended_at = game.ended or now
    if game.result is None:
        table.shared = True
        return
    table.places = game.result["places"]
    table.scores = [each["total"] for each in game.result["scores"]]


def _lose_seats_of_empty(tables: list[Table]) -> None:
    """Note that nobody has stayed at tables without a result that all have left."""
    shared = [table.pk for table in tables if table.shared]
    if shared:
        ended = Table.objects.filter(pk=OuterRef("table")).values("ended_at")
        kept = TableSeat.objects.filter(table__in=shared, lost_at=None)
        kept.update(lost_at=Subquery(ended), lost_by=LostBy.LEFT)


def _count_timeouts(tables: list[Table]) -> None:
    """Add the timeouts at tables to those of the entries, a query for each number of them."""
    late = Wait.objects.filter(
        player__game__league_table__in=tables,
        player__game__league_table__seats__seat=F("player__seat"),
        holder__user=F("player__game__league_table__seats__entry__user"),
        ended_by=EndedBy.CLOCK,
    )
    counted = late.values("player__game__league_table__seats__entry").annotate(count=Count("pk"))
    entries = defaultdict(list)
    for entry, count in counted.values_list("player__game__league_table__seats__entry", "count"):
        entries[count].append(entry)
    for count, late_ones in entries.items():
        Entry.objects.filter(pk__in=late_ones).update(timeouts=F("timeouts") + count)
