"""Hansa Teutonica as a title of the platform."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.teutonica import (
    describe,
    displaced,
    modules,
    notation,
    options,
    play,
    reading,
    scoring,
    setup,
    versions,
    view,
)
from games.rules.teutonica.board import BOARD_IDS, load_board
from games.rules.teutonica.pieces import ABILITIES
from games.rules.teutonica.state import State, digest, dump, load
from games.rules.title import (
    CHANCE,
    Caution,
    Figures,
    Option,
    Order,
    Orders,
    Result,
    Stop,
    Table,
)


class Teutonica:
    """The title: each method calls the module that does the work (`games.rules.title.Title`)."""

    id = "teutonica"
    name = "Hansa Teutonica"
    rules_version = versions.NEWEST
    players: tuple[int, ...] = options.PLAYERS
    boards: tuple[str, ...] = BOARD_IDS
    abilities: tuple[str, ...] = ABILITIES

    def board_facts(self, board_id: str) -> Mapping[str, Any]:
        return load_board(board_id).facts

    def tables(self) -> tuple[Table, ...]:
        return options.TABLES

    def options(self) -> tuple[Option, ...]:
        return options.OPTIONS

    def offered(self, chosen: Mapping[str, str], players: int) -> tuple[Option, ...]:
        return options.offered(chosen, players)

    def complete(self, chosen: Mapping[str, str], players: int) -> dict[str, str]:
        return options.complete(chosen, players)

    def start(
        self, chosen: Mapping[str, str], players: int, rules_version: int = versions.NEWEST
    ) -> State:
        complete = options.complete(chosen, players)
        board = options.board_for(complete, players)
        playing = modules.playing(board, complete)
        return setup.start(board, complete, players, playing, rules_version)

    def to_move(self, state: State) -> tuple[int, ...]:
        return play.to_move(state)

    def orders(self, state: State, seat: int) -> Orders:
        return play.orders(state, seat)

    def apply(self, state: State, seat: int, order: Order) -> State:
        return play.apply(state, seat, order)

    def draws(self, state: State) -> list[tuple[Order, int]]:
        return play.draws(state)

    def view(self, state: State, seat: int | None) -> view.View:
        return view.view(state, seat)

    def result(self, state: State) -> Result | None:
        return scoring.result(state)

    def figures(self, state: State) -> tuple[Figures, ...]:
        return scoring.figures(state)

    def read(self, state: State, text: str) -> Order:
        return displaced.spelled(state, reading.read(state.board, text))

    def write(self, state: State, order: Order) -> str:
        return notation.write(state.board, order)

    def warning(self, state: State, seat: int, order: Order) -> Caution | None:
        after = play.apply(state, seat, order)
        movers = play.to_move(after)
        if not movers:
            return Caution("ends")
        if movers == (CHANCE,):
            return Caution("uncovers")
        if movers != (seat,) and after.frames:
            return Caution("asks", movers)
        return None

    def stop(self, state: State, seat: int) -> Stop | None:
        return play.stop(state, seat)

    def describe(
        self,
        state: State,
        seat: int,
        text: str,
        events: Sequence[Sequence[Any]],
        names: Sequence[str],
        viewer: int | None,
    ) -> str:
        return describe.describe(state.board, seat, text, events, names, viewer)

    def redact(
        self, seat: int, text: str, events: Sequence[Sequence[Any]], viewer: int | None
    ) -> str:
        return describe.redact(seat, text, events, viewer)

    def dump(self, state: State) -> dict[str, Any]:
        return dump(state)

    def load(self, data: Mapping[str, Any]) -> State:
        return load(data, modules.playing)

    def digest(self, state: State) -> str:
        return digest(state)
