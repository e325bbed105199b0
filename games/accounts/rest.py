"""Who wants to hear that a person rests at other times: rooms whose clocks keep to it."""

from collections.abc import Callable

from games.accounts.models import User

Listener = Callable[[User], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call the listener with each person whose rest has changed, in the same transaction."""
    if listener not in _listeners:
        _listeners.append(listener)


def changed(user: User) -> None:
    """Tell all who listen that a person's rest has changed."""
    for listener in _listeners:
        listener(user)
