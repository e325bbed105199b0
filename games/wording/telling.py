"""Sentences about orders and their events, for every title that has its own."""

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.common.message import Message, Part, Player, message
from games.rules.title import Order
from games.wording.language import Language

Event = Sequence[Any]


class Teller:
    """Tells of one order and its events, or `urges` someone to give the order.

    A title's teller has a method for each verb, `_sail(order)`, and one for each event that is
    told, `_told_income(*rest)`.
    """

    def __init__(
        self, names: Sequence[str], events: Sequence[Event], language: Language, urges: bool = False
    ) -> None:
        self.names = names
        self.events = events
        self.language = language
        self.urges = urges
        self.facts = {event[0]: event for event in events}

    def sentences(self, seat: int, order: Order) -> str:
        """Return the sentences about the order and then about its events.

        Who is urged need not be told of the events.
        """
        said = [self.order(seat, order)]
        if not self.urges:
            said += map(self.event, self.events)
        return " ".join(map(self.language.say, filter(None, said)))

    def order(self, seat: int, order: Order) -> Message | None:
        """Return the sentence about an order of a seat."""
        self.seat = seat
        tell: Callable[[Any], Message | None] = getattr(self, f"_{order.verb}")
        return tell(order)

    def event(self, event: Event) -> Message | None:
        """Return the sentence about an event, None if nothing is told of it."""
        tell: Callable[..., Message | None] | None = getattr(self, f"_told_{event[0]}", None)
        return tell(*event[1:]) if tell else None

    def said(self, told: str, urged: str, /, **parts: Part) -> Message:
        """Return one of two sentences about the order: of the player who gave it, or to them."""
        if self.urges:
            return message(urged, **parts)
        return message(told, player=self.player(self.seat), **parts)

    def player(self, seat: int) -> Player:
        return Player(self.names[seat])
