"""Checks of a board file before a board is made of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.common.boardcheck import WHOLE, Check
from games.rules.hansa.pieces import BARRELS, COLOURS


def check_facts(facts: Any, file: str) -> None:
    """Raise BadBoard, naming `file` and the place, unless a board can be made of these facts."""
    _Check(file).board(facts)


class _Check(Check):
    """Checks the parts of this title's board."""

    def board(self, facts: Any) -> None:
        self.an_object(facts, WHOLE)
        for key in ("id", "name", "ship_starts_at"):
            self.get(facts, key, str, WHOLE)
        self.players(facts)
        self.goods(self.get(facts, "goods", dict, WHOLE))
        cities: list[str] = []
        for number, city in enumerate(self.get(facts, "cities", list, WHOLE), 1):
            cities.append(self.city(city, number, cities))
        ways = [
            self.way(route, f"route {number}", cities)
            for number, route in enumerate(self.get(facts, "routes", list, WHOLE), 1)
        ]
        self.a_city(facts["ship_starts_at"], cities, "ship_starts_at")
        for city in self.get(facts, "no_setup_booths_in", list, WHOLE):
            self.a_city(city, cities, "no_setup_booths_in")
        # Otherwise the ship could get stuck.
        self.reachable(cities, ways)

    def way(self, route: Any, place: str, cities: Sequence[str]) -> tuple[str, str]:
        """Check an arrow and return its ends."""
        self.an_object(route, place)
        for end in ("from", "to"):
            self.a_city(self.get(route, end, str, place), cities, place)
        self.need(route["from"] != route["to"], place, "must join two cities.")
        return route["from"], route["to"]

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
        city_id = self.city_id(city, number, before)
        place = f"city {city_id}"
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
