"""Primers: rules that not every game has, told when a player first meets them."""

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from games.rules.common.message import Message
from games.rules.title import AnyOrders
from games.wording.language import Language

V = TypeVar("V")
Matters = Callable[[V, AnyOrders], bool]


class Primer(NamedTuple):
    """A rule in one sentence; `name` is the title's own for it, `rule` its number in docs/rules."""

    name: str
    rule: str
    sentence: str


class New(NamedTuple, Generic[V]):
    """What a primer says, and when it matters."""

    name: str
    rule: str
    sentence: Message
    matters: Matters[V]


def mattering(
    primers: Iterable[New[V]], view: V, orders: AnyOrders, language: Language
) -> tuple[Primer, ...]:
    """Return the primers that matter to the viewer, who has these orders to choose from."""
    return tuple(
        Primer(each.name, each.rule, language.say(each.sentence))
        for each in primers
        if each.matters(view, orders)
    )


def asked(*prompts: str) -> Matters[V]:
    """Return whether the viewer is asked one of these, as a condition of a primer."""
    return lambda view, _: view.prompt in prompts  # type: ignore[attr-defined]


def can(*verbs: str) -> Matters[V]:
    """Return whether the viewer can give an order with one of these verbs, as a condition."""
    return lambda _, orders: not orders.groups.keys().isdisjoint(verbs)
