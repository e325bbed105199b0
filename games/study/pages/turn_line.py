"""The orders of a turn as a part of a page's address."""

from collections.abc import Sequence
from typing import Final

BETWEEN_ORDERS: Final = "~"
BETWEEN_WORDS: Final = "+"
"""No order has one of these characters."""


def as_line(orders: Sequence[str]) -> str:
    """Return orders as a part of an address, '' if there are none."""
    return BETWEEN_ORDERS.join(orders).replace(" ", BETWEEN_WORDS)


def orders_in(line: str) -> list[str]:
    """Return the orders that a part of an address names."""
    return [order.replace(BETWEEN_WORDS, " ") for order in line.split(BETWEEN_ORDERS) if order]
