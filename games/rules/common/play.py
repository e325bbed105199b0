"""How any title is played: situations, the verbs that each allows, and the guards of an order.

A `Situation` is what the game waits for. Each of its verbs knows what is allowed, what it does, and
why something else is refused. All rules of an order are in one place.
"""

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import Any, Generic, TypeVar, final

from games.rules.common.message import Message, Notation, choice, message
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE, Order, Orders

Outcome = TypeVar("Outcome")


def probabilities(weighted: Iterable[tuple[Outcome, int]]) -> list[tuple[Outcome, float]]:
    """Return outcomes with the probability of each instead of its weight."""
    outcomes = list(weighted)
    total = sum(weight for _, weight in outcomes)
    return [(outcome, weight / total) for outcome, weight in outcomes]


StateT = TypeVar("StateT")
OrderT = TypeVar("OrderT", bound=Order)


@final
class Verb(Generic[StateT, OrderT]):
    """One kind of order in one situation.

    `listed(state, seat)` gives all legal orders, `do(state, seat, order)` changes the given state
    by a legal one, `refusal(state, seat, order)` says why another is not legal.
    """

    __slots__ = ("do", "listed", "refusal")

    def __init__(
        self,
        listed: Callable[[StateT, int], Sequence[OrderT]],
        do: Callable[[StateT, int, OrderT], None],
        refusal: Callable[[StateT, int, OrderT], Message],
    ) -> None:
        self.listed = listed
        self.do = do
        self.refusal = refusal


def _nothing(state: object) -> None:
    """Settle a situation that always needs an answer."""


@final
class Situation(Generic[StateT]):
    """Something that the game waits for.

    `seats(state)` are the seats that must order, or `(CHANCE,)`; `prompt` names the situation in
    views. `settle(state)` does what needs no answer, and changes what the game waits for if that
    was all. `weights(state)` gives what chance may do, with weights, if it is chance's move.
    `elsewhere(verb)` says why the verb of another situation is refused; without it, an error lists
    what is possible.
    """

    __slots__ = ("elsewhere", "prompt", "seats", "settle", "verbs", "weights")

    def __init__(
        self,
        prompt: str,
        seats: Callable[[StateT], tuple[int, ...]],
        verbs: dict[str, Verb[StateT, Any]],
        settle: Callable[[StateT], None] = _nothing,
        weights: Callable[[StateT], Sequence[tuple[Any, int]]] | None = None,
        elsewhere: Callable[[str], Message] | None = None,
    ) -> None:
        self.prompt = prompt
        self.seats = seats
        self.verbs = verbs
        self.settle = settle
        self.weights = weights
        self.elsewhere = elsewhere


def chance(state: object) -> tuple[int, ...]:
    """Return that a situation waits for chance."""
    return (CHANCE,)


def _not_so(state: object, seat: int, order: Order) -> Message:
    """Say that chance cannot do something."""
    return message("Chance cannot do this now.")


def drawing(
    weights: Callable[[StateT], Sequence[tuple[OrderT, int]]],
    do: Callable[[StateT, int, OrderT], None],
    refusal: Callable[[StateT, int, OrderT], Message] = _not_so,
) -> Verb[StateT, OrderT]:
    """Return a verb of chance, whose legal orders are those that have a weight."""
    return Verb(lambda state, seat: [order for order, _ in weights(state)], do, refusal)


def to_move(now: Situation[StateT] | None, state: StateT) -> tuple[int, ...]:
    """Return the seats that the game waits for, `(CHANCE,)`, or `()` when it is over."""
    return () if now is None else now.seats(state)


class _Groups(Mapping[str, Sequence[Any]]):
    """The legal orders of a seat by verb; those of a verb are listed once they are asked for.

    To go through the verbs lists one after the other, to ask how many there are or for all orders
    lists all at once, which is quicker.
    """

    __slots__ = ("_all", "_known", "_seat", "_state", "_verbs")

    def __init__(self, verbs: dict[str, Verb[Any, Any]], state: Any, seat: int) -> None:
        self._verbs = verbs
        self._state = state
        self._seat = seat
        self._known: dict[str, Sequence[Any]] = {}
        self._all: dict[str, Sequence[Any]] | None = None

    def _listed(self) -> dict[str, Sequence[Any]]:
        listed = self._all
        if listed is None:
            state, seat, known = self._state, self._seat, self._known
            listed = self._all = {}
            for name, verb in self._verbs.items():
                found = known[name] if name in known else verb.listed(state, seat)
                if found:
                    listed[name] = found
        return listed

    def get(self, verb: str, default: Any = None) -> Any:
        """Return the orders of a verb, `default` if there are none."""
        if self._all is not None:
            return self._all.get(verb, default)
        found = self._known.get(verb)
        if found is None:
            known = self._verbs.get(verb)
            found = () if known is None else known.listed(self._state, self._seat)
            self._known[verb] = found
        return found or default

    def __getitem__(self, verb: str) -> Sequence[Any]:
        found: Sequence[Any] | None = self.get(verb)
        if found is None:
            raise KeyError(verb)
        return found

    def __contains__(self, verb: object) -> bool:
        return isinstance(verb, str) and self.get(verb) is not None

    def __iter__(self) -> Iterator[str]:
        return filter(self.get, self._verbs)

    def __len__(self) -> int:
        return len(self._listed())

    def values(self) -> ValuesView[Sequence[Any]]:
        """Return the orders of each verb that has any."""
        return self._listed().values()

    def items(self) -> ItemsView[str, Sequence[Any]]:
        """Return each verb that has any orders, and these."""
        return self._listed().items()


def orders(now: Situation[StateT] | None, state: StateT, seat: int) -> Orders[Any]:
    """Return all that a seat may order now, grouped by verb."""
    if now is None or seat not in now.seats(state):
        return Orders({})
    return Orders(_Groups(now.verbs, state, seat))


def chance_outcomes(now: Situation[StateT] | None, state: StateT) -> list[tuple[Any, float]]:
    """Return what chance may do now, with probabilities; empty if it is not its move."""
    if now is None or now.weights is None:
        return []
    return probabilities(now.weights(state))


def legal_verb(
    now: Situation[StateT],
    state: StateT,
    seat: int,
    order: Order,
    on_turn: int,
    listed: Orders[Any] | None = None,
) -> Verb[StateT, Any]:
    """Return the verb of a legal order; raises IllegalOrder, which says why another is not legal.

    `on_turn` is the seat whose turn it is, `listed` what `orders` has returned for this seat, if it
    is known.
    """
    seats = now.seats(state)
    if seat not in seats:
        raise IllegalOrder(_not_yours(seats, seat, on_turn))
    verb = now.verbs.get(order.verb)
    if verb is None and seat == CHANCE:
        raise IllegalOrder(_not_so(state, seat, order))
    if verb is None:
        raise IllegalOrder(_not_possible(now, state, seat, order))
    found = verb.listed(state, seat) if listed is None else listed.groups.get(order.verb, ())
    if order not in found:
        raise IllegalOrder(verb.refusal(state, seat, order))
    return verb


def _not_yours(seats: tuple[int, ...], seat: int, on_turn: int) -> Message:
    if seat == CHANCE:
        return message("There is nothing to draw now.")
    if CHANCE in seats:
        return message("Something is being drawn. Wait for it.")
    if seat != on_turn:
        return message("It's not your turn.")
    if len(seats) > 1:
        return message("Other players must answer first. Then your turn goes on.")
    return message("Another player must answer first. Then your turn goes on.")


def _not_possible(now: Situation[StateT], state: StateT, seat: int, order: Order) -> Message:
    if now.elsewhere is not None:
        return now.elsewhere(order.verb)
    return message(
        "'{verb}' isn't possible now. Try {verbs}.",
        verb=Notation(order.verb),
        verbs=choice(orders(now, state, seat).groups),
    )
