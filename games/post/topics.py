"""Names of the topics that letters are about, such as game:12.

An app registers a namer for its topics: a function that gets all their numbers at once and returns
the names of existing ones.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext, gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Namer = Callable[[Collection[int]], dict[int, str]]


class Emails(NamedTuple):
    """What the emails about a topic are called, and what stays without them.

    `name` stands in sentences, as in 'Stop emailing Anna about the Herring Table?', or if they are
    `daily`, one a day at most, in 'Stop emailing Anna the puzzle of the day?'; '' is all games.
    """

    name: "StrOrPromise"
    stays: "StrOrPromise"
    daily: bool = False


GAMES = gettext_lazy("Your games go on, and the site still shows whose turn it is.")

_namers: dict[str, Namer] = {}
_emails: dict[str, Emails] = {}


def register(prefix: str, namer: Namer) -> None:
    """Register a namer for all topics that begin with a prefix and a colon."""
    if _namers.setdefault(prefix, namer) is not namer:
        raise ValueError(f"Topics of {prefix!r} already have a namer; choose another prefix.")


def register_emails(topic: str, emails: Emails) -> None:
    """Register a topic that is no single thing, with what its emails are."""
    _emails[topic] = emails


def emails_of(topic: str) -> Emails:
    """Return what the emails about a topic are; those about '' are all."""
    if topic in _emails:
        return _emails[topic]
    return Emails(name_of(topic) if topic else "", GAMES)


def names_of(topics: Collection[str]) -> dict[str, str]:
    """Return the name of each topic; one without is named after itself, in words of a catalogue."""
    numbers: dict[str, list[int]] = {}
    for topic in topics:
        prefix, _, number = topic.partition(":")
        if prefix in _namers and number.isdecimal():
            numbers.setdefault(prefix, []).append(int(number))
    names = {topic: gettext(topic.replace(":", " ").capitalize()) for topic in topics}
    for prefix, wanted in numbers.items():
        found = _namers[prefix](wanted)
        names |= {f"{prefix}:{number}": name for number, name in found.items()}
    return names


def name_of(topic: str) -> str:
    """Return the name of a topic."""
    return names_of([topic])[topic]
