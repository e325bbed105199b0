"""Lists to choose from above a page, filled from its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.http import QueryDict
from django.utils.translation import pgettext

from games.rules import TITLES


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a filter."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """A list with one choice."""

    name: str
    label: str
    choices: list[Choice]

    @property
    def chosen(self) -> str:
        """The value of the choice."""
        return next(choice.value for choice in self.choices if choice.chosen)


def filter_of(
    name: str, label: str, values: Mapping[str, str], query: QueryDict, *, any_: str | None = None
) -> Filter:
    """Return a filter as the address says, which may be nonsense: then the first choice.

    `values` are labels by value. `any_` is the label of a first choice '', 'Any' if it is None,
    left out if empty.
    """
    if any_ is None:
        any_ = pgettext("choice", "Any")
    choices = {"": any_, **values} if any_ else values
    asked = query.get(name, "")
    chosen = asked if asked in choices else next(iter(choices))
    return Filter(name, label, [Choice(v, text, v == chosen) for v, text in choices.items()])


@cache
def boards_of(title_id: str) -> tuple[str, ...]:
    """Return the ids of a title's boards, in the order of its set-ups: the usual one first."""
    title = TITLES[title_id]
    laid = [
        title.view(title.start(title.complete(each.options, each.players), each.players), None)
        for each in title.setups()
    ]
    return tuple(dict.fromkeys([*(view.board for view in laid), *title.boards]))
