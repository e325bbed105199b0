"""The standings of divisions: two queries for any number of them, as long as nothing changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from django.utils.translation import get_language, pgettext

from games.league.models import Division, EntryStatus
from games.league.pages.rows import Member, TableRow, members_of, progress_of, tables_of
from games.league.pages.sums import Sums, sums_of
from games.league.pages.words import figure, reach
from games.league.system.ranges import rank_ranges
from games.league.system.standings import Row, TableResult, standings
from games.rules.common.lru import LRUCache

_computed = LRUCache(2048)
"""Rows and ranges by all that they follow from: the same division is shown far more often than one
of its tables ends."""

_told = LRUCache(512)
"""Standings by language, entries and progress: their tables are read and told once."""


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

    `entries` are all its entries by id, `tables` its tables in their order. Whoever asks for the
    same gets the same object.
    """

    number: int
    lines: tuple[Line, ...]
    rows: tuple[Row, ...]
    entries: dict[int, Member]
    tables: tuple[TableRow, ...]

    @cached_property
    def sums(self) -> list[Sums]:
        """How the places of those came about who have a table that is over."""
        names = {number: entry.name for number, entry in self.entries.items()}
        numbers = [table.number for table in self.tables]
        return [sums_of(row, names[row.entry], names, numbers) for row in self.rows if row.gained]

    def line_of(self, user: Any) -> Line | None:
        """Return the line of a person, None if they have none."""
        for row, line in zip(self.rows, self.lines, strict=True):
            if user.pk is not None and self.entries[row.entry].user_id == user.pk:
                return line
        return None


def standings_of(divisions: Sequence[Division]) -> list[Standings]:
    """Return the standings of divisions, in their order.

    In two queries for any number of them, and in two more for those that are not known.
    """
    numbers = [division.pk for division in divisions]
    members, progress = members_of(numbers), progress_of(numbers)
    language = get_language()
    keys = {each: (each, language, members[each], progress[each]) for each in numbers}
    found = {each: _told.find(key) for each, key in keys.items()}
    new = [each for each, known in found.items() if known is None]
    tables = tables_of(new) if new else {}
    return [
        found[each.pk]
        or _told.get(keys[each.pk], partial(_tell, each.number, members[each.pk], tables[each.pk]))
        for each in divisions
    ]


def _tell(number: int, members: Sequence[Member], tables: tuple[TableRow, ...]) -> Standings:
    entries = {member.pk: member for member in members}
    results = tuple(table.result for table in tables)
    timeouts = tuple((member.pk, member.timeouts) for member in members)
    rows, ranges = _computed.get(
        (timeouts, results), lambda: _compute(results, list(entries), dict(timeouts))
    )
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
                name=entry.name,
                page=entry.page,
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


def _status(entry: Member) -> str:
    match entry.status:
        case EntryStatus.WITHDRAWN:
            return pgettext("entry", "withdrawn")
        case EntryStatus.LEFT:
            return pgettext("entry", "left")
    return ""
