"""States as tables of fields: how they are copied, compared, dumped and loaded follows from these.

A title's state is a dataclass with slots, as bots copy thousands of them. What is not compared is
not part of the position.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple, Self, get_type_hints


class Stored(NamedTuple):
    """How a field becomes plain JSON, and how it is read back."""

    dump: Callable[[Any], Any]
    load: Callable[[Any], Any]


def _as_is(value: Any) -> Any:
    return value


AS_IS = Stored(_as_is, _as_is)
BY_TYPE: Mapping[Any, Stored] = {
    bytes: Stored(list, bytes),
    tuple[int, ...]: Stored(list, tuple),
    tuple[bytes, ...]: Stored(
        lambda rows: [*map(list, rows)], lambda rows: tuple(map(bytes, rows))
    ),
}
"""How rows of numbers are stored; other types are `Annotated` with it, or plain JSON."""


class FlatState:
    """A position, and the `events` of the order that has led to it."""

    __slots__ = ()

    def copy(self) -> Self:
        """Return an independent state with the same position and no events."""
        kind = type(self)
        kind.copy = _copier(kind)  # type: ignore[assignment, method-assign]
        return self.copy()

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
    types = get_type_hints(kind, include_extras=True)
    position = [each.name for each in fields(kind) if each.compare]
    return {
        name: getattr(types[name], "__metadata__", (BY_TYPE.get(types[name], AS_IS),))[0]
        for name in position
    }


def _copier(kind: Any) -> Callable[[Any], Any]:
    """Return a function that copies field by field, written out as this is the quickest."""
    names = [each.name for each in fields(kind) if each.name != "events"]
    copied = [f"new.{name} = self.{name}" for name in names]
    scope: dict[str, Any] = {"make": kind.__new__, "kind": kind}
    body = ["new = make(kind)", *copied, "new.events = []", "return new"]
    exec("\n ".join(["def copy(self):", *body]), scope)  # noqa: S102
    copy: Callable[[Any], Any] = scope["copy"]
    return copy


def digest(dumped: Mapping[str, Any]) -> str:
    """Return a fingerprint of a dumped state, equal for equal states."""
    text = json.dumps(dumped, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
