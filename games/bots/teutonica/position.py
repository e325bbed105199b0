"""A view with the questions that the greedy bot asks about it."""

from collections import deque
from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.control import leader
from games.rules.teutonica.modules.britannia import granting, shares
from games.rules.teutonica.pieces import (
    ABILITIES,
    CITY_KEYS,
    EMPTY,
    KINDS,
    LAST_LEVEL,
    SPECIAL_PRESTIGE,
    TRACKS,
    owner,
    piece,
)
from games.rules.teutonica.scoring import ABILITY_POINTS, CITY_POINTS, MARKER_POINTS
from games.rules.teutonica.setup import MARKER_SUPPLY, TAVERN_MARKERS
from games.rules.teutonica.view import View

PRESTIGE_TO_END = 20

T = TypeVar("T")


@lru_cache(maxsize=16)
def abroad(board: Board) -> tuple[str, ...]:
    """Return the countries of a board that are worth points of their own (T15.6)."""
    found = {country for city in board.cities for country in city.countries}
    return tuple(sorted(found - {"england"}))


def _once(known: dict[Hashable, Any], key: Hashable, work: Callable[[], T]) -> T:
    if key not in known:
        known[key] = work()
    found: T = known[key]
    return found


class Position:
    """What can be known of a game, answered for any seat."""

    def __init__(self, view: View, spaces: bytes | None = None) -> None:
        self.view = view
        self.board: Board = load_board(view.board)
        self.spaces = view.spaces if spaces is None else spaces
        self._offices: dict[int, dict[int, int]] = {}
        self._groups: dict[int, dict[frozenset[int], int]] = {}
        self._chains: dict[tuple[int, int], dict[int, int]] = {}
        self._known: dict[Hashable, Any] = {}
        self._strays: dict[int, list[tuple[int, int]]] = {}
        self._on: dict[int, dict[Hashable, Any]] = {}
        self._here: dict[Hashable, Any] = {}

    def with_piece(self, space: int, code: int) -> "Position":
        """Return the position with one space changed and all else as it is."""
        new = Position(self.view, self.spaces[:space] + bytes((code,)) + self.spaces[space + 1 :])
        # Offices and other routes are the same, and so is what was computed from them.
        new._offices, new._groups = self._offices, self._groups
        new._chains, new._known = self._chains, self._known
        new._on = self._on | {self.board.space_route[space]: {}}
        return new

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` finds in the offices, computed once; `key` names the question."""
        return _once(self._known, key, work)

    def once_on(self, route: int, key: Hashable, work: Callable[[], T]) -> T:
        """Return the same for a question that also depends on the pieces of one route."""
        return _once(self._on.setdefault(route, {}), key, work)

    def once_here(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return the same for a question that depends on the pieces of all routes."""
        return _once(self._here, key, work)

    # Desks.

    def value(self, seat: int, ability: int) -> int:
        """Return the current value of an ability."""
        return TRACKS[ability][self.view.desks[seat].levels[ability]]

    def is_complete(self, seat: int, ability: int) -> bool:
        """Return whether an ability is fully developed."""
        return self.view.desks[seat].levels[ability] == LAST_LEVEL[ability]

    @cached_property
    def left(self) -> float:
        """How much of the game is left, 1 at its start, by whichever end is nearest (T10)."""
        edition = self.view.options["edition"]
        markers = sum(MARKER_SUPPLY[edition].values()) - len(TAVERN_MARKERS[edition])
        prestige = max(desk.prestige for desk in self.view.desks) / PRESTIGE_TO_END
        completed = len(self.view.completed) / self.board.cities_to_end
        drawn = 1 - self.view.marker_supply / markers
        return max(0.0, 1 - max(prestige, completed, drawn))

    def moves_left(self, seat: int) -> int:
        """Return how many more pieces of its own a seat may move in the series it is in."""
        view = self.view
        return view.left if view.asked in ("moving", "move_2") and seat == view.turn else 0

    # Routes.

    def on_route(self, route: int) -> bytes:
        """Return the pieces on a route's spaces."""
        spaces = self.board.routes[route].spaces
        return self.spaces[spaces.start : spaces.stop]

    def is_full(self, seat: int, route: int) -> bool:
        """Return whether a route holds only a seat's pieces."""
        return all(code != EMPTY and owner(code) == seat for code in self.on_route(route))

    def strays(self, seat: int) -> list[tuple[int, int]]:
        """Return each space with a seat's piece on a route that it has not filled, and its kind."""
        if seat not in self._strays:
            kinds = {piece(seat, kind): kind for kind in KINDS}
            self._strays[seat] = [
                (space, kinds[code])
                for space, code in enumerate(self.spaces)
                if code in kinds and not self.is_full(seat, self.board.space_route[space])
            ]
        return self._strays[seat]

    def pool(self, seat: int) -> int:
        """Return how many pieces a seat can still claim routes with, all but desk and offices."""
        desk = self.view.desks[seat]
        on_board = sum(self.spaces.count(piece(seat, kind)) for kind in KINDS)
        return sum(desk.supply) + sum(desk.stock) + on_board

    # Offices.

    def city(self, city: int) -> bytes:
        """Return a city's offices from left to right."""
        offices = self.board.cities[city].offices
        view = self.view
        return view.extras[city] + view.offices[offices.start : offices.stop] + view.founded[city]

    def vacant(self, city: int) -> int | None:
        """Return the number of a city's leftmost vacant office."""
        offices = self.board.cities[city].offices
        number = self.view.offices.find(EMPTY, offices.start, offices.stop)
        return None if number < 0 else number

    def offices_of(self, seat: int) -> dict[int, int]:
        """Return how many offices a seat has in each city where it has any."""
        if seat not in self._offices:
            counts, traders, merchants = {}, *(piece(seat, kind) for kind in KINDS)
            for city in range(len(self.board.cities)):
                offices = self.city(city)
                if number := offices.count(traders) + offices.count(merchants):
                    counts[city] = number
            self._offices[seat] = counts
        return self._offices[seat]

    def groups(self, seat: int) -> dict[frozenset[int], int]:
        """Return a seat's connected groups of cities, each with how many offices it has there."""
        if seat not in self._groups:
            counts, found = self.offices_of(seat), {}
            left = set(counts)
            while left:
                group, edge = set(), {left.pop()}
                while edge:
                    group |= edge
                    edge = {n for c in edge for n in self.board.neighbours[c] if n in left} - group
                    left -= edge
                found[frozenset(group)] = sum(counts[city] for city in group)
            self._groups[seat] = found
        return self._groups[seat]

    def largest(self, seat: int) -> int:
        """Return the number of offices in a seat's largest group."""
        return max(self.groups(seat).values(), default=0)

    def missing_cities(self, seat: int) -> int:
        """Return how many cities the shortest East-West chain of a seat still lacks (T7.5)."""
        first, last = self.board.connection
        return self._lacking(seat, first)[last]

    def shortens_chain(self, seat: int, city: int) -> bool:
        """Return whether an office in a city leaves a shorter East-West chain to make."""
        if city in self.offices_of(seat):
            return False
        first, last = self.board.connection
        # The city itself is counted from both ends, and would no longer be missing.
        through = self._lacking(seat, first)[city] + self._lacking(seat, last)[city] - 2
        return through < self.missing_cities(seat)

    def _lacking(self, seat: int, end: int) -> dict[int, int]:
        """Return how many cities a chain from an end to each city still lacks, both included."""
        if (seat, end) not in self._chains:
            held = self.offices_of(seat)
            lacking = {end: int(end not in held)}
            edge = deque([end])
            while edge:
                city = edge.popleft()
                for other in self.board.neighbours[city]:
                    number = lacking[city] + (other not in held)
                    if number < lacking.get(other, 99):
                        lacking[other] = number
                        (edge.appendleft if other in held else edge.append)(other)
            self._chains[seat, end] = lacking
        return self._chains[seat, end]

    # Countries (T15).

    def permits(self, seat: int, country: str) -> int:
        """Return how many permissions for a country a seat has each turn (T15.1)."""
        found = 0
        for city in granting(self.board):
            row = self.city(city.index).rstrip(bytes((EMPTY,)))
            found += country in city.grants and bool(row) and owner(row[-1]) == seat
        return found

    def strengths(self, country: str, city: int = -1, row: bytes = b"") -> list[tuple[int, int]]:
        """Return each seat's (cities controlled, offices) in a country (T15.6).

        One city may be taken as if its offices were `row`.
        """
        seats = range(self.view.players)
        found = [(0, 0)] * len(seats)
        for other in self.board.cities:
            if country in other.countries:
                offices = row if other.index == city else self.city(other.index)
                head = leader(offices)
                for seat in seats:
                    own = sum(offices.count(piece(seat, kind)) for kind in KINDS)
                    found[seat] = (found[seat][0] + (head == seat), found[seat][1] + own)
        return found

    def owns(self, seat: int, tile: str) -> bool:
        """Return whether a seat owns a tile of the Emperor's Favour (T13)."""
        return self.view.tiles.get(tile) == seat

    def total(self, seat: int) -> int:
        """Return what a seat would score if the game ended now (T11)."""
        view, desk = self.view, self.view.desks[seat]
        abilities = [a for a in range(len(ABILITIES)) if a != CITY_KEYS]
        taken = len(desk.markers) + desk.used
        return (
            desk.prestige
            + (ABILITY_POINTS + 3 * self.owns(seat, "abilities"))
            * sum(self.is_complete(seat, ability) for ability in abilities)
            + MARKER_POINTS[min(taken, len(MARKER_POINTS) - 1)]
            + sum(p for p, o in zip(SPECIAL_PRESTIGE, view.special, strict=True) if o == seat + 1)
            + CITY_POINTS * (1 + self.owns(seat, "cities")) * view.controllers.count(seat)
            + sum(shares(self.strengths(country))[seat] for country in abroad(self.board))
            + self.largest(seat) * self.value(seat, CITY_KEYS)
        )
