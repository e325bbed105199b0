"""Tell other apps when a person changes their time off, so that they can adjust clocks."""

from collections.abc import Callable

from games.accounts.models import User

Listener = Callable[[User], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call the listener with each person whose time off changes, in the same transaction."""
    if listener not in _listeners:
        _listeners.append(listener)


def changed(user: User) -> None:
    """Tell all listeners that a person's time off has changed."""
    for listener in _listeners:
        listener(user)
