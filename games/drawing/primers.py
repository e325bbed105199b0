"""Primers of one sentence in English, and when they matter."""

from collections.abc import Iterable
from typing import TypeVar

from games.rules.title import AnyOrders
from games.wording.primers import Matters, Primer

V = TypeVar("V")


def mattering(
    primers: Iterable[tuple[Primer, Matters[V]]], view: V, orders: AnyOrders
) -> tuple[Primer, ...]:
    """Return the primers that matter to the viewer, who has these orders to choose from."""
    return tuple(primer for primer, matters in primers if matters(view, orders))
