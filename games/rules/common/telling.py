"""Sentences about orders and their events, for every title that has its own."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.rules.title import CHANCE, Order

Event = Sequence[Any]


class Teller:
    """Tells of one order and its events, or `urges` someone to give the order.

    A title's teller has a method for each verb, `_sail(who, order)`, and one for each event that is
    told, `_told_income(*rest)`. `s` ends the verbs: someone sails, and is urged to sail.
    """

    def __init__(self, names: Sequence[str], events: Sequence[Event], urges: bool = False) -> None:
        self.names = names
        self.urges = urges
        self.events = events
        self.facts = {event[0]: event for event in events}
        self.s = "" if urges else "s"

    def sentences(self, seat: int, order: Order) -> str:
        """Return the sentences about the order and then about its events.

        Who is urged need not be told of the events.
        """
        if self.urges:
            return capital(self.order(seat, order).lstrip())
        found = [self.order(seat, order), *map(self.event, self.events)]
        return " ".join(sentence for sentence in found if sentence)

    def order(self, seat: int, order: Order) -> str:
        """Return the sentence about an order of a seat."""
        self.seat = seat
        who = "" if self.urges or seat == CHANCE else self.names[seat]
        tell: Callable[[str, Any], str] = getattr(self, f"_{order.verb}")
        return tell(who, order)

    def event(self, event: Event) -> str:
        """Return the sentence about an event, '' if nothing is told of it."""
        tell: Callable[..., str] | None = getattr(self, f"_told_{event[0]}", None)
        return tell(*event[1:]) if tell else ""


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[str]) -> str:
    """Return one word or more as a list: 'red, blue and brown'."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
