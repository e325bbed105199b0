"""The register of notifications: all kinds of letters.

To add a kind, add a file with a subclass of `Notification` and a line in its app's register: here
for those of `games.post`, in `games.play.letters` for those of games.
"""

from collections.abc import Mapping
from functools import cache

from django.utils.module_loading import import_string

from games.post.models import Letter
from games.post.notifications.base import Notification, Unknown

OWN = (
    "games.post.notifications.account.AccountNotice",
    "games.post.notifications.digest.Digest",
    "games.post.notifications.notices.TooMany",
    "games.post.notifications.notices.Trial",
    "games.post.notifications.notices.Unheard",
    "games.post.notifications.notices.ChannelOff",
)

_paths = dict.fromkeys(OWN)


def register(*paths: str) -> None:
    """Add the kinds of an app, by the dotted paths of their classes."""
    _paths.update(dict.fromkeys(paths))
    kinds.cache_clear()


@cache
def kinds() -> Mapping[str, type[Notification]]:
    """Return the class of each kind by name."""
    found: dict[str, type[Notification]] = {}
    for path in _paths:
        kind: type[Notification] = import_string(path)
        if found.setdefault(kind.kind, kind) is not kind:
            raise ValueError(f"{path} and {found[kind.kind]} have the same name, {kind.kind!r}.")
    return found


def kind_of(letter: Letter) -> type[Notification]:
    """Return the class of a letter's kind, `Unknown` if it no longer exists."""
    return kinds().get(letter.kind, Unknown)


def notification_of(letter: Letter) -> Notification:
    """Return the notification of a letter."""
    return kind_of(letter).of(letter)


def names_of(*, asks: str = "", answers: bool = False) -> list[str]:
    """Return the names of the kinds that ask for something, or that answer their reader."""
    return [
        name
        for name, kind in kinds().items()
        if (asks and kind.asks == asks) or (answers and kind.answers)
    ]
