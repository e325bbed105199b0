"""What a seat may know, as plain JSON."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def plain(value: Any) -> Any:
    """Return a value of a view as JSON has it: classes by their fields, rows of bytes as numbers.

    >>> plain((b"ab", {"seat": None}))
    [[97, 98], {'seat': None}]
    """
    if isinstance(value, bytes | bytearray):
        return list(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(each) for name, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value
