"""The number on the site's icon: how much waits for a person.

An app registers a counter for what it knows; post itself asks nothing of anybody.
"""

from collections.abc import Callable

from games.accounts.models import User

Counter = Callable[[User], int]

_counters: list[Counter] = []


def register(counter: Counter) -> None:
    """Register a counter of what waits for a person."""
    if counter not in _counters:
        _counters.append(counter)


def count(user: User) -> int:
    """Return how much waits for a person."""
    return sum(counter(user) for counter in _counters)
