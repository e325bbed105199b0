"""Pages of long lists, without counting them."""

from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)

PAGE = 12
"""How many rows or cards a page has."""


@dataclass(frozen=True)
class Part(Generic[M]):
    """A page of a list, `number` from 1; has what Django's Page has for links to its neighbours."""

    rows: list[M]
    number: int
    has_next: bool

    @classmethod
    def of(cls, found: QuerySet[M], asked: str | None) -> Self:
        """Return the page that is asked for: the first one for nonsense, the last one beyond it."""
        # No list has a million pages, and databases refuse numbers that are too long.
        number = int(asked[:6]) if asked and asked.isascii() and asked.isdigit() else 1
        part = cls._at(found, max(number, 1))
        if part.rows or part.number == 1:
            return part
        return cls._at(found, max(-(-found.count() // PAGE), 1))

    @classmethod
    def _at(cls, found: QuerySet[M], number: int) -> Self:
        start = (number - 1) * PAGE
        rows = list(found[start : start + PAGE + 1])
        return cls(rows[:PAGE], number, len(rows) > PAGE)

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        return self.has_previous or self.has_next

    @property
    def previous_page_number(self) -> int:
        return self.number - 1

    @property
    def next_page_number(self) -> int:
        return self.number + 1
