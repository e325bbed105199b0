"""Rows of small numbers kept as bytes: quick to copy, to compare and to search."""

from typing import Final, TypeVar

ItemT = TypeVar("ItemT")
_BYTE: Final = tuple(bytes((code,)) for code in range(256))


def changed(row: bytes, index: int, difference: int) -> bytes:
    """Return a row of counts with one of them changed."""
    return row[:index] + _BYTE[row[index] + difference] + row[index + 1 :]


def put(row: bytes, index: int, code: int) -> bytes:
    """Return a row with one of its codes replaced."""
    return row[:index] + _BYTE[code] + row[index + 1 :]


def with_item(items: tuple[ItemT, ...], index: int, item: ItemT) -> tuple[ItemT, ...]:
    """Return a tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def with_code(row: bytes, code: int) -> bytes:
    """Return a sorted row with one more code."""
    return bytes(sorted((*row, code)))


def without_code(row: bytes, code: int) -> bytes:
    """Return a row without one of a code; raises ValueError if there is none."""
    position = row.index(code)
    return row[:position] + row[position + 1 :]
