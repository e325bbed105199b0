"""A shelf: things that are dear to make and do not change, kept while they are used."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any


class Shelf:
    """The most recently used things by their keys."""

    def __init__(self, length: int) -> None:
        self.length = length
        self._things: OrderedDict[Any, Any] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return the thing of a key, made if it is not there."""
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
                return self._things[key]
        thing = make()
        with self._lock:
            self._things[key] = thing
            while len(self._things) > self.length:
                self._things.popitem(last=False)
        return thing
