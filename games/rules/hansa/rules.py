"""Hansa as a title of the platform."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.errors import IllegalOptions, echo
from games.rules.hansa import describe, notation, play, reading, scoring, view
from games.rules.hansa.board import BOARD_IDS, load_board
from games.rules.hansa.state import State, digest, dump, initial, load
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

TABLES = (
    Table("The Baltic Sea", 4),
    Table("The Baltic Sea, 3 players", 3),
    Table("The Baltic Sea, 2 players", 2),
)
"""Every number of players: each has its own markers and piles (H1.1, H1.2)."""


class Hansa:
    """The title: each method calls the module that does the work (`games.rules.title.Title`)."""

    id = "hansa"
    name = "Hansa"
    rules_version = 1
    players: tuple[int, ...] = (2, 3, 4)
    boards: tuple[str, ...] = BOARD_IDS
    abilities: tuple[str, ...] = ()

    def board_facts(self, board_id: str) -> Mapping[str, Any]:
        return load_board(board_id).facts

    def tables(self) -> tuple[Table, ...]:
        return TABLES

    def options(self) -> tuple[Option, ...]:
        return ()

    def offered(self, chosen: Mapping[str, str], players: int) -> tuple[Option, ...]:
        return ()

    def complete(self, chosen: Mapping[str, str], players: int) -> dict[str, str]:
        if players not in self.players:
            raise IllegalOptions(f"Hansa takes 2 to 4 players, not {players}.")
        for name in chosen:
            raise IllegalOptions(f"There is no option {echo(name)}. Hansa has none.")
        return {}

    def start(self, chosen: Mapping[str, str], players: int, rules_version: int = 1) -> State:
        self.complete(chosen, players)
        return initial(load_board(BOARD_IDS[0]), players)

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
        return reading.read(state.board, text)

    def write(self, state: State, order: Order) -> str:
        return notation.write(state.board, order)

    def warning(self, state: State, seat: int, order: Order) -> Caution | None:
        after = play.apply(state, seat, order)
        movers = play.to_move(after)
        if not movers:
            return Caution("ends")
        if movers == (CHANCE,):
            return Caution("uncovers")
        if after.stage == "lose" and state.stage != "lose":
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
        return describe.describe(state.board, seat, text, events, names)

    def redact(
        self, seat: int, text: str, events: Sequence[Sequence[Any]], viewer: int | None
    ) -> str:
        return text

    def dump(self, state: State) -> dict[str, Any]:
        return dump(state)

    def load(self, data: Mapping[str, Any]) -> State:
        return load(data)

    def digest(self, state: State) -> str:
        return digest(state)
