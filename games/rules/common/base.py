"""What the rules of all titles do alike, and what a simple game need not say."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from games.rules.common import play
from games.rules.common.message import Message, Noun, message
from games.rules.common.play import Situation
from games.rules.common.state import digest
from games.rules.common.syntax import Syntax
from games.rules.errors import IllegalOptions, IllegalOrder, UnclearOrder, quote
from games.rules.title import CHANCE, Consequence, Option, Order, Orders, Setup, Stop, Touched, View

PLAYER = Noun("player", "1 player", "{number} players")
STOPS = ("done", "decline", "end")
"""Verbs with which a player stops."""


def wrong_players(game: Message, fewest: int, most: int, players: int) -> Message:
    """Return that a game cannot have so many players."""
    return message(
        "{game} takes {fewest} to {most} players, not {players}.",
        game=game,
        fewest=fewest,
        most=most,
        players=players,
    )


class BaseState(Protocol):
    """What the base needs of a title's states: the board, whose turn it is, and a copy."""

    turn: int
    events: list[list[Any]]

    @property
    def board(self) -> Any: ...

    def copy(self) -> Self: ...


StateT = TypeVar("StateT", bound=BaseState)
OrderT = TypeVar("OrderT", bound=Order)
ViewT = TypeVar("ViewT", bound=View)


class BaseTitle(ABC, Generic[StateT, OrderT, ViewT]):
    """Plays by situations; see `games.rules.title.Title` for the whole.

    `syntax` is how orders are spelled.
    """

    id: str
    name: Message
    players: tuple[int, ...]
    boards: tuple[str, ...]
    syntax: Syntax[Any, OrderT]
    rules_version = 1
    abilities: tuple[str, ...] = ()

    # Who plays an order has nearly always asked what is legal just before: that need not be listed
    # again. States never change, so it still holds for the same one.
    _listed: tuple[Any, int, Orders[Any]] = (None, CHANCE, Orders({}))

    @abstractmethod
    def situation(self, state: StateT) -> Situation[StateT] | None:
        """Return what the game waits for, None when it is over."""

    @abstractmethod
    def view(self, state: StateT, seat: int | None) -> ViewT:
        """Return what `seat` may know, a spectator being None."""

    @abstractmethod
    def dump(self, state: StateT) -> dict[str, Any]:
        """Return the state as plain JSON."""

    def settle(self, state: StateT, seat: int, order: OrderT, prompt: str) -> None:
        """Do what follows from an order that answered a prompt; the state may be changed."""

    def asks(self, before: StateT, after: StateT, seat: int) -> bool:
        """Return whether an order of a seat asks other players something."""
        return False

    def unused(self, state: StateT, seat: int) -> int:
        """Return how much the end of a turn gives up now, such as actions."""
        return 0

    # Options.

    def board_facts(self, board_id: str) -> Mapping[str, Any]:
        return {"id": board_id, "name": str(self.name), "players": list(self.players), "cities": []}

    def setups(self) -> tuple[Setup, ...]:
        return tuple(Setup(PLAYER.subject(players), players) for players in self.players)

    def options(self) -> tuple[Option, ...]:
        return ()

    def compatible_options(self, chosen: Mapping[str, str], players: int) -> tuple[Option, ...]:
        return ()

    def complete(self, chosen: Mapping[str, str], players: int) -> dict[str, str]:
        if players not in self.players:
            fewest, most = min(self.players), max(self.players)
            raise IllegalOptions(wrong_players(self.name, fewest, most, players))
        for name in chosen:
            raise IllegalOptions(
                message(
                    "There is no option '{option}'. {game} has none.",
                    option=quote(name),
                    game=self.name,
                )
            )
        return {}

    # Play.

    def concealed(self, state: StateT, seat: int | None) -> ViewT:
        return self.view(state, seat)

    def to_move(self, state: StateT) -> tuple[int, ...]:
        return play.to_move(self.situation(state), state)

    def orders(self, state: StateT, seat: int) -> Orders[OrderT]:
        found: Orders[OrderT] = play.orders(self.situation(state), state, seat)
        self._listed = state, seat, found
        return found

    def chance_outcomes(self, state: StateT) -> list[tuple[OrderT, float]]:
        return play.chance_outcomes(self.situation(state), state)

    def start_player(self, order: OrderT) -> int | None:
        return None

    def apply(self, state: StateT, seat: int, order: OrderT) -> StateT:
        now = self.situation(state)
        if now is None:
            raise IllegalOrder(message("The game is over."))
        # Read once, as threads share a title.
        last_state, last_seat, found = self._listed
        listed = found if last_state is state and last_seat == seat else None
        verb = play.legal_verb(now, state, seat, order, state.turn, listed)
        new = state.copy()
        verb.do(new, seat, order)
        self.settle(new, seat, order, now.prompt)
        return new

    def warning(self, state: StateT, seat: int, order: OrderT) -> Consequence | None:
        after = self.apply(state, seat, order)
        movers = self.to_move(after)
        if not movers:
            return Consequence("ends")
        if movers == (CHANCE,):
            return Consequence("uncovers")
        return Consequence("asks", movers) if self.asks(state, after, seat) else None

    def stop(self, state: StateT, seat: int) -> Stop[OrderT] | None:
        now = self.situation(state)
        if now is None or seat not in now.seats(state):
            return None
        for name in STOPS:
            for order in now.verbs[name].listed(state, seat) if name in now.verbs else ():
                ends = name == "end"
                return Stop(order, ends_turn=ends, unused=self.unused(state, seat) if ends else 0)
        return None

    def gives_up(self, state: StateT, seat: int, order: OrderT) -> bool:
        stop = self.stop(state, seat)
        return stop is not None and stop.order == order and stop.unused > 0

    # Texts.

    def spelled(self, state: StateT, order: OrderT) -> OrderT:
        """Return an order in its one spelling, which may depend on the state."""
        return order

    def read(self, state: StateT, text: str) -> OrderT:
        try:
            order = self.syntax.read(state.board, text)
        except UnclearOrder:
            legal = [self.orders(state, seat) for seat in self.to_move(state) if seat != CHANCE]
            order = self.syntax.narrowed(
                state.board,
                text,
                {verb for orders in legal for verb in orders.groups},
                lambda order: any(self.spelled(state, order) in orders for orders in legal),
            )
        return self.spelled(state, order)

    def write(self, state: StateT, order: OrderT) -> str:
        return self.syntax.write(state.board, order)

    def touched(self, state: StateT, text: str, events: Sequence[Sequence[Any]]) -> Touched:
        return Touched()

    def redact(
        self, seat: int, text: str, events: Sequence[Sequence[Any]], viewer: int | None
    ) -> str:
        return text

    def digest(self, state: StateT) -> str:
        return digest(self.dump(state))
