"""Hansa as a title of the platform."""

from collections.abc import Mapping
from typing import Any

from games.rules.common.base import BaseTitle
from games.rules.common.message import term
from games.rules.hansa import play, resample, scoring, touched, view
from games.rules.hansa.board import BOARD_IDS, load_board
from games.rules.hansa.orders import Order, Start
from games.rules.hansa.questions import surplus
from games.rules.hansa.state import State, initial
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.view import View
from games.rules.title import Setup

SETUPS = (
    Setup(term("setup", "The Baltic Sea"), 4),
    Setup(term("setup", "The Baltic Sea, 3 players"), 3),
    Setup(term("setup", "The Baltic Sea, 2 players"), 2),
)
"""Every number of players: each has its own markers and piles (H1.1, H1.2)."""


class Hansa(BaseTitle[State, Order, View]):
    """The title: each method calls the module that does the work (`games.rules.title.Title`)."""

    id = "hansa"
    name = term("game", "Hansa")
    players: tuple[int, ...] = (2, 3, 4)
    boards: tuple[str, ...] = BOARD_IDS
    syntax = SYNTAX

    # Some are called at every order, and bots give thousands: no call in between.
    situation = staticmethod(play.situation)
    view = staticmethod(view.view)
    resample = staticmethod(resample.resample)
    result = staticmethod(scoring.result)
    figures = staticmethod(scoring.figures)
    touched = staticmethod(touched.touched)
    load = State.load

    def board_facts(self, board_id: str) -> Mapping[str, Any]:
        return load_board(board_id).facts

    def setups(self) -> tuple[Setup, ...]:
        return SETUPS

    def start(self, chosen: Mapping[str, str], players: int) -> State:
        self.complete(chosen, players)
        return initial(load_board(BOARD_IDS[0]), players)

    def start_player(self, order: Order) -> int | None:
        return order.seat if isinstance(order, Start) else None

    def asks(self, before: State, after: State, seat: int) -> bool:
        return after.stage == "lose" != before.stage

    def unused(self, state: State, seat: int) -> int:
        could_act = not play.ACTIONS.isdisjoint(self.orders(state, seat).groups)
        return surplus(state.talers[seat]) + could_act

    def dump(self, state: State) -> dict[str, Any]:
        return state.dump()
