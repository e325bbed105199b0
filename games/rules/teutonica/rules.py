"""Hansa Teutonica as a title of the platform."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.errors import IllegalOptions
from games.rules.teutonica import describe, notation, play, reading, scoring, setup, view
from games.rules.teutonica.board import BOARD_IDS, Board, load_board
from games.rules.teutonica.state import State, digest, dump, load
from games.rules.title import CHANCE, Caution, Option, Order, Orders, Result, Value

BOARD = Option(
    "board",
    "Board",
    (
        Value(
            "hanse",
            "The Hanseatic League",
            "The first board, with one side for three players and one for four or five.",
        ),
    ),
    "hanse",
)
EDITION = Option(
    "edition",
    "Edition",
    (
        Value(
            "big_box",
            "Big Box (2020)",
            "15 markers with Move 3; a tie goes to the less developed Actions.",
        ),
    ),
    "big_box",
)


class Teutonica:
    """The title: each method hands on to the module that knows (see `games.rules.title.Title`)."""

    id = "teutonica"
    name = "Hansa Teutonica"
    rules_version = 1
    players: tuple[int, ...] = (3, 4, 5)
    boards: tuple[str, ...] = BOARD_IDS

    def board_facts(self, board_id: str) -> Mapping[str, Any]:
        return load_board(board_id).facts

    def options(self) -> tuple[Option, ...]:
        return (BOARD, EDITION)

    def complete(self, options: Mapping[str, str], players: int) -> dict[str, str]:
        if players not in self.players:
            raise IllegalOptions(
                f"{self.name} is played by {self.players[0]} to {self.players[-1]}, not {players}."
            )
        known = {option.name: option for option in self.options()}
        for name, value in options.items():
            if name not in known:
                raise IllegalOptions(f"There is no option '{name}'; there are {', '.join(known)}.")
            values = [choice.id for choice in known[name].values]
            if value not in values:
                raise IllegalOptions(f"'{value}' is no {name}; it can be {', '.join(values)}.")
        return {name: options.get(name, option.default) for name, option in known.items()}

    def board(self, options: Mapping[str, str], players: int) -> Board:
        """Return the side of the chosen board that this many players use."""
        for board_id in BOARD_IDS:
            if board_id.partition("-")[0] == options["board"]:
                board = load_board(board_id)
                if players in board.players:
                    return board
        raise IllegalOptions(f"The board {options['board']} has no side for {players} players.")

    def start(self, options: Mapping[str, str], players: int) -> State:
        complete = self.complete(options, players)
        return setup.start(self.board(complete, players), complete, players)

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
        if movers != (seat,) and after.frames:
            return Caution("asks", movers)
        return None

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
        return load(data)

    def digest(self, state: State) -> str:
        return digest(state)
