"""Standings of a division: points, then tie-breaks that anyone can add up.

In this order: points; the products of own points and opponents' points (Sonneborn-Berger, for
places); places against those who are still level; shares of the winners' scores; fewer time-outs.
Entries that are level in all of these share a rank. Tables that are not over count for nothing.
Entries are any numbers that name them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType

from games.league.system.points import points

NO_TIMEOUTS: Mapping[int, int] = MappingProxyType({})
EVEN = Fraction(3, 2)
"""The place, of two, of an entry that is level with another or has not met any of them."""


@dataclass(frozen=True)
class TableResult:
    """A table of a division: the number of the entry in each seat, and how its game ended.

    `places` and `scores` are None while it is open. `lost` are the seats whose entry left: it gets
    no points there, and the others keep their places. A table that its players ended by vote is
    `shared`: all who stayed get the same, and it has neither places nor scores.
    """

    entries: tuple[int, ...]
    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    lost: frozenset[int] = frozenset()
    shared: bool = False

    @property
    def is_open(self) -> bool:
        """Whether its game is not over."""
        return self.places is None and not self.shared

    @property
    def order(self) -> tuple[int, ...]:
        """The seats' places as they count: all the first at a shared table. Raises ValueError."""
        if self.shared:
            return (1,) * len(self.entries)
        if self.places is None:
            raise ValueError("This table is open, so it has no places.")
        return self.places

    def points(self) -> tuple[Fraction, ...]:
        """Return the points of each seat, 0 for all of an open table."""
        if self.is_open:
            return (Fraction(0),) * len(self.entries)
        return tuple(
            Fraction(0) if seat in self.lost else worth
            for seat, worth in enumerate(points(self.order))
        )


@dataclass(frozen=True)
class Gained:
    """What an entry gained at a table; `table` is its index."""

    table: int
    points: Fraction


@dataclass(frozen=True)
class Product:
    """Points gained at a table, and the mean season points of the others there."""

    table: int
    points: Fraction
    others: Fraction

    @property
    def value(self) -> Fraction:
        """What it adds to the sum."""
        return self.points * self.others


@dataclass(frozen=True)
class Meeting:
    """A table with another entry that is level so far: 1 if before it, 2 if behind, else 3/2."""

    table: int
    other: int
    place: Fraction


@dataclass(frozen=True)
class Share:
    """A score at a table, and the winner's; `score` is None if the entry lost its seat there."""

    table: int
    score: int | None
    winner: int

    @property
    def value(self) -> Fraction:
        """The share of the winner's score: 0 for a lost seat, 1 if the winner has no points."""
        if self.score is None:
            return Fraction(0)
        return Fraction(self.score, self.winner) if self.winner > 0 else Fraction(1)


@dataclass(frozen=True)
class Row:
    """An entry's rank, and the terms of which each of its numbers is the sum or mean.

    `products` is the Sonneborn-Berger score, the more the better. `meetings` is the mean place
    against those level in points and products, the lower the better, and has no terms for an entry
    that is level with nobody. `shares` is the mean share of the winner's score.
    """

    entry: int
    rank: int
    points: Fraction
    gained: tuple[Gained, ...]
    products: Fraction
    product_terms: tuple[Product, ...]
    meetings: Fraction
    meeting_terms: tuple[Meeting, ...]
    shares: Fraction
    share_terms: tuple[Share, ...]
    timeouts: int


def standings(
    tables: Sequence[TableResult], entries: Sequence[int], timeouts: Mapping[int, int] = NO_TIMEOUTS
) -> list[Row]:
    """Return the rows of a division's entries, the best first; equal ones in their given order.

    `timeouts` counts the time-outs of entries; those who are not in it have none.
    """
    gained = {entry: _gained(tables, entry) for entry in entries}
    total = {entry: sum((each.points for each in gained[entry]), Fraction(0)) for entry in entries}
    products = {entry: _products(tables, gained[entry], entry, total) for entry in entries}
    value = {entry: sum((t.value for t in products[entry]), Fraction(0)) for entry in entries}

    def level(entry: int) -> tuple[Fraction, Fraction]:
        return -total[entry], -value[entry]

    rows = []
    for _, group in groupby(sorted(entries, key=level), key=level):
        tied = list(group)
        for entry in tied:
            met = _meetings(tables, entry, set(tied) - {entry})
            shares = _shares(tables, entry)
            rows.append(
                Row(
                    entry=entry,
                    rank=0,
                    points=total[entry],
                    gained=gained[entry],
                    products=value[entry],
                    product_terms=products[entry],
                    meetings=_mean([each.place for each in met], EVEN),
                    meeting_terms=met,
                    shares=_mean([each.value for each in shares], Fraction(0)),
                    share_terms=shares,
                    timeouts=timeouts.get(entry, 0),
                )
            )
    return _ranked(rows)


def _ranked(rows: list[Row]) -> list[Row]:
    """Return rows in order, with their ranks."""
    ranked: list[Row] = []
    for _, group in groupby(sorted(rows, key=_better), key=_better):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for row in group]
    return ranked


def _better(row: Row) -> tuple[Fraction | int, ...]:
    return -row.points, -row.products, row.meetings, -row.shares, row.timeouts


def _own(tables: Sequence[TableResult], entry: int) -> list[tuple[int, TableResult, int]]:
    """Return an entry's ended tables: number, table and seat."""
    return [
        (number, table, table.entries.index(entry))
        for number, table in enumerate(tables)
        if not table.is_open and entry in table.entries
    ]


def _gained(tables: Sequence[TableResult], entry: int) -> tuple[Gained, ...]:
    return tuple(
        Gained(number, table.points()[seat]) for number, table, seat in _own(tables, entry)
    )


def _products(
    tables: Sequence[TableResult],
    gained: Sequence[Gained],
    entry: int,
    total: Mapping[int, Fraction],
) -> tuple[Product, ...]:
    terms = []
    for each in gained:
        others = [total[other] for other in tables[each.table].entries if other != entry]
        terms.append(Product(each.table, each.points, _mean(others, Fraction(0))))
    return tuple(terms)


def _meetings(tables: Sequence[TableResult], entry: int, tied: set[int]) -> tuple[Meeting, ...]:
    terms = []
    for number, table, seat in _own(tables, entry):
        # Lost seats are behind all others.
        places = [(other in table.lost, place) for other, place in enumerate(table.order)]
        for other, name in enumerate(table.entries):
            if name in tied:
                if seat in table.lost and other in table.lost:
                    place = EVEN
                else:
                    place = EVEN + Fraction(
                        (places[seat] > places[other]) - (places[seat] < places[other]), 2
                    )
                terms.append(Meeting(number, name, place))
    return tuple(terms)


def _shares(tables: Sequence[TableResult], entry: int) -> tuple[Share, ...]:
    return tuple(
        Share(
            number,
            None if seat in table.lost else table.scores[seat],
            table.scores[table.order.index(min(table.order))],
        )
        for number, table, seat in _own(tables, entry)
        if table.scores is not None
    )


def _mean(values: Sequence[Fraction], otherwise: Fraction) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else otherwise
