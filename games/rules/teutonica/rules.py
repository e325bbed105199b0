"""Hansa Teutonica as a title of the platform."""

from collections.abc import Mapping
from typing import Any

from games.rules.common.base import BaseTitle
from games.rules.teutonica import (
    displaced,
    modules,
    options,
    play,
    redact,
    resample,
    scoring,
    setup,
    touched,
    view,
)
from games.rules.teutonica.board import BOARD_IDS, load_board
from games.rules.teutonica.modules.pawn import free_targets
from games.rules.teutonica.orders import FREE_WALK, Order, Start, Walk
from games.rules.teutonica.pieces import ABILITIES
from games.rules.teutonica.state import State
from games.rules.teutonica.syntax import SYNTAX
from games.rules.teutonica.view import View
from games.rules.title import Option, Setup


class Teutonica(BaseTitle[State, Order, View]):
    """The title: each method calls the module that does the work (`games.rules.title.Title`)."""

    id = "teutonica"
    name = options.NAME
    rules_version = 2
    players: tuple[int, ...] = options.PLAYERS
    boards: tuple[str, ...] = BOARD_IDS
    abilities: tuple[str, ...] = ABILITIES
    syntax = SYNTAX

    # Some are called at every order, and bots give thousands: no call in between.
    situation = staticmethod(play.situation)
    settle = staticmethod(play.settle)
    spelled = staticmethod(displaced.spelled)
    compatible_options = staticmethod(options.compatible_options)
    complete = staticmethod(options.complete)
    concealed = staticmethod(view.concealed)
    view = staticmethod(view.view)
    resample = staticmethod(resample.resample)
    result = staticmethod(scoring.result)
    figures = staticmethod(scoring.figures)
    redact = staticmethod(redact.redact)
    touched = staticmethod(touched.touched)

    def board_facts(self, board_id: str) -> Mapping[str, Any]:
        return load_board(board_id).facts

    def setups(self) -> tuple[Setup, ...]:
        return options.SETUPS

    def options(self) -> tuple[Option, ...]:
        return options.OPTIONS

    def start(self, chosen: Mapping[str, str], players: int) -> State:
        complete = options.complete(chosen, players)
        board = options.board_for(complete, players)
        return setup.start(board, complete, players, modules.playing(board, complete))

    def start_player(self, order: Order) -> int | None:
        return order.seat if isinstance(order, Start) else None

    def asks(self, before: State, after: State, seat: int) -> bool:
        return self.to_move(after) != (seat,) and bool(after.frames)

    def unused(self, state: State, seat: int) -> int:
        return state.actions

    def gives_up(self, state: State, seat: int, order: Order) -> bool:
        if isinstance(order, Walk) and self.view(state, seat).walk_ends:
            return order.how == FREE_WALK and order.province in free_targets(state)
        return super().gives_up(state, seat, order)

    def load(self, data: Mapping[str, Any]) -> State:
        board, options = load_board(data["board"]), data["options"]
        return State.load(data, modules=modules.playing(board, options))

    def dump(self, state: State) -> dict[str, Any]:
        return state.dump()
