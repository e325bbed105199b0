"""The board: a data file, read and checked once, with cities and warehouses by number."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from games.rules.errors import BadBoard
from games.rules.hansa.boardcheck import check_facts
from games.rules.hansa.pieces import BARRELS, COLOURS, good


@dataclass(frozen=True, slots=True)
class City:
    """A city; `warehouses` are numbers of the board's flat list, `at` is its point on the canvas.

    Cities are numbered from 0 in the order in which warehouses are filled (H2.2).
    """

    index: int
    id: str
    name: str
    warehouses: range
    at: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board as the rules use it.

    `exits[city]` are the cities that the ship may sail to from there (H2.4), `warehouse_city` the
    city of each warehouse, `harbour` where the ship starts, `closed` the cities that take no
    booths before the first turn (H1.4). `goods[code]` is how many markers of a kind there are.
    `facts` is the data file.
    """

    id: str
    name: str
    players: tuple[int, ...]
    cities: tuple[City, ...]
    exits: tuple[tuple[int, ...], ...]
    warehouse_city: tuple[int, ...]
    harbour: int
    closed: frozenset[int]
    goods: bytes
    facts: Mapping[str, Any] = field(repr=False)
    city_numbers: Mapping[str, int] = field(repr=False)


def read_board(text: str, file: str) -> Board:
    """Return the board in the JSON `text` of `file`.

    Raises BadBoard, which says where in the file it is wrong.
    """
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise BadBoard(f"{file}: not JSON: {error}") from None
    check_facts(facts, file)
    numbers = {city["id"]: number for number, city in enumerate(facts["cities"])}
    cities = _cities(facts)
    return Board(
        id=facts["id"],
        name=facts["name"],
        players=tuple(facts["players"]),
        cities=cities,
        exits=tuple(
            tuple(sorted(numbers[r["to"]] for r in facts["routes"] if r["from"] == city.id))
            for city in cities
        ),
        warehouse_city=tuple(city.index for city in cities for _ in city.warehouses),
        harbour=numbers[facts["ship_starts_at"]],
        closed=frozenset(numbers[city] for city in facts["no_setup_booths_in"]),
        goods=_goods(facts["goods"]["per_color"]),
        facts=facts,
        city_numbers=numbers,
    )


def _cities(facts: Mapping[str, Any]) -> tuple[City, ...]:
    """Return all cities in order, their warehouses numbered city by city."""
    cities: list[City] = []
    first = 0
    for index, city in enumerate(facts["cities"]):
        warehouses = range(first, first + city["warehouses"])
        first = warehouses.stop
        x, y = city["at"]
        cities.append(City(index, city["id"], city["name"], warehouses, (x, y)))
    return tuple(cities)


def _goods(per_colour: Mapping[str, int]) -> bytes:
    """Return how many markers there are of each code (H1.1)."""
    row = bytearray(1 + len(COLOURS) * len(BARRELS))
    for colour in range(len(COLOURS)):
        for barrels in BARRELS:
            row[good(colour, barrels)] = per_colour[str(barrels)]
    return bytes(row)


BOARD_IDS = ("baltic",)


@cache
def load_board(board_id: str) -> Board:
    """Return the board of this id, read and checked once; raises BadBoard."""
    if board_id not in BOARD_IDS:
        raise BadBoard(f"There is no board {board_id}. Hansa has {', '.join(BOARD_IDS)}.")
    file = f"{board_id}.json"
    entry = resources.files("games.rules.hansa").joinpath("boards").joinpath(file)
    return read_board(entry.read_text(encoding="utf-8"), file)
