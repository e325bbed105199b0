"""Where orders ended on the board, and where the ship sailed, read from their text."""

from collections.abc import Iterable, Sequence

from games.rules.hansa.board import Board

_HERE = {"buy": "wall", "build": "booths", "sell": "booths"}
"""What an order changes in the city where the ship is."""


def places(board: Board, ship: int, since: Sequence[str], earlier: Sequence[str]) -> list[str]:
    """Return the target that each order of `since` changed, '' for none.

    `ship` is the city where the ship is now; `earlier` tells where it was before.
    """
    cities = _cities(board, ship, [*earlier, *since])[len(earlier) :]
    return [_place(order.split(), city) for order, city in zip(since, cities, strict=True)]


def _place(words: Sequence[str], here: str) -> str:
    verb = words[0]
    if verb == "booths":
        return f"booths:{words[1]}"
    if verb == "sail":
        return f"ship:{words[1]}"
    if verb == "draw":
        return f"wall:{words[2]}"
    if verb == "replenish":
        return "piles"
    return f"{_HERE[verb]}:{here}" if verb in _HERE and here else ""


def sailed(board: Board, ship: int, since: Sequence[str], earlier: Sequence[str]) -> list[str]:
    """Return the cities that the ship has been in since then, first where it was before."""
    cities = _cities(board, ship, [*earlier, *since])
    seen = [city for city in cities[max(0, len(earlier) - 1) :] if city]
    return [city for number, city in enumerate(seen) if number == 0 or city != seen[number - 1]]


def _cities(board: Board, ship: int, orders: Iterable[str]) -> list[str]:
    """Return the city of the ship after each order, '' while it is not known."""
    cities, here = [], ""
    for order in orders:
        verb, *rest = order.split()
        if verb == "sail":
            here = rest[0]
        elif verb in ("booths", "start"):
            here = board.cities[board.harbour].id
        cities.append(here)
    if not here:
        # Nobody has sailed: the ship was always where it is now.
        return [board.cities[ship].id] * len(cities)
    return cities
