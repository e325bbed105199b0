"""What the game can wait for, and what may be ordered then: the parts that modules add to.

The top of `State.frames` names the `Situation`; without frames it is 'turn'. Each of its verbs
knows what is allowed, what it does, and why something is refused. A module of the game adds
situations and verbs; it does not branch in existing ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.rules.teutonica.state import State
from games.rules.title import Order


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of order in one situation.

    `listed(state, seat)` gives all legal orders, `do(state, seat, order)` changes the given state
    by a legal one, `refusal(state, seat, order)` says why another is not legal.
    """

    listed: Callable[[State, int], Sequence[Order]]
    do: Callable[[State, int, Order], None]
    refusal: Callable[[State, int, Order], str]


def _nothing(state: State) -> None:
    """Settle a situation that always needs an answer."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Something that the game waits for.

    `seat(state)` is the seat that must order, or CHANCE; `asked` names the situation in views.
    `settle(state)` does what needs no answer, and pops or replaces the frame if that changes what
    is asked. `weights(state)` gives what chance may draw if it is chance's move.
    """

    asked: str
    seat: Callable[[State], int]
    verbs: Mapping[str, Verb]
    settle: Callable[[State], None] = _nothing
    weights: Callable[[State], list[tuple[Order, int]]] | None = None


def on_turn(state: State) -> int:
    """Return the seat whose turn it is."""
    return state.turn


def space_name(state: State, space: int) -> str:
    """Return a space in words: 'Hamburg–Stade 2'."""
    route = state.board.routes[state.board.space_route[space]]
    return f"{route.name} {space - route.spaces.start + 1}"
