"""How games begin: their first turns, each with a key that all games share which began alike."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

from games.play.history import OPENING
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE, AnyTitle, without_spaces

VERSION = 2
"""Increase it when other turns are counted, or get other keys: all games are then counted anew."""
MOST_MOVES: Final = 200
"""The first moves in which the opening is looked for: set-up and turns take far fewer."""
MOST_SORTED: Final = 12
"""Turns of more steps keep their order: to sort them takes about its third power of replays."""


class Played(NamedTuple):
    """An order of a seat, or of chance, between two positions."""

    seat: int
    order: str
    before: Any
    after: Any


class Step(NamedTuple):
    """An order of an opening with its events, as the log has them."""

    seat: int
    order: str
    events: Sequence[Any]


@dataclass(frozen=True)
class OpeningTurn:
    """A turn of an opening: its key, and that of what was played before it.

    `seat` had the turn, `starter` the first of the game. `steps` are the orders of all seats in it,
    without what chance did, and `move` is the number of the last one.
    """

    key: str
    parent: str
    seat: int
    starter: int
    steps: tuple[Step, ...]
    move: int


def beginning_key(title: str, board: str, players: int) -> str:
    """Return the key of the position before the first turn."""
    return _hashed(title, board, str(players))


def turns_of(
    title: AnyTitle,
    state: Any,
    orders: Iterable[tuple[int, str]],
    planned: Iterable[Played] = (),
) -> Iterator[OpeningTurn]:
    """Yield the first turns that are over of a game that begins with `state`, at most `OPENING`.

    `orders` are seats and orders, those of chance too; `planned` is what somebody plans after them,
    where what is hidden may be otherwise. Games share a key if the same orders were given in these
    turns by the same players in the order of play. It tells apart neither the spaces of a route nor
    the order in which a player does what leads to the same position, nor what was drawn, and
    set-ups are equal whatever they are: otherwise hardly any two games would begin alike. Raises
    IllegalOrder.
    """
    view = title.view(state, None)
    parent = beginning_key(title.id, view.board, view.players)
    starter: int | None = None
    turn, begun, count = list[Step](), state, 0
    for number, step in enumerate(chain(_played_from(title, state, orders), planned), 1):
        if step.seat != CHANCE and not turn:
            begun, owner = step.before, _owner(title, step.before)
        if step.seat == CHANCE and not turn:
            continue
        turn.append(Step(step.seat, step.order, step.after.events))
        if _owner(title, step.after) == owner:
            continue
        starter = owner if starter is None else starter
        key = _hashed(parent, *_alike(title, begun, turn, starter, view.players))
        steps = tuple(step for step in turn if step.seat != CHANCE)
        yield OpeningTurn(key, parent, owner, starter, steps, number)
        parent, turn, count = key, [], count + 1
        if count == OPENING:
            return


def _played_from(
    title: AnyTitle, state: Any, orders: Iterable[tuple[int, str]]
) -> Iterator[Played]:
    for seat, order in orders:
        after = title.apply(state, seat, title.read(state, order))
        yield Played(seat, order, state, after)
        state = after


def _owner(title: AnyTitle, state: Any) -> int:
    """Return whose turn it is; while a game is set up, whose decision."""
    turn = title.view(state, None).turn
    return turn if turn != CHANCE else next(iter(title.to_move(state)), CHANCE)


def _alike(
    title: AnyTitle, state: Any, turn: Sequence[Step], starter: int, players: int
) -> Iterator[str]:
    """Yield what turns have in common that are the same to players, from the turn of one game."""
    for seat, order, _ in _sorted(title, state, turn):
        if seat != CHANCE:
            yield f"{(seat - starter) % players} {without_spaces(order)}"


def _sorted(title: AnyTitle, state: Any, turn: Sequence[Step]) -> list[Step]:
    """Return the steps of a turn in the first order that is legal and leads to the same position.

    Where chance has had a say, or in a turn of very many steps, they stay as they are.
    """
    steps = list(turn)
    if len(steps) > MOST_SORTED or any(step.seat == CHANCE for step in steps):
        return steps
    end = title.digest(_played(title, state, steps))
    for place in range(len(steps) - 1):
        for later in sorted(range(place + 1, len(steps)), key=lambda at: _rank(steps[at])):
            if _rank(steps[later]) >= _rank(steps[place]):
                break
            swapped = [*steps[:place], steps[later], *steps[place:later], *steps[later + 1 :]]
            try:
                same = title.digest(_played(title, state, swapped)) == end
            except IllegalOrder:
                continue
            if same:
                steps = swapped
                break
    return steps


def _rank(step: Step) -> tuple[int, str]:
    return step.seat, without_spaces(step.order)


def _played(title: AnyTitle, state: Any, steps: Iterable[Step]) -> Any:
    for seat, order, _ in steps:
        state = title.apply(state, seat, title.read(state, order))
    return state


def _hashed(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
