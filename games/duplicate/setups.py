"""What is played in which week: every board of every title gets its turn."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import zip_longest
from typing import Final, NamedTuple

from games.rules import TITLES

SEATS: Final = 4
"""How many sit at the table: a person and three masters."""

PERSON: Final = 0
"""The seat of the person."""

LEVEL: Final = "master"
"""How well the bots play."""


class WeekSetup(NamedTuple):
    """What is played in a week: the id of a title, and options that differ from its defaults."""

    title: str
    options: dict[str, str]


def setup_of(monday: date) -> WeekSetup:
    """Return what is played in the week that begins on a Monday."""
    return rotation()[monday.toordinal() // 7 % len(rotation())]


@cache
def rotation() -> tuple[WeekSetup, ...]:
    """Return the setups of successive weeks: titles take turns as far as they have boards."""
    by_title = [
        [WeekSetup(title.id, dict(one.options)) for one in title.setups() if one.players == SEATS]
        for title in TITLES.values()
    ]
    return tuple(_alternating(by_title))


def _alternating(by_title: list[list[WeekSetup]]) -> Iterator[WeekSetup]:
    for setups in zip_longest(*by_title):
        yield from filter(None, setups)
