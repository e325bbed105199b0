"""What logged orders touched on the board."""

from collections.abc import Sequence
from typing import Any

from games.rules.teutonica.board import Board
from games.rules.teutonica.orders import (
    Displace,
    Found,
    Mark,
    NeutralOffice,
    Place,
    Put,
    Remove,
    Tavern,
    UseSwap,
)
from games.rules.teutonica.state import State
from games.rules.teutonica.syntax import SYNTAX
from games.rules.title import Touched


def touched(state: State, text: str, events: Sequence[Sequence[Any]]) -> Touched:
    """Return the space, city or route where an order ended, and the route that it claimed."""
    board = state.board
    order = SYNTAX.read(board, text)
    if order.verb == "claim":
        route = f"route:{board.routes[order.route].id}"
        if order.use == "office" or order.use == "extra":
            return Touched(_city(board, order.city), route)
        return Touched(route, route)
    if order.verb == "move":
        return Touched(_space(board, order.end))
    if isinstance(order, Place | Displace | Put | Remove):
        return Touched(_space(board, order.space))
    if isinstance(order, Mark | Tavern):
        return Touched(f"route:{board.routes[order.route].id}")
    if isinstance(order, Found | NeutralOffice | UseSwap):
        return Touched(_city(board, order.city))
    return Touched()


def _space(board: Board, space: int) -> str:
    return f"space:{board.space_ids[space]}"


def _city(board: Board, city: int) -> str:
    return f"city:{board.cities[city].id}"
