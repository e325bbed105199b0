"""Sets of spaces, and the orders that belong to them, made once and picked at C speed.

A set is `bytes` with a 1 for each member. At every order the rules need free spaces, a seat's
traders, the routes around a route, and so on: `bytes.translate` gives sets of the first kind, the
intersection with a set kept as a number gives those of the second, and `itertools.compress` picks
the orders of a set from a table of all orders of their kind.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Final, TypeVar, overload

from games.rules.teutonica.board import Board
from games.rules.teutonica.orders import Displace, Move, Place, Put
from games.rules.teutonica.pieces import (
    EMPTY,
    HOME,
    KINDS,
    MAX_SEATS,
    NEUTRAL,
    TRADER,
    kind_of,
    owner,
)

ItemT = TypeVar("ItemT")
_CODES = range(1, 256)


def _set(codes: Sequence[int]) -> bytes:
    members = frozenset(codes)
    return bytes(code in members for code in range(256))


FREE: Final = _set([EMPTY])
OWN: Final = tuple(
    _set([c for c in _CODES if owner(c) == seat]) for seat in (*range(MAX_SEATS), NEUTRAL)
)
OF_KIND: Final = tuple(_set([c for c in _CODES if kind_of(c) == kind]) for kind in KINDS)
"""OF_KIND[kind]: everyone's pieces of a kind."""
OWN_KIND: Final = tuple(
    tuple(_set([c for c in _CODES if owner(c) == seat and kind_of(c) == kind]) for kind in KINDS)
    for seat in range(MAX_SEATS)
)
OTHERS_KIND: Final = tuple(
    tuple(_set([c for c in _CODES if owner(c) != seat and kind_of(c) == kind]) for kind in KINDS)
    for seat in range(MAX_SEATS)
)
"""OTHERS_KIND[seat][kind]: pieces of a kind that are not this seat's."""
OTHER_THAN: Final = tuple(
    _set([c for c in _CODES if c != code]) for code in range(1 + 2 * (NEUTRAL + 1))
)
"""OTHER_THAN[code]: all pieces but those of one seat and kind."""

PAYMENTS: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    ((1, 0), (0, 1)),
    ((2, 0), (1, 1), (0, 2)),
)
"""What displacing a trader and a merchant costs, as (traders, merchants) (T5.1)."""


def meet(members: bytes, others: int) -> bytes:
    """Return the members that are also in `others`, a set kept as a number."""
    return (as_number(members) & others).to_bytes(len(members), "little")


def either(members: bytes, others: bytes) -> bytes:
    """Return the members of two sets of the same spaces."""
    return (as_number(members) | as_number(others)).to_bytes(len(members), "little")


def as_number(members: bytes) -> int:
    """Return a set as a number, to intersect it with others."""
    return int.from_bytes(members, "little")


def indexes(members: bytes) -> list[int]:
    """Return the members of a set as numbers, in order."""
    return list(compress(range(len(members)), members))


def picking(members: bytes) -> Callable[[Sequence[ItemT]], Sequence[ItemT]]:
    """Return what picks the items of a set from a row, as `compress`, but faster for many rows."""
    numbers = indexes(members)
    # An itemgetter of one number does not give a row.
    return itemgetter(*numbers) if len(numbers) > 1 else lambda row: [row[n] for n in numbers]


class Lookup:
    """Lookups made once for a board.

    `boats` and `houses` are the sets of spaces that take only merchants or both kinds, `rings[r]`
    the sets of spaces one, two, three ... cities away from route r (T5.3), all as numbers.
    `countries` are the sets of spaces of the routes in each country, `abroad` is all but HOME;
    `roams[r]` is where a piece may go from route r (T15.2, T15.3), None for anywhere.
    The other attributes are all orders of a kind, by space.
    """

    def __init__(self, board: Board) -> None:
        spaces = range(len(board.boats))
        self.has_boats = any(board.boats)
        self.boats = int.from_bytes(board.boats, "little")
        self.houses = int.from_bytes(bytes(1 - boat for boat in board.boats), "little")
        self.rings = tuple(tuple(spaces_of(board, ring) for ring in rings) for rings in board.rings)
        self.countries = {
            country: spaces_of(board, [r.index for r in board.routes if r.country == country])
            for country in dict.fromkeys(route.country for route in board.routes)
        }
        home = self.countries[HOME]
        self.abroad = sum(self.countries.values()) - home
        self.roams = tuple(
            self.countries[route.country] | home if self.abroad else None for route in board.routes
        )
        self._spans = tuple(
            (route.index, route.spaces.start, route.spaces.stop, b"\1" * len(route.spaces))
            for route in board.routes
        )
        self._route = board.space_route
        self.place = tuple(tuple(Place(kind, space) for space in spaces) for kind in KINDS)
        self.displace = {
            (kind, payment): tuple(Displace(kind, space, *payment) for space in spaces)
            for kind in KINDS
            for payments in PAYMENTS
            for payment in payments
        }
        self.move = tuple(tuple(Move(start, end) for end in spaces) for start in spaces)
        self._put: dict[tuple[int, int], tuple[Put, ...]] = {}

    def accepting(self, free: bytes, kind: int) -> bytes:
        """Return those of the free spaces that take a kind of piece (T4)."""
        if self.has_boats and kind == TRADER:
            return meet(free, self.houses)
        return free

    def filled(self, members: bytes) -> list[int]:
        """Return the routes all of whose spaces are members."""
        found = []
        # No route is shorter than two spaces, so a full one begins with two in a row.
        pair = members.find(b"\1\1")
        while pair >= 0:
            route, start, stop, full = self._spans[self._route[pair]]
            if members[start:stop] == full:
                found.append(route)
            pair = members.find(b"\1\1", stop)
        return found

    def put(self, kind: int, source: int) -> tuple[Put, ...]:
        """Return every way to put a piece of a kind from a source, by space."""
        row = self._put.get((kind, source))
        if row is None:
            spaces = range(len(self.move))
            row = self._put[kind, source] = tuple(Put(kind, space, source) for space in spaces)
        return row

    def accepts(self, space: int, kind: int) -> bool:
        """Return whether a space takes a kind of piece."""
        return kind != TRADER or bool(self.houses >> 8 * space & 1)


def spaces_of(board: Board, routes: Iterable[int]) -> int:
    """Return the set of the spaces of some routes, as a number."""
    members = bytearray(len(board.boats))
    for route in routes:
        for space in board.routes[route].spaces:
            members[space] = 1
    return int.from_bytes(members, "little")


@lru_cache(maxsize=64)
def lookup(board: Board) -> Lookup:
    """Return the lookups of a board."""
    return Lookup(board)


class Moves(Sequence[Move]):
    """All moves from some spaces to others, not listed before they are needed.

    `parts` are pairs of sets kept as numbers: sources, and the targets of each; no source is in
    two parts.
    """

    __slots__ = ("_length", "_table", "parts")

    def __init__(
        self, table: tuple[tuple[Move, ...], ...], parts: Sequence[tuple[int, int]]
    ) -> None:
        self._table = table
        self.parts = parts
        length = 0
        for sources, targets in parts:
            length += sources.bit_count() * targets.bit_count()
        self._length = length

    def _members(self, number: int) -> bytes:
        return number.to_bytes(len(self._table), "little")

    @property
    def sources(self) -> list[int]:
        """The spaces that a piece may move from, in order."""
        return sorted(
            start
            for sources, targets in self.parts
            if targets
            for start in indexes(self._members(sources))
        )

    def targets(self, source: int) -> list[int]:
        """Return the spaces that the piece on `source` may move to, in order."""
        for sources, targets in self.parts:
            if sources >> 8 * source & 1:
                return indexes(self._members(targets))
        return []

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Move]:
        found: list[Move] = []
        for sources, targets in self.parts:
            pick = picking(self._members(targets))
            for row in compress(self._table, self._members(sources)):
                found += pick(row)
        return iter(found)

    def __contains__(self, order: object) -> bool:
        if not isinstance(order, Move):
            return False
        start, end, _ = order
        within = len(self._table)
        if not (0 <= start < within and 0 <= end < within):
            return False
        for sources, targets in self.parts:
            if sources >> 8 * start & 1:
                return bool(targets >> 8 * end & 1)
        return False

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return list(self)[index]
        position = index + self._length if index < 0 else index
        if position < 0:
            raise IndexError(index)
        for sources, targets in self.parts:
            width = targets.bit_count()
            size = sources.bit_count() * width
            if position < size:
                start, nth = divmod(position, width)
                row = self._table[indexes(self._members(sources))[start]]
                return row[indexes(self._members(targets))[nth]]
            position -= size
        raise IndexError(index)
