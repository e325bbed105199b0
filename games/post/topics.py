"""Names of the topics that letters are about, such as game:12.

An app registers a namer for its topics: a function that gets all their numbers at once and returns
the names of those that exist.
"""

from collections.abc import Callable, Collection

Namer = Callable[[Collection[int]], dict[int, str]]

_namers: dict[str, Namer] = {}


def register(prefix: str, namer: Namer) -> None:
    """Register a namer for all topics that begin with a prefix and a colon."""
    if _namers.setdefault(prefix, namer) is not namer:
        raise ValueError(f"Topics of {prefix!r} already have a namer; choose another prefix.")


def names_of(topics: Collection[str]) -> dict[str, str]:
    """Return the name of each topic; a topic without one is named after itself."""
    numbers: dict[str, list[int]] = {}
    for topic in topics:
        prefix, _, number = topic.partition(":")
        if prefix in _namers and number.isdecimal():
            numbers.setdefault(prefix, []).append(int(number))
    names = {topic: topic.replace(":", " ").capitalize() for topic in topics}
    for prefix, wanted in numbers.items():
        found = _namers[prefix](wanted)
        names |= {f"{prefix}:{number}": name for number, name in found.items()}
    return names


def name_of(topic: str) -> str:
    """Return the name of a topic."""
    return names_of([topic])[topic]
