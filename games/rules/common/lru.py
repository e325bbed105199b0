"""A small LRU cache for expensive immutable values, one in each process."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any


class LRUCache:
    """The `length` most recently used values by key; threads can share it."""

    def __init__(self, length: int) -> None:
        self.length = length
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value of a key; call `make` if it is not in the cache."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        # Outside the lock: two threads may make the same value, but neither waits for the other.
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self.length:
                self._values.popitem(last=False)
        return value

    def find(self, key: Hashable) -> Any:
        """Return the value of a key, None if it is not in the cache."""
        with self._lock:
            return self._values.get(key)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()
