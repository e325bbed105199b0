"""The protocol of a title: all that the platform, the bots and the command line know of one."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar, cast, overload

from games.rules.common.message import Message

CHANCE: Final = -1
"""The seat of chance: the caller draws its orders, which are logged like any other."""
_NUMBER_OF_SPACE: Final = re.compile(r"(?<=[a-z])\.\d+")


class Order(Protocol):
    """What a seat does: a NamedTuple of what its verb acts on, and of the verb as the last field.

    Its class and fields are the title's. `Title.write` gives its one spelling as text.
    """

    @property
    def verb(self) -> str: ...


OrderT = TypeVar("OrderT", bound=Order)
OrderT_co = TypeVar("OrderT_co", bound=Order, covariant=True)
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT", bound="View")


def verb_of(kind: type[Order]) -> str:
    """Return the verb of a class of orders."""
    return str(cast("Any", kind)._field_defaults["verb"])


def without_spaces(text: str) -> str:
    """Return an order as `Title.write` spells it with routes in place of their spaces.

    >>> without_spaces("move bremen-hamburg.1 > hamburg-stade.3")
    'move bremen-hamburg > hamburg-stade'
    """
    return _NUMBER_OF_SPACE.sub("", text)


class Orders(Sequence[OrderT_co], Generic[OrderT_co]):
    """All orders that a seat may give, grouped by verb.

    `groups` maps each verb that is legal now to its orders; both may be lazy.
    """

    __slots__ = ("groups",)

    def __init__(self, groups: Mapping[str, Sequence[OrderT_co]]) -> None:
        self.groups = groups

    def of(self, kind: type[OrderT]) -> Sequence[OrderT]:
        """Return the orders of one class, which is the only one with its verb."""
        return cast("Sequence[OrderT]", self.groups.get(verb_of(kind), ()))

    @property
    def leave_a_choice(self) -> bool:
        """Whether there are two orders or more; no more verbs are listed than that takes."""
        number = 0
        for verb in self.groups:
            number += len(self.groups[verb])
            if number > 1:
                return True
        return False

    def __len__(self) -> int:
        return sum(map(len, self.groups.values()))

    def __iter__(self) -> Iterator[OrderT_co]:
        return chain.from_iterable(self.groups.values())

    def __contains__(self, order: object) -> bool:
        return order in self.groups.get(getattr(order, "verb", ""), ())

    @overload
    def __getitem__(self, index: int) -> OrderT_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[OrderT_co]: ...
    def __getitem__(self, index: int | slice) -> OrderT_co | Sequence[OrderT_co]:
        if isinstance(index, slice):
            return list(self)[index]
        position = index + len(self) if index < 0 else index
        if position < 0:
            raise IndexError(index)
        for group in self.groups.values():
            if position < len(group):
                return group[position]
            position -= len(group)
        raise IndexError(index)


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an option, with the words that explain it to players."""

    id: str
    label: Message
    sentence: Message


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when a game is created."""

    name: str
    label: Message
    values: tuple[Value, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Consequence:
    """What confirming an order does beyond the player's own draft.

    `kind` is 'asks' (another player must answer), 'uncovers' (chance shows something) or 'ends'
    (the game is over); `seats` are the players who are asked.
    """

    kind: str
    seats: tuple[int, ...] = ()


class Stop(NamedTuple, Generic[OrderT_co]):
    """The order by which a seat stops: it ends a turn, an answer, or a series within a turn.

    `ends_turn` is True if it ends the turn. `unused` is how much that gives up, such as actions.
    """

    order: OrderT_co
    ends_turn: bool = False
    unused: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    `scores` holds, for each seat, every line of the score sheet by name, 'total' among them;
    `places` the place of each seat, 1 for the winners; `tie_breaker` the name of what broke a tie
    for the highest total, or '' if there was none.
    """

    ended_by: str
    scores: tuple[Mapping[str, int], ...]
    places: tuple[int, ...]
    tie_breaker: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a seat has in a position, in small whole numbers, for the statistics of a game.

    `points` holds every line of the seat's score sheet if the game ended now, 'total' among them.
    `levels` says by name how far the seat has come: steps of its abilities, or what it owns.
    """

    points: Mapping[str, int]
    levels: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Setup:
    """One way to set up a title: a label, the number of players and the chosen options."""

    label: Message
    players: int
    options: Mapping[str, str] = field(default_factory=dict)


class Touched(NamedTuple):
    """What a logged order touched on the board, as names of things; '' is none.

    `place` is where it ended, such as 'city:lubeck', and `way` what it went along.
    """

    place: str = ""
    way: str = ""


class View(Protocol):
    """What every title's view shows beside its own pieces; views are compared, never changed.

    `title` and `board` are ids. `seat` is the viewer's, None for a spectator. `to_move` is as in
    `Title.to_move`. `prompt` names what these seats are asked: 'chance', 'over', or a word of the
    title's own. `turn` is the seat whose turn it is, CHANCE while the game is set up; it does not
    change while others answer.
    """

    @property
    def title(self) -> str: ...
    @property
    def board(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def to_move(self) -> tuple[int, ...]: ...
    @property
    def prompt(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def options(self) -> Mapping[str, str]: ...


class Title(Protocol[StateT, OrderT, ViewT]):
    """The rules of one game. No method changes its arguments.

    `players` are the numbers of players it allows, `boards` the ids of its boards.
    `abilities` are the levels of `figures` that players develop in an order of their choice; there
    may be none. `rules_version` increases when replaying the same orders gives a different result.
    A record names the version that its game was played by.

    >>> from games.rules import TITLES
    >>> teutonica = TITLES["teutonica"]
    >>> state = teutonica.start({"board": "hanse"}, 3)
    >>> teutonica.to_move(state)
    (-1,)
    >>> order, probability = teutonica.chance_outcomes(state)[0]
    >>> state = teutonica.apply(state, CHANCE, order)
    >>> teutonica.view(state, None).players
    3
    """

    id: str
    name: Message
    rules_version: int
    players: tuple[int, ...]
    boards: tuple[str, ...]
    abilities: tuple[str, ...]

    def board_facts(self, board_id: str) -> Mapping[str, Any]:
        """Return what is printed on one of the `boards`, as in its data file."""

    def setups(self) -> tuple[Setup, ...]:
        """Return setups that together show every board and every way to play.

        The first stands for the title: benchmarks compare the others with it.
        """

    def options(self) -> tuple[Option, ...]:
        """Return what can be chosen when a game is created."""

    def compatible_options(self, chosen: Mapping[str, str], players: int) -> tuple[Option, ...]:
        """Return the options and values that go together with what is chosen so far."""

    def complete(self, chosen: Mapping[str, str], players: int) -> dict[str, str]:
        """Return `chosen` with the defaults filled in; raises IllegalOptions."""

    def start(self, chosen: Mapping[str, str], players: int) -> StateT:
        """Return the state before chance sets up the game; raises IllegalOptions."""

    def to_move(self, state: StateT) -> tuple[int, ...]:
        """Return the seats that the game waits for, `(CHANCE,)`, or `()` when it is over.

        Several seats answer in any order: no answer depends on another.
        """

    def orders(self, state: StateT, seat: int) -> Orders[OrderT]:
        """Return all that `seat` may order now; empty if the game does not wait for it."""

    def apply(self, state: StateT, seat: int, order: OrderT) -> StateT:
        """Return the state after `order`; its `events` tell what happened.

        Raises IllegalOrder on anything that is not in `orders(state, seat)`, or for CHANCE not
        in `chance_outcomes(state)`.
        """

    def chance_outcomes(self, state: StateT) -> list[tuple[OrderT, float]]:
        """Return what chance may do now, with probabilities that sum to 1.

        Empty if the game does not wait for it.
        """

    def start_player(self, order: OrderT) -> int | None:
        """Return the seat that an order of chance makes the start player.

        None for every other order, and in a title whose start player is not drawn.
        """

    def view(self, state: StateT, seat: int | None) -> ViewT:
        """Return what `seat` may know, a spectator being None."""

    def concealed(self, state: StateT, seat: int | None) -> ViewT:
        """Return the view of a position that `resample` drew, or that was played on from one.

        It is `view`, but an end uncovers nothing: what was drawn is only a guess.
        """

    def resample(self, view: ViewT, rng: random.Random) -> StateT:
        """Return a position of which `view` is the view, what it hides being drawn by `rng`.

        It uses nothing but the view, so it is what a player who counts and guesses may play on
        with: orders and results are those of the real position as far as the viewer can know.
        """

    def result(self, state: StateT) -> Result | None:
        """Return how the game ended, or None while it goes on."""

    def figures(self, state: StateT) -> tuple[Figures, ...]:
        """Return what each seat has now; at the end, `points` are the scores of `result`.

        Nothing is hidden in them: they are only for games that are over.
        """

    def read(self, state: StateT, text: str) -> OrderT:
        """Return the order that `text` spells, generously read; raises IllegalOrder."""

    def write(self, state: StateT, order: OrderT) -> str:
        """Return the canonical spelling of an order."""

    def warning(self, state: StateT, seat: int, order: OrderT) -> Consequence | None:
        """Return what confirming a legal order brings beyond the player's draft, if anything."""

    def stop(self, state: StateT, seat: int) -> Stop[OrderT] | None:
        """Return how a seat can stop, None if it must go on."""

    def gives_up(self, state: StateT, seat: int, order: OrderT) -> bool:
        """Return whether a legal order gives up what is left of a turn, such as actions."""

    def touched(self, state: StateT, text: str, events: Sequence[Sequence[Any]]) -> Touched:
        """Return what a logged order and its events touched on the board.

        Any state of the game will do: only what never changes in a game is used.
        """

    def redact(
        self, seat: int, text: str, events: Sequence[Sequence[Any]], viewer: int | None
    ) -> str:
        """Return a logged order as `viewer` may see it."""

    def dump(self, state: StateT) -> dict[str, Any]:
        """Return the state as plain JSON."""

    def load(self, data: Mapping[str, Any]) -> StateT:
        """Return the state that `dump` wrote."""

    def digest(self, state: StateT) -> str:
        """Return a short fingerprint of the state."""


AnyTitle = Title[Any, Any, Any]
"""A title as the platform knows it, which knows no title's states and orders."""
AnyOrders = Orders[Any]


def last_order(title: AnyTitle, state: Any, seat: int) -> Order | None:
    """Return the order that ends a seat's turn if that is all it can do, else None."""
    stop = title.stop(state, seat)
    if stop is None or not stop.ends_turn:
        return None
    return stop.order if title.orders(state, seat).groups.keys() == {stop.order.verb} else None


def nearest(title: AnyTitle, players: int) -> int:
    """Return the number of players that a title allows and that is nearest to `players`."""
    return min(title.players, key=lambda number: abs(number - players))
