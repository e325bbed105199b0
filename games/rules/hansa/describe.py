"""Logged orders as sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.hansa.board import Board
from games.rules.hansa.pieces import COLOURS, counted, in_words, several_in_words
from games.rules.hansa.reading import read
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.title import CHANCE

Event = Sequence[Any]


def describe(
    board: Board, seat: int, text: str, events: Sequence[Event], names: Sequence[str]
) -> str:
    """Return sentences about a logged order and its events, the acting player first.

    Without events they are about the order alone.
    """
    teller = _Teller(board, names, events)
    verb, *rest = read(board, text)
    tell: Callable[..., str] = getattr(teller, f"_{verb}")
    sentences = [tell("" if seat == CHANCE else names[seat], *rest), *map(teller.event, events)]
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

    def _booths(self, who: str, city: int) -> str:
        return f"{who} puts {BOOTHS_A_ROUND} booths in {self.city(city)}."

    def _replenish(self, who: str) -> str:
        return f"{who} pays 1 taler to fill the warehouses."

    def _sail(self, who: str, city: int) -> str:
        return f"{who} sails to {self.city(city)}."

    def _buy(self, who: str, code: int) -> str:
        buys = f"{who} buys {in_words(code)}{self.place('bought')}"
        if "bought" not in self.facts:
            return f"{buys}."
        paid = self.facts["bought"][2]
        if paid is None:
            return f"{buys} and pays the bank 1 taler."
        if self.names[paid] == who:
            return f"{buys} for free, with the most booths there."
        return f"{buys} and pays {self.names[paid]} 1 taler."

    def _build(self, who: str, code: int) -> str:
        gives = f"{who} gives up {in_words(code)}"
        if "built" not in self.facts:
            return f"{gives} for booths."
        _, city, number = self.facts["built"]
        return f"{gives} and puts {counted(number, 'booth')} in {self.city(city)}."

    def _sell(self, who: str, *codes: int) -> str:
        return f"{who} takes back a booth{self.place('sold')} and sells {several_in_words(codes)}."

    def _lose(self, who: str, code: int) -> str:
        return f"{who} loses {in_words(code)}."

    def _discard(self, who: str, code: int) -> str:
        return f"{who} discards {in_words(code)} as toll."

    def _end(self, who: str) -> str:
        return f"{who} ends the turn."

    def _remove(self, who: str, colour: int) -> str:
        return f"The {COLOURS[colour]} markers are left out of the game."

    def _draw(self, who: str, code: int, city: int) -> str:
        marker = in_words(code)
        return f"{marker[0].upper()}{marker[1:]} goes to {self.city(city)}."

    def _start(self, who: str, seat: int) -> str:
        return f"{self.names[seat]} is the start player."

    # Events.

    def event(self, event: Event) -> str:
        tell: Callable[..., str] | None = getattr(self, f"_told_{event[0]}", None)
        return tell(*event[1:]) if tell else ""

    def _told_lost(self, seat: int, code: int) -> str:
        return self._lose(self.names[seat], code)

    def _told_income(self, seat: int, talers: int) -> str:
        return f"{self.names[seat]} gets an income of {counted(talers, 'taler')}."

    def _told_surplus(self, seat: int, talers: int) -> str:
        verb = "is" if talers == 1 else "are"
        return f"{counted(talers, 'surplus taler')} {verb} lost."

    def _told_last_pile(self) -> str:
        return "It is the first marker of the last pile, so this is the last round."

    def _told_over(self, reason: str) -> str:
        return "The game is over: the last pile was started, and the round is complete."
