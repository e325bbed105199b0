"""What the things are called that letters are about, such as game:12.

A room registers a namer for its subjects; it gets numbers, all at once, and returns the names of
those that are there.
"""

from collections.abc import Callable, Collection

Namer = Callable[[Collection[int]], dict[int, str]]

_namers: dict[str, Namer] = {}


def register(prefix: str, namer: Namer) -> None:
    """Let the namer name all subjects that begin with a prefix and a colon."""
    if _namers.setdefault(prefix, namer) is not namer:
        raise ValueError(f"Subjects of {prefix!r} already have a namer; take another prefix.")


def names_of(subjects: Collection[str]) -> dict[str, str]:
    """Return the name of each subject, which is itself where nobody knows a better one."""
    numbers: dict[str, list[int]] = {}
    for subject in subjects:
        prefix, _, number = subject.partition(":")
        if prefix in _namers and number.isdecimal():
            numbers.setdefault(prefix, []).append(int(number))
    names = {subject: subject.replace(":", " ").capitalize() for subject in subjects}
    for prefix, wanted in numbers.items():
        found = _namers[prefix](wanted)
        names |= {f"{prefix}:{number}": name for number, name in found.items()}
    return names


def name_of(subject: str) -> str:
    """Return the name of a subject."""
    return names_of([subject])[subject]
