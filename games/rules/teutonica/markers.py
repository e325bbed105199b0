"""Using bonus markers between actions (T2.3, T9)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from games.rules.common.message import Message, message
from games.rules.common.play import Verb
from games.rules.common.rows import with_item
from games.rules.teutonica.actions import DONE, done
from games.rules.teutonica.board import Board
from games.rules.teutonica.claim import fully_developed, use_up
from games.rules.teutonica.frames import Move3, Remove3
from games.rules.teutonica.lifting import LIFTED, lifts, nobody_on
from games.rules.teutonica.orders import Done, Remove, Use, UseDevelop, UseMarker, UseSwap
from games.rules.teutonica.pieces import (
    ABILITIES,
    DEVELOP,
    EMPTY,
    EXTRA,
    KIND_NAMES,
    MARKER_WORDS,
    MOVE3,
    PLUS3,
    PLUS4,
    REMOVE3,
    SWAP,
    kind_of,
    owner,
)
from games.rules.teutonica.situation import Situation, on_turn
from games.rules.teutonica.state import State
from games.rules.teutonica.syntax import ONLY_IN_CLAIM

MORE_ACTIONS = {PLUS3: 3, PLUS4: 4}


def uses(state: State, seat: int) -> Sequence[Use]:
    """Return every use of the seat's markers that does something now (T9.5)."""
    found: list[Use] = []
    for kind in dict.fromkeys(state.held[seat]):
        if kind in MORE_ACTIONS:
            if not state.added.closed:
                found.append(UseMarker(kind))
        elif kind == DEVELOP:
            found += [
                UseDevelop(ability)
                for ability in range(len(ABILITIES))
                if not state.is_complete(seat, ability)
            ]
        elif kind == SWAP:
            found += _swaps(state, seat)
        elif (kind == MOVE3 and lifts(state, seat, Move3(LIFTED))) or (
            kind == REMOVE3 and any(state.spaces)
        ):
            found.append(UseMarker(kind))
    return found


def swappable(state: State, city: int) -> bytes:
    """Return the offices of a city that Swap may touch: all but extra ones (T9.3, T14.2)."""
    return _swappable(state.board, state.offices, state.founded, city)


def _swappable(board: Board, offices: bytes, founded: tuple[bytes, ...], city: int) -> bytes:
    numbers = board.cities[city].offices
    return offices[numbers.start : numbers.stop] + founded[city]


def _swaps(state: State, seat: int) -> tuple[UseSwap, ...]:
    """Return the pairs of neighbouring offices that may change owners, by their left one (T9.3)."""
    whose = None if state.options["edition"] == "classic" else seat
    return _swaps_of(state.board, state.offices, state.founded, whose)


# Offices seldom change from one decision to the next.
@lru_cache(maxsize=256)
def _swaps_of(
    board: Board, offices: bytes, founded: tuple[bytes, ...], whose: int | None
) -> tuple[UseSwap, ...]:
    return tuple(
        UseSwap(city.index, left)
        for city in board.cities
        for left in _pairs(_swappable(board, offices, founded, city.index), whose)
    )


def _pairs(offices: bytes, seat: int | None) -> list[int]:
    """Return where different owners are neighbours in a row, one of them `seat` unless None."""
    return [
        place
        for place, (left, right) in enumerate(pairwise(offices))
        if left != EMPTY
        and right != EMPTY
        and owner(left) != owner(right)
        and (seat is None or seat in (owner(left), owner(right)))
    ]


def _swap(state: State, city: int, left: int) -> None:
    row = bytearray(swappable(state, city))
    row[left], row[left + 1] = row[left + 1], row[left]
    offices = state.board.cities[city].offices
    printed, founded = bytes(row[: len(offices)]), bytes(row[len(offices) :])
    state.offices = state.offices[: offices.start] + printed + state.offices[offices.stop :]
    state.founded = with_item(state.founded, city, founded)
    state.tell("swapped", owner(row[left + 1]), owner(row[left]))


def use(state: State, seat: int, order: Use) -> None:
    """Use a marker and turn it face down (T8.2, T9)."""
    use_up(state, seat, order.marker)
    if isinstance(order, UseDevelop):
        state.develop(seat, order.ability)
    elif isinstance(order, UseSwap):
        _swap(state, order.city, order.left)
    elif order.marker in MORE_ACTIONS:
        state.actions += MORE_ACTIONS[order.marker]
    elif order.marker == MOVE3:
        state.push(Move3(LIFTED))
    elif order.marker == REMOVE3:
        state.push(Remove3(LIFTED))


def no_use(state: State, seat: int, order: Use) -> Message:
    """Say why this marker cannot be used so."""
    kind = order.marker
    if kind not in state.held[seat]:
        return message("You have no marker '{marker}' face up.", marker=MARKER_WORDS[kind])
    if isinstance(order, UseDevelop):
        return fully_developed(order.ability)
    if kind == SWAP:
        if state.options["edition"] == "classic":
            return message(
                "Swap needs two occupied offices side by side in one city, with different owners."
                " Extra offices don't count."
            )
        return message(
            "Swap needs two occupied offices side by side in one city, one of them yours and the"
            " other not. Extra offices don't count."
        )
    if kind == EXTRA:
        return ONLY_IN_CLAIM
    if kind in MORE_ACTIONS:
        return message(
            "You can't act any more this turn, so '{marker}' would do nothing.",
            marker=MARKER_WORDS[kind],
        )
    if kind == MOVE3:
        return message("Move 3 would do nothing now: no other player has a piece on a route.")
    return message("Remove 3 would do nothing now: nobody has a piece on a route.")


# Remove 3: back to their owners' supplies (T9.6, classic).


def _removals(state: State, seat: int) -> Sequence[Remove]:
    return [Remove(space) for space, code in enumerate(state.spaces) if code]


def _remove(state: State, seat: int, order: Remove) -> None:
    """Take a piece from a space; one that is no player's leaves the board."""
    space = order.space
    code = state.spaces[space]
    state.set_space(space, EMPTY)
    if owner(code) < state.players:
        state.add_supply(owner(code), kind_of(code), 1)
    state.tell("removed", owner(code), KIND_NAMES[kind_of(code)])
    state.replace(Remove3(state.top(Remove3).left - 1))


def _no_removal(state: State, seat: int, order: Remove) -> Message:
    return nobody_on(state, order.space)


def _removed_some(state: State, seat: int) -> Sequence[Done]:
    return () if state.top(Remove3).left == LIFTED else (DONE,)


def _none_removed(state: State, seat: int, order: Done) -> Message:
    return message("Remove at least one piece.")


def _settle_remove3(state: State) -> None:
    if not state.top(Remove3).left or not any(state.spaces):
        state.pop()


USE: Verb[State, Any] = Verb(uses, use, no_use)
SITUATIONS: dict[str, Situation] = {
    "remove3": Situation(
        prompt="remove3",
        seats=on_turn,
        verbs={
            "remove": Verb(_removals, _remove, _no_removal),
            "done": Verb(_removed_some, done, _none_removed),
        },
        settle=_settle_remove3,
    )
}
