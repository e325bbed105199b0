"""What logged orders touched on the board."""

from collections.abc import Sequence
from typing import Any

from games.rules.hansa.state import State
from games.rules.hansa.syntax import SYNTAX
from games.rules.title import Touched

_HERE = {"bought": "warehouses", "built": "booths", "sold": "booths"}
"""What an action changes in the city of the ship, which its event names (H2.3)."""


def touched(state: State, text: str, events: Sequence[Sequence[Any]]) -> Touched:
    """Return the booths, warehouses, piles or the ship that an order changed, and the way sailed.

    Moves that were logged before sailing had an event do not tell the way.
    """
    cities = state.board.cities
    order = SYNTAX.read(state.board, text)
    if order.verb == "sail":
        ways = [f"{cities[e[1]].id}-{cities[e[2]].id}" for e in events if e[0] == "sailed"]
        return Touched(f"ship:{cities[order.city].id}", *ways)
    if order.verb == "booths":
        return Touched(f"booths:{cities[order.city].id}")
    if order.verb == "draw":
        return Touched(f"warehouses:{cities[order.city].id}")
    if order.verb == "replenish":
        return Touched("piles")
    for name, city, *_ in (event for event in events if event[0] in _HERE):
        return Touched(f"{_HERE[name]}:{cities[city].id}")
    return Touched()
