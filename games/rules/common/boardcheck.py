"""Checks that the board files of all titles need, before a board is made of them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.rules.errors import BadBoard

WHOLE: Final = "the board"
_KINDS: Final = {
    str: "text",
    int: "a number",
    list: "a list",
    dict: "an object",
    bool: "yes or no",
}


class Check:
    """Says where in which file something is wrong: all methods raise BadBoard."""

    def __init__(self, file: str) -> None:
        self.file = file

    def need(self, holds: bool, place: str, sentence: str) -> None:
        """Refuse what does not hold; `sentence` says what is needed."""
        if not holds:
            raise BadBoard(f"{self.file}: {place}: {sentence}")

    def an_object(self, value: Any, place: str) -> None:
        """Refuse anything but an object."""
        self.need(isinstance(value, dict), place, "needs to be an object.")

    def get(self, facts: Mapping[str, Any], key: str, kind: type, place: str) -> Any:
        """Return the value of a key; True and False are not numbers."""
        value = facts.get(key)
        self.need(type(value) is kind, place, f"needs '{key}' as {_KINDS[kind]}.")
        return value

    def may(self, facts: Mapping[str, Any], key: str, kind: type, place: str) -> Any:
        """Return the value of a key that may be left out."""
        return self.get(facts, key, kind, place) if key in facts else kind()

    def fields(self, facts: Mapping[str, Any], known: set[str], place: str) -> None:
        """Refuse fields that are not known: else a mistyped one would silently drop a rule."""
        for key in facts:
            self.need(key in known, place, f"'{key}' is not a known field.")

    def players(self, facts: Mapping[str, Any]) -> None:
        """Check the numbers of players."""
        players = self.get(facts, "players", list, WHOLE)
        self.need(
            bool(players) and all(type(number) is int for number in players),
            "players",
            "needs numbers of players.",
        )

    def city_id(self, city: Any, position: int, before: Sequence[str]) -> str:
        """Return the id of a city, which has a name and is not among those before it."""
        self.an_object(city, f"city {position}")
        city_id: str = self.get(city, "id", str, f"city {position}")
        place = f"city {city_id}"
        self.need(
            bool(re.fullmatch("[a-z]+", city_id)), place, "an id has only the letters a to z."
        )
        self.need(city_id not in before, place, "appears twice.")
        self.get(city, "name", str, place)
        return city_id

    def a_city(self, city: Any, cities: Sequence[str], place: str) -> None:
        """Refuse a city that the board does not have."""
        self.need(city in cities, place, f"there is no city {city}.")

    def reachable(self, cities: Sequence[str], ways: Sequence[tuple[str, str]]) -> None:
        """Check that every city can be reached from every other; ways have one direction."""
        for start in cities:
            reached = {start}
            while further := {end for begin, end in ways if begin in reached} - reached:
                reached |= further
            for city in cities:
                self.need(city in reached, "routes", f"{city} cannot be reached from {start}.")
