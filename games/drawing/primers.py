"""Primers: rules that not every game has, told when a player first meets them."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from games.rules.title import AnyOrders

V = TypeVar("V")
Matters = Callable[[V, AnyOrders], bool]


class Primer(NamedTuple):
    """A rule in one sentence; `name` is the title's own for it, `rule` its number in docs/rules."""

    name: str
    rule: str
    sentence: str


def mattering(
    primers: Iterable[tuple[Primer, Matters[V]]], view: V, orders: AnyOrders
) -> tuple[Primer, ...]:
    """Return the primers that matter to the viewer, who has these orders to choose from."""
    return tuple(primer for primer, matters in primers if matters(view, orders))


def asked(*prompts: str) -> Matters[V]:
    """Return whether the viewer is asked one of these, as a condition of a primer."""
    return lambda view, _: view.prompt in prompts  # type: ignore[attr-defined]


def can(*verbs: str) -> Matters[V]:
    """Return whether the viewer can give an order with one of these verbs, as a condition."""
    return lambda _, orders: not orders.groups.keys().isdisjoint(verbs)
