"""The board in words: its cities, routes and spaces with all that stands on them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.rules.common.message import term
from games.wording.language import Language

Fact = tuple[str, str]
"""What is told and how it is, such as 'Controlled by' and 'Red (Anna)'."""


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the board and all that stands there.

    `id` is that of the target that may be clicked here (see `games.drawing.choices`), '' for what
    has no place of its own. `inside` are its spaces or offices, which `called` says.
    """

    id: str
    name: str
    facts: tuple[Fact, ...]
    called: str = ""
    inside: tuple["Place", ...] = ()

    def rows(self) -> tuple[Fact, ...]:
        """Return the facts, what is inside as one of them."""
        if not self.inside:
            return self.facts
        listed = "; ".join(f"{n} {place.words()}" for n, place in enumerate(self.inside, 1))
        return (*self.facts, (self.called, listed))

    def words(self) -> str:
        """Return the facts and what is inside in a line."""
        return ". ".join(f"{what}: {how}" if what else how for what, how in self.rows())


@dataclass(frozen=True, slots=True)
class Part:
    """Places, 'Cities'; `is_table` says that all of them have the same kinds of facts."""

    title: str
    places: tuple[Place, ...]
    is_table: bool = True

    def columns(self) -> tuple[str, ...]:
        """Return the headings of a table of these places."""
        return tuple(dict.fromkeys(what for place in self.places for what, _ in place.rows()))

    def table(self) -> list[tuple[str, list[str]]]:
        """Return the rows of the table: a name and a cell for each column."""
        columns = self.columns()
        return [
            (place.name, [dict(place.rows()).get(column, "") for column in columns])
            for place in self.places
        ]


def parts(
    cities: Iterable[Place], routes: Iterable[Place], others: Iterable[Place], language: Language
) -> list[Part]:
    """Return the parts that every board has."""
    return [
        Part(language.say(term("outline", "Cities")), tuple(cities)),
        Part(language.say(term("outline", "Routes")), tuple(routes)),
        Part(language.say(term("outline", "Beside them")), tuple(others), is_table=False),
    ]


def every_place(parts: Sequence[Part]) -> Iterator[Place]:
    """Return all places with what is inside them, each once."""
    for part in parts:
        for place in part.places:
            yield place
            yield from place.inside
