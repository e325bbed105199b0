"""The offices of a position with the questions that the greedy bot asks about them."""

from collections import deque

from games.bots.cache import KeyedCache
from games.rules.teutonica import questions
from games.rules.teutonica.modules.britannia import country_points
from games.rules.teutonica.view import View

FAR = 99
"""More cities than any board has."""

_offices = KeyedCache(64)


class Offices:
    """What can be known of offices alone, for any seat, each answer computed once."""

    def __init__(self, view: View) -> None:
        self.board = view.printed
        self.rows = view.office_rows
        self.vacant = [view.vacant_office(city) for city in range(len(self.rows))]
        self.controllers = questions.leaders(self.rows)
        self._view = view
        self._counts: dict[int, dict[int, int]] = {}
        self._groups: dict[int, list[tuple[set[int], int]]] = {}
        self._gains: dict[tuple[int, int], int] = {}
        self._chains: dict[tuple[int, int], list[int]] = {}
        self._shorter: dict[tuple[int, int], bool] = {}
        self._countries: dict[str, list[int]] = {}

    def counts(self, seat: int) -> dict[int, int]:
        """Return how many offices a seat has in each city where it has any."""
        if seat not in self._counts:
            self._counts[seat] = questions.office_counts(self._view, seat)
        return self._counts[seat]

    def groups(self, seat: int) -> list[tuple[set[int], int]]:
        """Return a seat's connected groups of cities, each with how many offices it has there."""
        if seat not in self._groups:
            counts = self.counts(seat)
            self._groups[seat] = [
                (group, sum(counts[city] for city in group))
                for group in questions.joined(self.board, counts)
            ]
        return self._groups[seat]

    def largest(self, seat: int) -> int:
        """Return the number of offices in a seat's largest group."""
        return max((size for _, size in self.groups(seat)), default=0)

    def gain(self, seat: int, city: int) -> int:
        """Return by how much one more office in a city makes a seat's largest group larger."""
        if (seat, city) not in self._gains:
            near = self.board.neighbours[city] | {city}
            joined = 1 + sum(size for group, size in self.groups(seat) if group & near)
            self._gains[seat, city] = max(0, joined - self.largest(seat))
        return self._gains[seat, city]

    def country_points(self, country: str) -> list[int]:
        """Return each seat's points for a country (T15.6)."""
        if country not in self._countries:
            self._countries[country] = country_points(self._view, country)
        return self._countries[country]

    def missing_cities(self, seat: int) -> int:
        """Return how many cities the shortest East-West chain of a seat still lacks (T7.5)."""
        first, last = self.board.connection
        return self._lacking(seat, first)[last]

    def shortens_chain(self, seat: int, city: int) -> bool:
        """Return whether an office in a city leaves a shorter East-West chain to make."""
        if (seat, city) not in self._shorter:
            first, last = self.board.connection
            # The city itself is counted from both ends, and would no longer be missing.
            through = self._lacking(seat, first)[city] + self._lacking(seat, last)[city] - 2
            shorter = city not in self.counts(seat) and through < self.missing_cities(seat)
            self._shorter[seat, city] = shorter
        return self._shorter[seat, city]

    def _lacking(self, seat: int, end: int) -> list[int]:
        """Return how many cities a chain from an end to each city still lacks, both included."""
        if (seat, end) not in self._chains:
            held = self.counts(seat)
            lacking = [FAR] * len(self.board.cities)
            lacking[end] = int(end not in held)
            edge = deque([end])
            while edge:
                city = edge.popleft()
                for other in self.board.neighbours[city]:
                    number = lacking[city] + (other not in held)
                    if number < lacking[other]:
                        lacking[other] = number
                        (edge.appendleft if other in held else edge.append)(other)
            self._chains[seat, end] = lacking
        return self._chains[seat, end]


def offices(view: View) -> Offices:
    """Return the offices of a view, those of an earlier one if they are the same."""
    key = (view.board, view.players, view.offices, view.extras, view.founded)
    return _offices.get(key, lambda: Offices(view))
