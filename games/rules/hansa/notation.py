"""Orders as text: the one canonical spelling (docs/notation.md); `reading` reads it back."""

from games.rules.hansa.board import Board
from games.rules.hansa.pieces import COLOURS, good_id
from games.rules.title import Order

VERBS = (
    "booths",
    "replenish",
    "sail",
    "buy",
    "build",
    "sell",
    "lose",
    "discard",
    "end",
    "remove",
    "draw",
    "start",
)
CHANCE_VERBS = ("remove", "draw", "start")
"""The verbs of chance."""


def write(board: Board, order: Order) -> str:
    """Return the canonical spelling of an order."""
    verb, *rest = order
    if verb in ("booths", "sail"):
        return f"{verb} {board.cities[rest[0]].id}"
    if verb == "draw":
        return f"draw {good_id(rest[0])} {board.cities[rest[1]].id}"
    if verb == "remove":
        return f"remove {COLOURS[rest[0]]}"
    if verb == "start":
        return f"start {rest[0] + 1}"
    return " ".join((verb, *map(good_id, rest)))
