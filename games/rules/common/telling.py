"""Sentences about orders and their events, for every title that has its own."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.title import CHANCE, Order

Event = Sequence[Any]


class Teller:
    """Tells of one order and its events. Without `names` it urges someone to give the order.

    A title's teller has a method for each verb, `_sail(who, order)`, and one for each event that is
    told, `_told_income(*rest)`. `s` ends the verbs: someone sails, and is urged to sail.
    """

    def __init__(self, names: Sequence[str], events: Sequence[Event]) -> None:
        self.names = names
        self.events = events
        self.facts = {event[0]: event for event in events}
        self.s = "s" if names else ""

    def sentences(self, seat: int, order: Order) -> str:
        """Return the sentences about the order and then about its events."""
        found = [self.order(seat, order), *map(self.event, self.events)]
        told = " ".join(sentence for sentence in found if sentence)
        return told if self.names else capital(told.lstrip())

    def order(self, seat: int, order: Order) -> str:
        """Return the sentence about an order of a seat."""
        self.seat = seat
        who = self.names[seat] if self.names and seat != CHANCE else ""
        tell: Callable[[str, Any], str] = getattr(self, f"_{order.verb}")
        return tell(who, order)

    def event(self, event: Event) -> str:
        """Return the sentence about an event, '' if nothing is told of it."""
        tell: Callable[..., str] | None = getattr(self, f"_told_{event[0]}", None)
        return tell(*event[1:]) if tell else ""


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]
