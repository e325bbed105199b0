"""A season's tables as the arithmetic of standings takes them; entries are named by their ids."""

from collections import defaultdict

from games.league.models import Entry, Season, Table
from games.league.system.standings import Row, TableResult, standings


def results_of(season: Season) -> dict[int, list[TableResult]]:
    """Return the tables of each division of a season, by its id, in the order of their numbers."""
    found: dict[int, list[TableResult]] = defaultdict(list)
    for table in Table.objects.of(season).prefetch_related("seats"):
        found[table.division_id].append(result_of(table))
    return found


def result_of(table: Table) -> TableResult:
    """Return how a table stands; its seats have been read."""
    seats = sorted(table.seats.all(), key=lambda each: each.seat)
    return TableResult(
        entries=tuple(seat.entry_id for seat in seats),
        places=None if table.places is None else tuple(table.places),
        scores=None if table.scores is None else tuple(table.scores),
        lost=frozenset(seat.seat for seat in seats if seat.lost_at is not None),
        shared=table.shared,
    )


def standings_of(season: Season) -> dict[int, list[Row]]:
    """Return the standings of each division of a season, by its id, the best first."""
    entries: dict[int, list[int]] = defaultdict(list)
    timeouts = {}
    for entry in Entry.objects.filter(season=season).seated():
        if entry.division_id is not None:
            entries[entry.division_id].append(entry.pk)
            timeouts[entry.pk] = entry.timeouts
    tables = results_of(season)
    return {
        division: standings(tables[division], members, timeouts)
        for division, members in entries.items()
    }
