"""The kinds of orders: what is legal, what it does, and why something else is refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.rules.hansa.state import State
from games.rules.title import Order


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of order.

    `listed(state, seat)` gives all legal orders, `do(state, seat, order)` changes the given state
    by a legal one, `refusal(state, seat, order)` says why another is not legal.
    """

    listed: Callable[[State, int], Sequence[Order]]
    do: Callable[[State, int, Order], None]
    refusal: Callable[[State, int, Order], str]


@dataclass(frozen=True, slots=True)
class Draw:
    """Something that chance does: `weights(state)` gives all it may do, with weights."""

    weights: Callable[[State], list[tuple[Order, int]]]
    do: Callable[[State, Order], None]
