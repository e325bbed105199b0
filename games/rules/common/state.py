"""States as tables of fields: how they are compared, dumped and loaded follows from these.

A title's state is a dataclass with slots, as bots copy thousands of them. What is not compared is
not part of the position.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple, Self


class Stored(NamedTuple):
    """How a field becomes plain JSON, and how it is read back."""

    dump: Callable[[Any], Any]
    load: Callable[[Any], Any]


def _as_is(value: Any) -> Any:
    return value


AS_IS = Stored(_as_is, _as_is)
ROW = Stored(list, bytes)


def stored(dump: Callable[[Any], Any], load: Callable[[Any], Any]) -> dict[str, Stored]:
    """Return the metadata of a field that is neither bytes nor plain JSON."""
    return {"stored": Stored(dump, load)}


NUMBERS = stored(list, tuple)
ROWS = stored(lambda rows: [*map(list, rows)], lambda rows: tuple(map(bytes, rows)))
"""The metadata of fields that are a `tuple[int, ...]` or a `tuple[bytes, ...]`."""


class Frozen:
    """A frozen dataclass, which is copied and pickled by its fields, compiled or not."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        """Return how another process makes an equal one."""
        kind: Any = type(self)
        return kind, tuple(getattr(self, each.name) for each in fields(kind))


class FlatState:
    """A position, and the `events` of the order that has led to it."""

    __slots__ = ()

    def dump(self) -> dict[str, Any]:
        """Return the position as plain JSON; `load` reads it back."""
        kind: Any = type(self)
        return {name: how.dump(getattr(self, name)) for name, how in _stored(kind).items()}

    @classmethod
    def load(cls, data: Mapping[str, Any], **others: Any) -> Self:
        """Return the position that `dump` wrote; `others` are the fields that are not in it."""
        kind: Any = cls
        return cls(**{name: how.load(data[name]) for name, how in _stored(kind).items()}, **others)


@cache
def _stored(kind: Any) -> Mapping[str, Stored]:
    """Return how each field of the position is stored."""
    return {
        each.name: each.metadata.get("stored", ROW if each.type is bytes else AS_IS)
        for each in fields(kind)
        if each.compare
    }


def digest(dumped: Mapping[str, Any]) -> str:
    """Return a fingerprint of a dumped state, equal for equal states."""
    text = json.dumps(dumped, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
