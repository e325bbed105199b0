"""Logged orders as sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.hansa import orders
from games.rules.hansa.board import Board
from games.rules.hansa.pieces import COLOURS, counted, in_words, several_in_words
from games.rules.hansa.questions import PRICE
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.hansa.syntax import SYNTAX
from games.rules.hansa.turn import REPLENISHING
from games.rules.title import CHANCE

Event = Sequence[Any]


def describe(
    board: Board, seat: int, text: str, events: Sequence[Event], names: Sequence[str]
) -> str:
    """Return sentences about a logged order and its events, the acting player first.

    Without events they are about the order alone.
    """
    teller = _Teller(board, names, events)
    order = SYNTAX.read(board, text)
    tell: Callable[[str, Any], str] = getattr(teller, f"_{order.verb}")
    sentences = [tell("" if seat == CHANCE else names[seat], order), *map(teller.event, events)]
    return " ".join(sentence for sentence in sentences if sentence)


class _Teller:
    """Describes one order of one game; nothing of it is hidden."""

    def __init__(self, board: Board, names: Sequence[str], events: Sequence[Event]) -> None:
        self.board = board
        self.names = names
        self.facts = {event[0]: event for event in events}

    def city(self, city: int) -> str:
        return self.board.cities[city].name

    def place(self, fact: str) -> str:
        """Return ' in Danzig' if an event names the city."""
        return f" in {self.city(self.facts[fact][1])}" if fact in self.facts else ""

    # Orders.

    def _booths(self, who: str, order: orders.Booths) -> str:
        return f"{who} puts {BOOTHS_A_ROUND} booths in {self.city(order.city)}."

    def _replenish(self, who: str, order: orders.Replenish) -> str:
        return f"{who} pays {counted(REPLENISHING, 'taler')} to fill the warehouses."

    def _sail(self, who: str, order: orders.Sail) -> str:
        return f"{who} sails to {self.city(order.city)}."

    def _buy(self, who: str, order: orders.Buy) -> str:
        buys = f"{who} buys {in_words(order.good)}{self.place('bought')}"
        if "bought" not in self.facts:
            return f"{buys}."
        paid = self.facts["bought"][2]
        if paid is None:
            return f"{buys} and pays the bank {counted(PRICE, 'taler')}."
        if self.names[paid] == who:
            return f"{buys} for free, with the most booths there."
        return f"{buys} and pays {self.names[paid]} {counted(PRICE, 'taler')}."

    def _build(self, who: str, order: orders.Build) -> str:
        gives = f"{who} gives up {in_words(order.good)}"
        if "built" not in self.facts:
            return f"{gives} for booths."
        _, city, number = self.facts["built"]
        return f"{gives} and puts {counted(number, 'booth')} in {self.city(city)}."

    def _sell(self, who: str, order: orders.Sell) -> str:
        sold = several_in_words(order.goods)
        return f"{who} takes back a booth{self.place('sold')} and sells {sold}."

    def _lose(self, who: str, order: orders.Lose) -> str:
        return f"{who} loses {in_words(order.good)}."

    def _discard(self, who: str, order: orders.Discard) -> str:
        return f"{who} discards {in_words(order.good)} as toll."

    def _end(self, who: str, order: orders.End) -> str:
        return f"{who} ends the turn."

    def _remove(self, who: str, order: orders.Remove) -> str:
        return f"The {COLOURS[order.colour]} markers are left out of the game."

    def _draw(self, who: str, order: orders.Draw) -> str:
        marker = in_words(order.good)
        return f"{marker[0].upper()}{marker[1:]} goes to {self.city(order.city)}."

    def _start(self, who: str, order: orders.Start) -> str:
        return f"{self.names[order.seat]} is the start player."

    # Events.

    def event(self, event: Event) -> str:
        tell: Callable[..., str] | None = getattr(self, f"_told_{event[0]}", None)
        return tell(*event[1:]) if tell else ""

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
