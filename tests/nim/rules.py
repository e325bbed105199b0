"""The rules of Nim: all of them in one page."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from games.rules.common.base import BaseTitle
from games.rules.common.message import Message, message, term
from games.rules.common.play import Situation, Verb, chance, drawing
from games.rules.common.scoring import result
from games.rules.common.syntax import Line, Syntax, number
from games.rules.title import CHANCE, Figures, Result

HEAPS = range(7, 10)
MOST = 3
"""Stones that a player may take in a turn."""


class Deal(NamedTuple):
    stones: int
    verb: Literal["deal"] = "deal"


class Take(NamedTuple):
    stones: int
    verb: Literal["take"] = "take"


Order = Deal | Take


@dataclass
class State:
    players: int
    turn: int = CHANCE
    stones: int = 0
    events: list[list[Any]] = field(default_factory=list)
    board = None

    def copy(self) -> "State":
        return replace(self, events=[])


@dataclass(frozen=True)
class View:
    players: int
    seat: int | None
    to_move: tuple[int, ...]
    prompt: str
    turn: int
    stones: int
    title: str = "nim"
    board: str = "heap"
    options: Mapping[str, str] = field(default_factory=dict)


def deals(state: State) -> Sequence[tuple[Deal, int]]:
    return [(Deal(stones), 1) for stones in HEAPS]


def deal(state: State, seat: int, order: Deal) -> None:
    state.stones, state.turn = order.stones, 0


def takes(state: State, seat: int) -> Sequence[Take]:
    return [Take(stones) for stones in range(1, min(MOST, state.stones) + 1)]


def take(state: State, seat: int, order: Take) -> None:
    state.stones -= order.stones
    if state.stones:
        state.turn = (seat + 1) % state.players


def not_so_many(state: State, seat: int, order: Take) -> Message:
    return message("Take 1 to {most} stones.", most=min(MOST, state.stones))


DEALING = Situation("chance", chance, {"deal": drawing(deals, deal)}, weights=deals)
TURN: Situation[State] = Situation(
    "turn", lambda state: (state.turn,), {"take": Verb(takes, take, not_so_many)}
)


class Nim(BaseTitle[State, Order, View]):
    id = "nim"
    name = term("game", "Nim")
    players: tuple[int, ...] = (2, 3)
    boards: tuple[str, ...] = ("heap",)
    syntax: Syntax[Any, Order] = Syntax(
        [Line(Take, "{stones}"), Line(Deal, "{stones}")],
        {"stones": number(term("expected", "a number of stones"))},
        words_of=lambda board, text: text.lower().split(),
        example="take 2",
        hidden=["deal"],
    )

    def start(self, chosen: Mapping[str, str], players: int) -> State:
        self.complete(chosen, players)
        return State(players)

    def situation(self, state: State) -> Situation[State] | None:
        if state.turn == CHANCE:
            return DEALING
        return TURN if state.stones else None

    def view(self, state: State, seat: int | None) -> View:
        now = self.situation(state)
        prompt = now.prompt if now else "over"
        return View(state.players, seat, self.to_move(state), prompt, state.turn, state.stones)

    def resample(self, view: View, rng: random.Random) -> State:
        return State(view.players, view.turn, view.stones)

    def figures(self, state: State) -> tuple[Figures, ...]:
        won = [int(state.turn == seat and not state.stones) for seat in range(state.players)]
        return tuple(Figures({"last": point, "total": point}, {}) for point in won)

    def result(self, state: State) -> Result | None:
        if self.situation(state):
            return None
        scores = [figures.points for figures in self.figures(state)]
        return result("last", scores, [(points["total"],) for points in scores])

    def dump(self, state: State) -> dict[str, Any]:
        return {"players": state.players, "turn": state.turn, "stones": state.stones}

    def load(self, data: Mapping[str, Any]) -> State:
        return State(**data)
