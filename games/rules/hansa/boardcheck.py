"""Checks of a board file before a board is made of it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.errors import BadBoard
from games.rules.hansa.pieces import BARRELS, COLOURS

_WHOLE = "the board"
_KINDS = {str: "text", int: "a number", list: "a list", dict: "an object"}


def check_facts(facts: Any, file: str) -> None:
    """Raise BadBoard, naming `file` and the place, unless a board can be made of these facts."""
    _Check(file).board(facts)


class _Check:
    """Says where in which file something is wrong."""

    def __init__(self, file: str) -> None:
        self.file = file

    def need(self, holds: bool, place: str, sentence: str) -> None:
        if not holds:
            raise BadBoard(f"{self.file}: {place}: {sentence}")

    def get(self, facts: Mapping[str, Any], key: str, kind: type, place: str) -> Any:
        """Return the value of a key; True and False are not numbers."""
        value = facts.get(key)
        self.need(type(value) is kind, place, f"needs '{key}' as {_KINDS[kind]}.")
        return value

    def board(self, facts: Any) -> None:
        self.need(isinstance(facts, dict), _WHOLE, "needs to be an object.")
        for key in ("id", "name", "ship_starts_at"):
            self.get(facts, key, str, _WHOLE)
        players = self.get(facts, "players", list, _WHOLE)
        self.need(
            bool(players) and all(type(number) is int for number in players),
            "players",
            "needs numbers of players.",
        )
        self.goods(self.get(facts, "goods", dict, _WHOLE))
        cities: list[str] = []
        for number, city in enumerate(self.get(facts, "cities", list, _WHOLE), 1):
            cities.append(self.city(city, number, cities))
        for number, route in enumerate(self.get(facts, "routes", list, _WHOLE), 1):
            self.need(isinstance(route, dict), f"route {number}", "needs to be an object.")
            for end in ("from", "to"):
                self.known(self.get(route, end, str, f"route {number}"), cities, f"route {number}")
            self.need(route["from"] != route["to"], f"route {number}", "must join two cities.")
        self.known(facts["ship_starts_at"], cities, "ship_starts_at")
        for city in self.get(facts, "no_setup_booths_in", list, _WHOLE):
            self.known(city, cities, "no_setup_booths_in")
        self.reachable(cities, facts["routes"])

    def goods(self, goods: Mapping[str, Any]) -> None:
        self.need(goods.get("colors") == len(COLOURS), "goods", f"needs {len(COLOURS)} colours.")
        per_colour = self.get(goods, "per_color", dict, "goods")
        self.need(
            [*per_colour] == [str(barrels) for barrels in BARRELS]
            and all(type(number) is int and number > 0 for number in per_colour.values()),
            "goods",
            "needs the number of markers with 1, 2 and 3 barrels.",
        )

    def city(self, city: Any, number: int, before: Sequence[str]) -> str:
        """Check a city and return its id."""
        self.need(isinstance(city, dict), f"city {number}", "needs to be an object.")
        city_id: str = self.get(city, "id", str, f"city {number}")
        place = f"city {city_id}"
        self.need(
            bool(re.fullmatch("[a-z]+", city_id)), place, "an id has only the letters a to z."
        )
        self.need(city_id not in before, place, "appears twice.")
        self.get(city, "name", str, place)
        self.need(
            self.get(city, "order", int, place) == number, place, f"needs the order {number}."
        )
        self.need(
            self.get(city, "warehouses", int, place) > 0, place, "needs one warehouse or more."
        )
        at = self.get(city, "at", list, place)
        self.need(
            len(at) == 2 and all(type(number) is int for number in at),
            place,
            "needs 'at' as two numbers.",
        )
        return city_id

    def known(self, city: Any, cities: Sequence[str], place: str) -> None:
        self.need(city in cities, place, f"there is no city {city}.")

    def reachable(self, cities: Sequence[str], routes: Sequence[Mapping[str, str]]) -> None:
        """Check that every city can be reached from every other: the ship must not get stuck."""
        for start in cities:
            reached = {start}
            while further := {r["to"] for r in routes if r["from"] in reached} - reached:
                reached |= further
            for city in cities:
                self.need(city in reached, "routes", f"{city} cannot be reached from {start}.")
