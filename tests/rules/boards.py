"""Boards made from the printed ones, for rules that need another shape."""

import json
from typing import Any

from games.rules.teutonica.board import Board, load_board, read_board


def facts(board_id: str = "hanse-45") -> Any:
    """Return the data file of a board, a copy to mangle."""
    return json.loads(json.dumps(load_board(board_id).facts))


def city_of(facts: Any, city_id: str) -> Any:
    return next(city for city in facts["cities"] if city["id"] == city_id)


def route_of(facts: Any, route_id: str) -> Any:
    return next(route for route in facts["routes"] if route["id"] == route_id)


def with_boat(route_id: str, number: int) -> Board:
    """Return the board for four players with one space made a boat."""
    mangled = facts()
    route_of(mangled, route_id)["spaces"][number - 1]["merchant_only"] = True
    return read_board(json.dumps(mangled), "test.json")
