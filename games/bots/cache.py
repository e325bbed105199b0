"""A cache for values whose keys are long: all that a position shows."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")


class KeyedCache:
    """The `length` most recently used values by key.

    It hashes a key once, an `LRUCache` three times: for all that a view of Hansa Teutonica shows it
    takes 3 µs instead of 8 µs, in decisions that take 50 µs.
    """

    def __init__(self, length: int) -> None:
        self._slots = lru_cache(maxsize=length)(_empty)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of a key; call `make` if it is not in the cache."""
        slot = self._slots(key)
        if not slot:
            slot.append(make())
        found: T = slot[0]
        return found


def _empty(key: Hashable) -> list[Any]:
    return []
