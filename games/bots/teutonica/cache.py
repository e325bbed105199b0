"""Caches of what was computed before: playouts of a search often come to the same positions."""

from collections.abc import Callable, Hashable
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final, TypeVar

from games.rules.teutonica.view import View

T = TypeVar("T")

Cache = dict[Hashable, Any]
"""Computed values by a key that names the question."""

_HASHABLE: Final = attrgetter(*(field.name for field in fields(View) if field.name != "options"))


def once(cache: Cache, key: Hashable, work: Callable[[], T]) -> T:
    """Return the cached value of a key, or what `work` returns, which is cached unless it is None.

    What is asked most often is looked up in place: a call takes longer than the look-up.
    """
    found: T | None = cache.get(key)
    if found is None:
        made = work()
        cache[key] = made
        return made
    return found


def key_of(view: View) -> tuple[Hashable, ...]:
    """Return all that a view shows as a key of a cache."""
    return (*_HASHABLE(view), *view.options.items())
