"""Where orders ended on the board, read from their text."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

SPACE = re.compile(r"\b[a-z]+-[a-z]+\.\d+\b")
ROUTE = re.compile(r"\b[a-z]+-[a-z]+\b")
CITY = re.compile(r"\b(?:office|extra|neutral|found|swap) ([a-z]+)\b")


@lru_cache(maxsize=4096)
def place(order: str) -> str:
    """Return the target that an order changed: its last space, else its city, else its route.

    '' means none.
    """
    if spaces := SPACE.findall(order):
        return f"space:{spaces[-1]}"
    if city := CITY.search(order):
        return f"city:{city[1]}"
    route = ROUTE.search(order)
    return f"route:{route[0]}" if route else ""


def last_claimed(*logs: Iterable[str]) -> str | None:
    """Return the route that was claimed last in logs that follow each other, if there is one."""
    found = None
    for order in chain(*logs):
        if order.startswith("claim "):
            found = order.split()[1]
    return found
