"""The standings of divisions: three queries for any number of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import pgettext

from games.league.models import Division, Entry, EntryStatus, Table
from games.league.pages.words import figure, reach
from games.league.results import result_of
from games.league.system.ranges import rank_ranges
from games.league.system.standings import Row, TableResult, standings
from games.play.models.player import page_of
from games.rules.common.lru import LRUCache

_computed = LRUCache(2048)
"""Rows and ranges by all that they follow from: the same division is shown far more often than one
of its tables ends."""


class Line(NamedTuple):
    """An entry in the standings of a division, in words.

    `place` is 0 as long as no table of the division is over, and `reach` tells the places that the
    entry can still have, '' if these are all, or once all is decided. `page` is the URL of the
    person's page, '' if they have none. `played` of `tables` are over. `status` says that they are
    gone, `moves` is a value of `Moves`.
    """

    place: int
    name: str
    page: str
    points: str
    played: int
    tables: int
    reach: str
    status: str
    moves: str


@dataclass(frozen=True)
class Standings:
    """The standings of a division, the best first: in words, and `rows` of which these tell.

    `entries` are all its entries by id, `tables` its tables in their order.
    """

    number: int
    lines: tuple[Line, ...]
    rows: tuple[Row, ...]
    entries: dict[int, Entry]
    tables: list[Table]

    @property
    def is_decided(self) -> bool:
        """Whether all its tables are over."""
        return all(table.ended_at is not None for table in self.tables)

    def line_of(self, user: Any) -> Line | None:
        """Return the line of a person, None if they have none."""
        for row, line in zip(self.rows, self.lines, strict=True):
            if user.pk is not None and self.entries[row.entry].user_id == user.pk:
                return line
        return None


def standings_of(divisions: Sequence[Division]) -> list[Standings]:
    """Return the standings of divisions, in their order."""
    numbers = [division.pk for division in divisions]
    entries: dict[int, dict[int, Entry]] = {number: {} for number in numbers}
    tables: dict[int, list[Table]] = {number: [] for number in numbers}
    seated = Entry.objects.filter(division__in=numbers).select_related("user")
    for entry in seated.order_by("division", "position"):
        entries[entry.division_id or 0][entry.pk] = entry
    played = Table.objects.filter(division__in=numbers).prefetch_related("seats")
    for table in played.order_by("division", "number"):
        tables[table.division_id].append(table)
    return [
        _standings(division.number, entries[division.pk], tables[division.pk])
        for division in divisions
    ]


def _standings(number: int, entries: dict[int, Entry], tables: list[Table]) -> Standings:
    results = tuple(result_of(table) for table in tables)
    timeouts = tuple((entry.pk, entry.timeouts) for entry in entries.values())
    key = (tuple(entries), timeouts, results)
    rows, ranges = _computed.get(key, lambda: _compute(results, list(entries), dict(timeouts)))
    begun = any(not result.is_open for result in results)
    decided = not any(result.is_open for result in results)
    anywhere = 1, len(rows)
    lines = []
    for row in rows:
        entry = entries[row.entry]
        own = [result for result in results if row.entry in result.entries]
        lines.append(
            Line(
                place=row.rank if begun else 0,
                name=name_of(entry.user),
                page=page_of(entry.user, ""),
                points=figure(row.points),
                played=sum(not result.is_open for result in own),
                tables=len(own),
                reach="" if decided or ranges[row.entry] == anywhere else reach(*ranges[row.entry]),
                status=_status(entry),
                moves=entry.moves,
            )
        )
    return Standings(number, tuple(lines), rows, entries, tables)


def _compute(
    results: Sequence[TableResult], entries: list[int], timeouts: dict[int, int]
) -> tuple[tuple[Row, ...], dict[int, tuple[int, int]]]:
    ranges = rank_ranges(results, entries, timeouts)
    return tuple(standings(results, entries, timeouts)), ranges


def name_of(user: Any) -> str:
    """Return the name of an entry's person, isolated."""
    return pgettext("league", "Former player") if user is None else user.called


def _status(entry: Entry) -> str:
    match entry.status:
        case EntryStatus.WITHDRAWN:
            return pgettext("entry", "withdrawn")
        case EntryStatus.LEFT:
            return pgettext("entry", "left")
    return ""
