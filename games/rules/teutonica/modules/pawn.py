"""Two players with the pawn: actions only around its province (T17)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.rules.common.message import Message, Notation, message
from games.rules.common.play import Verb
from games.rules.teutonica.board import Board
from games.rules.teutonica.frames import FirstProvince
from games.rules.teutonica.lookup import meet, spaces_of
from games.rules.teutonica.orders import FREE_WALK, PAID_WALK, Order, Walk
from games.rules.teutonica.situation import Situation, route_name
from games.rules.teutonica.state import Module, Position, State

FREE_DISTANCE = 2
ACTION_VERBS = frozenset({"income", "place", "displace", "move", "claim"})


class Provinces:
    """The provinces of a board: their routes, the spaces on these, and the provinces nearby."""

    def __init__(self, board: Board) -> None:
        facts: Sequence[Mapping[str, Any]] = board.facts["provinces"]
        self.numbers = [int(province["id"]) for province in board.facts["provinces"]]
        self.routes = {
            number: frozenset(board.route_numbers[str(route)] for route in province["routes"])
            for number, province in zip(self.numbers, facts, strict=True)
        }
        self.spaces = {
            number: spaces_of(board, tuple(routes)) for number, routes in self.routes.items()
        }
        neighbours = {
            number: set(province["neighbours"])
            for number, province in zip(self.numbers, facts, strict=True)
        }
        self.near = {
            number: (first | {far for near in first for far in neighbours[near]}) - {number}
            for number, first in neighbours.items()
        }


@lru_cache(maxsize=8)
def provinces(board: Board) -> Provinces:
    """Return the provinces of a board, worked out once."""
    return Provinces(board)


def borders(position: Position, route: int) -> bool:
    """Return whether a route borders the province of the pawn, which is on the board (T17.3)."""
    return route in provinces(position.printed).routes[position.added.pawn]


def free_targets(position: Position) -> set[int]:
    """Return where the pawn may go for free: once a turn, 1 or 2 provinces away (T17.2)."""
    if position.added.walked:
        return set()
    return provinces(position.printed).near[position.added.pawn]


class Pawn(Module):
    """The pawn, its moves, and what it binds (T17.2, T17.3)."""

    def set_up(self, state: State) -> None:
        # Below the other frames: the start player and the markers are known by then (T17.1).
        state.frames = (FirstProvince(), *state.frames)

    def turn_begins(self, state: State) -> None:
        state.added = state.added._replace(walked=False, acted=False, closed=False)

    def open_to(self, state: State, seat: int, spaces: bytes) -> bytes:
        return meet(spaces, provinces(state.board).spaces[state.added.pawn])

    def not_open(self, state: State, seat: int, space: int) -> Message | None:
        route = state.board.space_route[space]
        return None if borders(state, route) else self.no_claim(state, route)

    def may_claim(self, state: State, seat: int, route: int) -> bool:
        return borders(state, route)

    def no_claim(self, state: State, route: int) -> Message:
        return message(
            "{route} doesn't border province {province}, where the pawn is.",
            route=route_name(state, route),
            province=state.added.pawn,
        )

    def ordered(self, state: State, seat: int, order: Order, prompt: str) -> None:
        if prompt == "turn" and order.verb in ACTION_VERBS and not state.added.acted:
            state.added = state.added._replace(acted=True)


def _walks(state: State, seat: int) -> Sequence[Walk]:
    """Return the pawn's moves; those that can be free are also listed for an action."""
    return _walks_of(
        state.board, state.added.pawn, frozenset(free_targets(state)), state.actions > 0
    )


@lru_cache(maxsize=128)
def _walks_of(board: Board, pawn: int, free: frozenset[int], paid: bool) -> tuple[Walk, ...]:
    found = [Walk(number, FREE_WALK) for number in sorted(free)]
    if paid:
        found += [
            Walk(number, PAID_WALK if number in free else FREE_WALK)
            for number in provinces(board).numbers
            if number != pawn
        ]
    return tuple(found)


def _walk(state: State, seat: int, order: Walk) -> None:
    number, how, _ = order
    if how == FREE_WALK and number in free_targets(state):
        after_last = state.added.acted
        state.added = state.added._replace(walked=True, closed=state.added.closed or after_last)
        state.tell("walked", "last" if after_last else "free")
        if after_last:
            state.actions = 0
    else:
        state.actions -= 1
        state.added = state.added._replace(acted=True)
        state.tell("walked", "action")
    state.added = state.added._replace(pawn=number)


def _no_walk(state: State, seat: int, order: Walk) -> Message:
    number = order.province
    if number not in provinces(state.board).numbers:
        return message(
            "There is no province {province}. They are numbered 1 to 16.", province=number
        )
    if number == state.added.pawn:
        return message("The pawn is already in province {province}.", province=number)
    if state.actions:
        return message(
            "This move of the pawn always costs an action. Write '{order}'.",
            order=Notation(f"pawn {number}"),
        )
    if state.added.walked:
        return message(
            "You've used the pawn's free move this turn. You have no actions left this turn."
        )
    return message(
        "Province {province} is more than {distance} provinces away. You have no actions left this"
        " turn.",
        province=number,
        distance=FREE_DISTANCE,
    )


def _first_provinces(state: State, seat: int) -> Sequence[Walk]:
    return [Walk(number, FREE_WALK) for number in provinces(state.board).numbers]


def _put_pawn(state: State, seat: int, order: Walk) -> None:
    state.added = state.added._replace(pawn=order.province)
    state.pop()


def _no_first_province(state: State, seat: int, order: Walk) -> Message:
    return message("Put the pawn in one of the provinces 1 to 16.")


Pawn.verbs = {"pawn": Verb(_walks, _walk, _no_walk)}
SITUATIONS: dict[str, Situation] = {
    "pawn": Situation(
        prompt="pawn",
        # The player who does not go first chooses its province (T17.1).
        seats=lambda state: (1 - state.start,),
        verbs={"pawn": Verb(_first_provinces, _put_pawn, _no_first_province)},
    )
}
