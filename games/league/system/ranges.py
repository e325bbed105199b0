"""Which ranks each entry can still reach: what 'can still finish 2nd to 5th' says.

As long as a table of the division is open, anything may happen there: any places, also shared
ones, an end by vote, or the loss of any seat, which is then worth nothing. Tie-breaks depend on
all of that, so they decide only once no table is open.

A range is never wrong, whatever happens, and never widens as seats are lost and tables end.
Rivals' points cannot simply be bounded one by one: a table has only one first place. But neither
is it enough to try the orders without shared places: two rivals who need 8 points each may both
have them by sharing the first two places at a table for four (10 and 6 points). So all orders are
tried, 13, 75 or 541 for the seats of a table, as long as they are at most MOST_COMBINATIONS.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from math import lcm, prod
from operator import ge

from games.league.system.points import POINTS, points
from games.league.system.standings import NO_TIMEOUTS, TableResult, standings

MOST_COMBINATIONS = 100_000
"""With more possible orders at the open tables, each rival is assumed to win all of theirs.

The number only falls as tables end and seats are lost, so the exact range follows the wider one.
"""

UNITS = lcm(*range(1, max(POINTS) + 1))
"""Shares of points are whole numbers of these parts of a point."""

OUT_OF_REACH = 10**9
"""A need that no table can meet."""


def rank_ranges(
    tables: Sequence[TableResult], entries: Sequence[int], timeouts: Mapping[int, int] = NO_TIMEOUTS
) -> dict[int, tuple[int, int]]:
    """Return the best and the worst rank that each entry of a division can still have at the end.

    Once no table is open, both are its rank in the standings.
    """
    if not any(table.is_open for table in tables):
        return {row.entry: (row.rank, row.rank) for row in standings(tables, entries, timeouts)}
    now = dict.fromkeys(entries, 0)
    for table in tables:
        for entry, worth in zip(table.entries, table.points(), strict=True):
            now[entry] += int(worth * UNITS)
    contested = [_contested(table) for table in tables if table.is_open]
    return {entry: (_best(entry, now, contested), _worst(entry, now, contested)) for entry in now}


Contested = tuple[int, tuple[int, ...]]
"""An open table: its number of seats, and the entries who can still gain points there."""


def _contested(table: TableResult) -> Contested:
    stay = (entry for seat, entry in enumerate(table.entries) if seat not in table.lost)
    return len(table.entries), tuple(stay)


def _best(entry: int, now: Mapping[int, int], contested: Iterable[Contested]) -> int:
    """Return the rank if the entry wins its open tables and its rivals gain nothing more."""
    most = now[entry] + sum(POINTS[seats][0] * UNITS for seats, stay in contested if entry in stay)
    return 1 + sum(gained > most for gained in now.values())


def _worst(entry: int, now: Mapping[int, int], contested: Iterable[Contested]) -> int:
    """Return the rank if the entry gains nothing more and as many rivals as possible catch up.

    At a table where somebody gains nothing, the others have most if that seat is the last.
    """
    needs = {rival: now[entry] - gained for rival, gained in now.items() if rival != entry}
    rivals = [(seats, tuple(each for each in stay if each != entry)) for seats, stay in contested]
    level = sum(need <= 0 for need in needs.values())
    most = {
        rival: sum(POINTS[seats][0] * UNITS for seats, stay in rivals if rival in stay)
        for rival in needs
    }
    needs = {rival: need for rival, need in needs.items() if 0 < need <= most[rival]}
    if prod(len(orders(len(stay))) for _, stay in rivals) > MOST_COMBINATIONS:
        return 1 + level + len(needs)
    return 1 + level + _reachable(needs, rivals)


def _reachable(needs: Mapping[int, int], contested: Sequence[Contested]) -> int:
    """Return how many rivals can have the points they need from the tables, all at once.

    Ways that lead to the same needs are followed once. One need is like another if what is left
    can't meet it.
    """
    number = {rival: index for index, rival in enumerate(needs)}
    left = [0] * len(needs)
    seated = [[number[each] for each in stay if each in needs] for _, stay in contested]
    for (seats, _), some in zip(contested, seated, strict=True):
        for rival in some:
            left[rival] += POINTS[seats][0] * UNITS
    states = {tuple(needs.values())}
    for (seats, stay), some in zip(contested, seated, strict=True):
        for rival in some:
            left[rival] -= POINTS[seats][0] * UNITS
        gains = _gains(seats, len(stay), len(some))
        states = {_after(state, some, gain, left) for state in states for gain in gains}
    return max(sum(need == 0 for need in state) for state in states)


def _after(
    state: tuple[int, ...], some: Sequence[int], gain: tuple[int, ...], left: Sequence[int]
) -> tuple[int, ...]:
    needs = list(state)
    for rival, gained in zip(some, gain, strict=True):
        need = needs[rival] - gained
        needs[rival] = 0 if need <= 0 else need if need <= left[rival] else OUT_OF_REACH
    return tuple(needs)


@cache
def orders(players: int) -> tuple[tuple[int, ...], ...]:
    """Return all orders of players, shared places among them, as the place of each from 0.

    >>> orders(2)
    ((0, 0), (0, 1), (1, 0))
    """
    return tuple(
        places
        for places in product(range(players), repeat=players)
        if set(places) == set(range(len(set(places))))
    )


@cache
def _gains(seats: int, players: int, some: int) -> tuple[tuple[int, ...], ...]:
    """Return what some of the players gain in each order, without what is less for all of them.

    It is the same for whichever players. The other seats of the table are the last.
    """
    last = (players,) * (seats - players)
    gains = {
        tuple(int(worth * UNITS) for worth in points(order + last)[:some])
        for order in orders(players)
    }
    best: list[tuple[int, ...]] = []
    for gain in sorted(gains, key=lambda each: (-sum(each), each)):
        if not any(all(map(ge, other, gain)) for other in best):
            best.append(gain)
    return tuple(best)
