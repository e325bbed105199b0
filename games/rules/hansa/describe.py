"""Logged orders as sentences."""

from collections.abc import Sequence

from games.rules.common.telling import Event, Teller, capital
from games.rules.hansa import orders
from games.rules.hansa.board import Board
from games.rules.hansa.pieces import COLOURS, counted, in_words, several_in_words
from games.rules.hansa.questions import PRICE
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.hansa.state import State
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.turn import REPLENISHING


def describe(
    state: State,
    seat: int,
    text: str,
    events: Sequence[Event],
    names: Sequence[str],
    viewer: int | None,
) -> str:
    """Return sentences about a logged order and its events, the acting player first.

    Without events they are about the order alone.
    """
    board = state.board
    return _Teller(board, names, events).sentences(seat, SYNTAX.read(board, text))


def urge(state: State, seat: int, text: str, events: Sequence[Event], names: Sequence[str]) -> str:
    """Return an order as advice to a seat, with what its events say about it."""
    board = state.board
    return _Teller(board, names, events, urges=True).sentences(seat, SYNTAX.read(board, text))


class _Teller(Teller):
    """Describes one order of one game; nothing of it is hidden."""

    def __init__(
        self, board: Board, names: Sequence[str], events: Sequence[Event], urges: bool = False
    ) -> None:
        super().__init__(names, events, urges)
        self.board = board

    def city(self, city: int) -> str:
        return self.board.cities[city].name

    def place(self, fact: str) -> str:
        """Return ' in Danzig' if an event names the city."""
        return f" in {self.city(self.facts[fact][1])}" if fact in self.facts else ""

    # Orders.

    def _booths(self, who: str, order: orders.Booths) -> str:
        return f"{who} put{self.s} {BOOTHS_A_ROUND} booths in {self.city(order.city)}."

    def _replenish(self, who: str, order: orders.Replenish) -> str:
        return f"{who} pay{self.s} {counted(REPLENISHING, 'taler')} to fill the warehouses."

    def _sail(self, who: str, order: orders.Sail) -> str:
        return f"{who} sail{self.s} to {self.city(order.city)}."

    def _buy(self, who: str, order: orders.Buy) -> str:
        buys = f"{who} buy{self.s} {in_words(order.good)}{self.place('bought')}"
        if "bought" not in self.facts:
            return f"{buys}."
        paid = self.facts["bought"][2]
        if paid == self.seat:
            return f"{buys} for free, with the most booths there."
        # The name comes last, as it may end with a number.
        to = "the bank" if paid is None else self.names[paid]
        return f"{buys} and pay{self.s} {counted(PRICE, 'taler')} to {to}."

    def _build(self, who: str, order: orders.Build) -> str:
        gives = f"{who} give{self.s} up {in_words(order.good)}"
        if "built" not in self.facts:
            return f"{gives} for booths."
        _, city, number = self.facts["built"]
        return f"{gives} and put{self.s} {counted(number, 'booth')} in {self.city(city)}."

    def _sell(self, who: str, order: orders.Sell) -> str:
        sold = several_in_words(order.goods)
        return f"{who} take{self.s} back a booth{self.place('sold')} and sell{self.s} {sold}."

    def _lose(self, who: str, order: orders.Lose) -> str:
        return f"{who} lose{self.s} {in_words(order.good)}."

    def _discard(self, who: str, order: orders.Discard) -> str:
        return f"{who} discard{self.s} {in_words(order.good)} as toll."

    def _end(self, who: str, order: orders.End) -> str:
        return f"{who} end{self.s} the turn."

    def _remove(self, who: str, order: orders.Remove) -> str:
        return f"The {COLOURS[order.colour]} markers are left out of the game."

    def _draw(self, who: str, order: orders.Draw) -> str:
        return f"{capital(in_words(order.good))} goes to {self.city(order.city)}."

    def _start(self, who: str, order: orders.Start) -> str:
        return f"{self.names[order.seat]} is the start player."

    # Events.

    def _told_lost(self, seat: int, code: int) -> str:
        return self._lose(self.names[seat], orders.Lose(code))

    def _told_income(self, seat: int, talers: int) -> str:
        return f"{self.names[seat]} gets an income of {counted(talers, 'taler')}."

    def _told_surplus(self, seat: int, talers: int) -> str:
        verb = "is" if talers == 1 else "are"
        return f"{counted(talers, 'surplus taler')} {verb} lost."

    def _told_last_pile(self) -> str:
        return "It is the first marker of the last pile, so this is the last round."

    def _told_over(self, reason: str) -> str:
        return "The game is over: the last pile was started, and the round is complete."
