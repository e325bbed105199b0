"""Seasons of a division at random, table by table."""

import random
from collections.abc import Iterator
from dataclasses import replace

from games.league.system.schedule import tables
from games.league.system.standings import TableResult


def opened(size: int, seats: int) -> list[TableResult]:
    return [TableResult(table) for table in tables(size, seats)]


def ended(table: TableResult, rng: random.Random, *, level: bool = False) -> TableResult:
    """Return a table with a random end: by vote, or with scores; `level` scores are often equal."""
    if rng.random() < 0.1:
        return replace(table, shared=True)
    scores = tuple(rng.randrange(3 if level else 60) for _ in table.entries)
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return replace(table, scores=scores, places=places)


def lost(table: TableResult, entry: int) -> TableResult:
    return replace(table, lost=table.lost | {table.entries.index(entry)})


def played(
    size: int, seats: int, rng: random.Random, *, leaving: float = 0.1, level: bool = False
) -> Iterator[list[TableResult]]:
    """Yield a division's tables after each change: a seat that is lost, or a table that ends."""
    division = opened(size, seats)
    yield list(division)
    pending = list(range(size))
    rng.shuffle(pending)
    while pending:
        stays = [
            (n, e)
            for n in pending
            for s, e in enumerate(division[n].entries)
            if s not in division[n].lost
        ]
        if stays and rng.random() < leaving * seats:
            number, entry = rng.choice(stays)
            # Some leave one table, others all that are open.
            gone = [n for n, e in stays if e == entry] if rng.random() < 0.5 else [number]
            for each in gone:
                division[each] = lost(division[each], entry)
        else:
            number = pending.pop()
            division[number] = ended(division[number], rng, level=level)
        yield list(division)
