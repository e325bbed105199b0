"""What was found out before: trials of a search often come to positions that others came to."""

from collections.abc import Callable, Hashable
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final, TypeVar

from games.rules.teutonica.view import View

T = TypeVar("T")

Memory = dict[Hashable, Any]
"""What was found out, by question."""

_HASHABLE: Final = attrgetter(*(field.name for field in fields(View) if field.name != "options"))


def once(known: Memory, key: Hashable, work: Callable[[], T]) -> T:
    """Return what is known by a key, or what `work` finds, which is known from then on.

    What is asked most often is looked up in place: a call takes longer than the look.
    """
    if key not in known:
        known[key] = work()
    found: T = known[key]
    return found


def all_of(view: View) -> tuple[Hashable, ...]:
    """Return all that a view shows, to look up what was found out about it."""
    return (*_HASHABLE(view), *view.options.items())
