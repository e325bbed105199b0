"""The register of what the site knows about a person: each room adds its own part."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.accounts.models import User

File = tuple[str, Any]
"""The name of a file, and its content: text, or what is written as JSON."""


@dataclass(frozen=True)
class Part:
    """What one room knows about a person.

    `files` says in a sentence what each file contains, by its name; a name with a * stands for
    several. `write` yields the files, without other people's secrets and without any that would
    open the account.
    """

    files: Mapping[str, str]
    write: Callable[[User], Iterable[File]]


_parts: list[Part] = []


def register(part: Part) -> None:
    """Add a part to all exports."""
    if part not in _parts:
        _parts.append(part)


def parts() -> tuple[Part, ...]:
    """Return all parts, in the order they were registered."""
    return tuple(_parts)
