"""What may be asked of a position: leaders, prices, booths, piles, scores.

A `State` and a `View` are asked alike.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from games.rules.hansa.board import Board
from games.rules.hansa.pieces import NO_GOOD, barrels_of

PRICE: Final = 1
"""Talers for a marker (H3.1)."""
KEPT: Final = 3
"""How many talers and how many unsold markers a player keeps after a turn (H2.5)."""
CITY_POINTS: Final = 2
ALONE_POINTS: Final = 4
"""For a city with a player's booths, and one with nobody else's (H4.2)."""


class Position(Protocol):
    """What the questions need of a position: a `State` has it, and so has a `View`.

    `printed` is the board without anything on it; `piles` are the markers left in each pile.
    """

    @property
    def printed(self) -> Board: ...
    @property
    def players(self) -> int: ...
    @property
    def warehouses(self) -> Sequence[int]: ...
    @property
    def piles(self) -> tuple[int, ...]: ...
    @property
    def last_round(self) -> bool: ...
    @property
    def unsold(self) -> tuple[Sequence[int], ...]: ...
    @property
    def sold(self) -> tuple[Sequence[int], ...]: ...
    def booths_in(self, city: int) -> Sequence[int]: ...
    def stock(self, seat: int) -> int: ...


# Booths and prices (H3).


def leader(booths: Sequence[int]) -> int | None:
    """Return the seat with the most booths in a city; None if there is none or a tie (H3.1)."""
    most = max(booths)
    return booths.index(most) if most and booths.count(most) == 1 else None


class Price(NamedTuple):
    """What a marker costs: so many talers `to` the seat with the most booths, or the bank: None."""

    talers: int
    to: int | None


def price(booths: Sequence[int], seat: int) -> Price:
    """Return what a marker costs a seat in a city with these booths (H3.1)."""
    first = leader(booths)
    return Price(0 if first == seat else PRICE, first)


def booths_for(position: Position, seat: int, code: int) -> int:
    """Return how many booths a marker brings that a seat gives up (H3.2)."""
    return min(barrels_of(code), position.stock(seat))


def surplus(number: int) -> int:
    """Return how many of so many talers, or unsold markers, cannot be kept (H2.5)."""
    return max(0, number - KEPT)


# Piles (H1.2, H2.2, H4.1).


def after_taking(piles: Sequence[int], number: int) -> tuple[int, ...]:
    """Return the piles after so many markers are taken: they are used up one after another."""
    left = []
    for pile in piles:
        taken = min(pile, number)
        left.append(pile - taken)
        number -= taken
    return tuple(left)


def refill(position: Position) -> int:
    """Return how many markers replenishing would lay on the warehouses (H2.2)."""
    empty = position.warehouses.count(NO_GOOD)
    return min(empty, sum(position.piles))


def before_last_round(position: Position) -> int:
    """Return how many markers can be taken before the last round begins (H4.1)."""
    return 0 if position.last_round else sum(position.piles[:-1])


# Scores (H4.2).


def sold_points(codes: Iterable[int]) -> int:
    """Return what markers are worth once they are sold."""
    return sum(1 + barrels_of(code) for code in codes)


def city_points(booths: Sequence[int], seat: int) -> int:
    """Return what a city with these booths, a number for each seat, is worth to a seat."""
    if not booths[seat]:
        return 0
    return ALONE_POINTS if booths[seat] == sum(booths) else CITY_POINTS


def cities_worth(position: Position, seat: int) -> dict[int, int]:
    """Return the points of each city where a seat has booths."""
    worth = {
        city.index: city_points(position.booths_in(city.index), seat)
        for city in position.printed.cities
    }
    return {city: points for city, points in worth.items() if points}


def score(position: Position, seat: int) -> dict[str, int]:
    """Return every line of a seat's score sheet, and its 'total'.

    It is what the end of the game would count if it came now.
    """
    lines = {
        "unsold": len(position.unsold[seat]),
        "sold": sold_points(position.sold[seat]),
        "cities": sum(cities_worth(position, seat).values()),
    }
    return lines | {"total": sum(lines.values())}
