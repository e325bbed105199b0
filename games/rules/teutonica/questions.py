"""What may be asked of a position: control, networks, values, scores, how near the ends are.

A `State` and a `View` are asked alike; a view answers from what its viewer knows. The questions of
a module of the game stand in the module.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.teutonica.board import Board
from games.rules.teutonica.pieces import (
    ABILITIES,
    CITY_KEYS,
    EMPTY,
    KINDS,
    MARKER_SUPPLY,
    SPECIAL_PRESTIGE,
    TAVERN_MARKERS,
    kind_of,
    owner,
    piece,
)
from games.rules.teutonica.state import Position

CONNECTION_PRESTIGE: Final[tuple[int, ...]] = (7, 4, 2)
"""For the first seats that make the East-West connection, in their order (T7.5)."""
CONTROL_PRESTIGE: Final = 1
"""For each claim of a route to a city that a seat controls (T7.1)."""
PRESTIGE_TO_END: Final = 20
"""The prestige that ends the game (T10)."""
ABILITY_POINTS: Final = 4
CITY_POINTS: Final = 2
"""For each fully developed ability but City Keys, and each controlled city (T11.2, T11.5)."""
MARKER_POINTS: Final[tuple[int, ...]] = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)
"""By the number of markers taken; more than ten score as ten (T11.3)."""


# Control (T7.1).


def controller(position: Position, city: int) -> int | None:
    """Return the seat with the most offices in a city; the rightmost one breaks a tie (T7.1)."""
    return leader(position.city_offices(city))


@lru_cache(maxsize=1 << 14)
def leader(offices: bytes) -> int | None:
    """Return who controls a city with these offices, from left to right (T7.1)."""
    # From right to left: in a tie `max` takes the first, which is the rightmost.
    counts = owners(offices[::-1])
    return max(counts, key=counts.__getitem__) if counts else None


@lru_cache(maxsize=256)
def leaders(rows: tuple[bytes, ...]) -> tuple[int | None, ...]:
    """Return who controls each city, of all rows of offices (T7.1)."""
    return tuple(map(leader, rows))


def owners(offices: bytes) -> dict[int, int]:
    """Return how many of these offices each owner has, in the order of their first ones."""
    counts: dict[int, int] = {}
    for code in offices:
        if code != EMPTY:
            counts[owner(code)] = counts.get(owner(code), 0) + 1
    return counts


def controlled(position: Position, seat: int) -> list[int]:
    """Return the cities that a seat controls."""
    return [city for city, who in enumerate(leaders(position.office_rows)) if who == seat]


def takes_extra_office(position: Position, city: int) -> bool:
    """Return whether an extra office may be put in a city: one is there, or it is green.

    (T9.4, T14.1)
    """
    return position.printed.cities[city].green or any(position.city_offices(city))


# Networks (T7.5, T11.6).


def office_counts(position: Position, seat: int) -> dict[int, int]:
    """Return how many offices a seat has in each city where it has any."""
    return _counts(position.office_rows, seat)


def _counts(rows: Sequence[bytes], seat: int) -> dict[int, int]:
    trader, merchant = (piece(seat, kind) for kind in KINDS)
    return {
        city: number
        for city, row in enumerate(rows)
        if (number := row.count(trader) + row.count(merchant))
    }


def groups(position: Position, seat: int) -> list[set[int]]:
    """Return the sets of cities with offices of a seat that routes join without a gap."""
    return joined(position.printed, office_counts(position, seat))


def joined(board: Board, cities: Iterable[int]) -> list[set[int]]:
    """Return cities in sets that routes join without a gap."""
    left = set(cities)
    found: list[set[int]] = []
    while left:
        group: set[int] = set()
        edge = {min(left)}
        while edge:
            group |= edge
            edge = {
                city
                for old in edge
                for city in board.neighbours[old]
                if city in left and city not in group
            }
        left -= group
        found.append(group)
    return found


def network(position: Position, seat: int) -> dict[int, int]:
    """Return the cities of a seat's most valuable group, with its offices in each (T11.6)."""
    return dict(_network(position.printed, position.office_rows, seat))


@lru_cache(maxsize=1024)
def _network(board: Board, rows: tuple[bytes, ...], seat: int) -> tuple[tuple[int, int], ...]:
    counts = _counts(rows, seat)
    found = joined(board, counts)
    best = max(found, key=lambda group: sum(counts[city] for city in group), default=set())
    return tuple((city, counts[city]) for city in sorted(best))


def is_connected(position: Position, seat: int) -> bool:
    """Return whether a seat's offices join both ends of the East-West connection (T7.5)."""
    first, last = position.printed.connection
    return any(first in group and last in group for group in groups(position, seat))


def connection_prestige(position: Position) -> int:
    """Return the prestige for the next seat that makes the East-West connection (T7.5)."""
    place = len(position.connected)
    return CONNECTION_PRESTIGE[place] if place < len(CONNECTION_PRESTIGE) else 0


# Displacing (T5).


def toll(code: int) -> int:
    """Return how many pieces must be paid to displace this one (T5.1)."""
    return 1 + kind_of(code)


def extra_pieces(position: Position, code: int) -> int:
    """Return how many more pieces may be placed when this one is displaced (T5.2)."""
    seat, kind = owner(code), kind_of(code)
    return 1 + kind + sum(m.more_pieces(position, seat, kind) for m in position.modules)


def goes_anywhere(position: Position, seat: int) -> bool:
    """Return whether displaced pieces of a seat are not bound to routes nearby (T5.3)."""
    return any(module.goes_anywhere(position, seat) for module in position.modules)


# Scores (T11).


def score(position: Position, seat: int) -> dict[str, int]:
    """Return every line of a seat's score sheet, and its 'total' (T11.1 to T11.7).

    It is what the end of the game would count if it came now.
    """
    lines = {
        "prestige": position.prestige[seat],
        "abilities": worth(position, seat, "abilities") * len(developed(position, seat)),
        "markers": marker_points(position.markers_taken(seat)),
        "special": sum(special_prestige(position, seat)),
        "cities": worth(position, seat, "cities") * len(controlled(position, seat)),
        "network": sum(network(position, seat).values()) * position.value(seat, CITY_KEYS),
    }
    for module in position.modules:
        lines |= module.lines(position, seat)
    return lines | {"total": sum(lines.values())}


def worth(position: Position, seat: int, line: str) -> int:
    """Return what one unit of a line is worth to a seat: 'abilities', 'cities' (T11.2, T11.5)."""
    points = {"abilities": ABILITY_POINTS, "cities": CITY_POINTS}[line]
    for module in position.modules:
        points = module.worth(position, seat, line, points)
    return points


def developed(position: Position, seat: int) -> list[int]:
    """Return the fully developed abilities that score: all but City Keys (T11.2)."""
    return [
        ability
        for ability in range(len(ABILITIES))
        if ability != CITY_KEYS and position.is_complete(seat, ability)
    ]


def marker_points(taken: int) -> int:
    """Return what so many markers are worth, used or not (T11.3)."""
    return MARKER_POINTS[min(taken, len(MARKER_POINTS) - 1)]


def special_prestige(position: Position, seat: int) -> list[int]:
    """Return the points of a seat's fields on the special prestige table (T11.4)."""
    return [
        points
        for points, taken_by in zip(SPECIAL_PRESTIGE, position.special, strict=True)
        if taken_by == seat + 1
    ]


# Ends (T10).


class End(NamedTuple):
    """One end of the game: it comes when of `whole` steps none is `left`.

    The supply of markers, the last one, must also be needed once more (T7.2).
    """

    left: int
    whole: int

    @property
    def done(self) -> int:
        """How many steps are made."""
        return self.whole - self.left


class Ends(NamedTuple):
    """How near the ends of the game are, by the names of `Result.ended_by` (T10)."""

    prestige: End
    cities: End
    markers: End


def ends(position: Position) -> Ends:
    """Return how near the ends of the game are (T10)."""
    most = max(position.prestige)
    board, edition = position.printed, position.options["edition"]
    markers = sum(MARKER_SUPPLY[edition].values()) - len(TAVERN_MARKERS[edition])
    return Ends(
        End(PRESTIGE_TO_END - most, PRESTIGE_TO_END),
        End(board.cities_to_end - len(position.completed), board.cities_to_end),
        End(position.marker_supply, markers),
    )


def ending(position: Position) -> str:
    """Return why the game ends with the action that is finished now, or '' (T10).

    That a marker was needed and none was left shows only while it is drawn (T7.2).
    """
    if max(position.prestige) >= PRESTIGE_TO_END:
        return "prestige"
    return "cities" if len(position.completed) >= position.printed.cities_to_end else ""
