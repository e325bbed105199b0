"""Who controls a city, who is connected, and how large a network is (T7.1, T7.5, T11.6)."""

from functools import lru_cache

from games.rules.teutonica.pieces import CITY_KEYS, EMPTY, owner
from games.rules.teutonica.state import State

CONNECTION_PRESTIGE = (7, 4, 2)


def controller(state: State, city: int) -> int | None:
    """Return the seat with the most offices in a city; the rightmost one breaks a tie (T7.1)."""
    return leader(state.city_offices(city))


@lru_cache(maxsize=1 << 14)
def leader(offices: bytes) -> int | None:
    """Return who controls a city with these offices, from left to right (T7.1)."""
    counts: dict[int, int] = {}
    # From right to left: in a tie `max` takes the first, which is the rightmost.
    for code in reversed(offices):
        if code != EMPTY:
            counts[owner(code)] = counts.get(owner(code), 0) + 1
    return max(counts, key=counts.__getitem__) if counts else None


def office_counts(state: State, seat: int) -> dict[int, int]:
    """Return how many offices a seat has in each city where it has any."""
    pair = (1 + 2 * seat, 2 + 2 * seat)
    counts: dict[int, int] = {}
    for city in range(len(state.board.cities)):
        offices = state.city_offices(city)
        number = offices.count(pair[0]) + offices.count(pair[1])
        if number:
            counts[city] = number
    return counts


def groups(state: State, seat: int) -> list[set[int]]:
    """Return the sets of cities with offices of a seat that routes join without a gap."""
    left = set(office_counts(state, seat))
    found: list[set[int]] = []
    while left:
        group: set[int] = set()
        edge = {min(left)}
        while edge:
            group |= edge
            edge = {
                city
                for old in edge
                for city in state.board.neighbours[old]
                if city in left and city not in group
            }
        left -= group
        found.append(group)
    return found


def check_connection(state: State, seat: int) -> None:
    """Give prestige for the East-West connection when a seat has just made it (T7.5)."""
    if seat in state.connected:
        return
    first, last = state.board.connection
    if any(first in group and last in group for group in groups(state, seat)):
        place = len(state.connected)
        state.connected += bytes((seat,))
        if place < len(CONNECTION_PRESTIGE):
            state.award(seat, CONNECTION_PRESTIGE[place], "connection")


def complete(state: State, city: int) -> None:
    """Count a city as completed, once (T7.4)."""
    if city not in state.completed:
        state.completed += bytes((city,))
        state.tell("completed", state.board.cities[city].id)


def network(state: State, seat: int) -> int:
    """Return the points of the most valuable group of offices (T11.6)."""
    counts = office_counts(state, seat)
    sizes = [sum(counts[city] for city in group) for group in groups(state, seat)]
    return max(sizes, default=0) * state.value(seat, CITY_KEYS)
