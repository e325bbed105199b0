"""Tell other apps before an account is closed, so that they can release what its owner holds."""

from collections.abc import Callable

from games.accounts.models import User

Listener = Callable[[User], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call the listener with each person whose account closes, before it is deleted."""
    if listener not in _listeners:
        _listeners.append(listener)


def close(user: User) -> None:
    """Tell all listeners that a person's account closes."""
    for listener in _listeners:
        listener(user)
