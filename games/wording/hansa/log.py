"""Logged orders of Hansa as sentences."""

from collections.abc import Sequence

from games.rules.common.message import Message, Part, Place, message, plural
from games.rules.hansa import orders
from games.rules.hansa.board import Board
from games.rules.hansa.pieces import (
    BOOTH,
    COLOUR_WORDS,
    TALER,
    goods,
    several_goods,
)
from games.rules.hansa.questions import PRICE
from games.rules.hansa.setup import BOOTHS_A_ROUND
from games.rules.hansa.turn import REPLENISHING
from games.wording.language import Language
from games.wording.telling import Event, Teller


class LogTeller(Teller):
    """Tells of one order of one game; nothing of it is hidden."""

    def __init__(
        self,
        board: Board,
        names: Sequence[str],
        events: Sequence[Event],
        language: Language,
        urges: bool = False,
    ) -> None:
        super().__init__(names, events, language, urges)
        self.board = board

    def city(self, city: int) -> Place:
        return Place(self.board.cities[city].name)

    # Orders.

    def _booths(self, order: orders.Booths) -> Message:
        return self.said(
            "{player} puts {booths} in {city}.",
            "Put {booths} in {city}.",
            booths=BOOTH.object(BOOTHS_A_ROUND),
            city=self.city(order.city),
        )

    def _replenish(self, order: orders.Replenish) -> Message:
        return self.said(
            "{player} pays {talers} to fill the warehouses.",
            "Pay {talers} to fill the warehouses.",
            talers=TALER.object(REPLENISHING),
        )

    def _sail(self, order: orders.Sail) -> Message:
        return self.said("{player} sails to {city}.", "Sail to {city}.", city=self.city(order.city))

    def _buy(self, order: orders.Buy) -> Message:
        bought = goods(order.good, "object")
        if "bought" not in self.facts:
            return self.said("{player} buys {goods}.", "Buy {goods}.", goods=bought)
        _, city, paid = self.facts["bought"]
        parts: dict[str, Part] = {"goods": bought, "city": self.city(city)}
        if paid == self.seat:
            return self.said(
                "{player} buys {goods} in {city} for free, with the most booths there.",
                "Buy {goods} in {city} for free, with the most booths there.",
                **parts,
            )
        parts["talers"] = TALER.object(PRICE)
        if paid is None:
            return self.said(
                "{player} buys {goods} in {city} and pays {talers} to the bank.",
                "Buy {goods} in {city} and pay {talers} to the bank.",
                **parts,
            )
        # The name comes last, as it may end with a number.
        return self.said(
            "{player} buys {goods} in {city} and pays {talers} to {seller}.",
            "Buy {goods} in {city} and pay {talers} to {seller}.",
            seller=self.player(paid),
            **parts,
        )

    def _build(self, order: orders.Build) -> Message:
        given = goods(order.good, "object")
        if "built" not in self.facts:
            return self.said(
                "{player} gives up {goods} for booths.", "Give up {goods} for booths.", goods=given
            )
        _, city, number = self.facts["built"]
        return self.said(
            "{player} gives up {goods} and puts {booths} in {city}.",
            "Give up {goods} and put {booths} in {city}.",
            goods=given,
            booths=BOOTH.object(number),
            city=self.city(city),
        )

    def _sell(self, order: orders.Sell) -> Message:
        sold = several_goods(order.goods, "object")
        if "sold" not in self.facts:
            return self.said(
                "{player} takes back a booth and sells {goods}.",
                "Take back a booth and sell {goods}.",
                goods=sold,
            )
        return self.said(
            "{player} takes back a booth in {city} and sells {goods}.",
            "Take back a booth in {city} and sell {goods}.",
            city=self.city(self.facts["sold"][1]),
            goods=sold,
        )

    def _lose(self, order: orders.Lose) -> Message:
        return self.said(
            "{player} loses {goods}.", "Lose {goods}.", goods=goods(order.good, "object")
        )

    def _discard(self, order: orders.Discard) -> Message:
        return self.said(
            "{player} discards {goods} as toll.",
            "Discard {goods} as toll.",
            goods=goods(order.good, "object"),
        )

    def _end(self, order: orders.End) -> Message:
        return self.said("{player} ends the turn.", "End the turn.")

    def _remove(self, order: orders.Remove) -> Message:
        return message("This game is played without {markers}.", markers=COLOUR_WORDS[order.colour])

    def _draw(self, order: orders.Draw) -> Message:
        return message(
            "{city} gets {goods}.", city=self.city(order.city), goods=goods(order.good, "object")
        )

    def _start(self, order: orders.Start) -> Message:
        return message("{player} is the start player.", player=self.player(order.seat))

    # Events.

    def _told_lost(self, seat: int, code: int) -> Message:
        return message(
            "{player} loses {goods}.", player=self.player(seat), goods=goods(code, "object")
        )

    def _told_income(self, seat: int, talers: int) -> Message:
        return message(
            "{player} gets an income of {talers}.",
            player=self.player(seat),
            talers=TALER.dative(talers),
        )

    def _told_surplus(self, seat: int, talers: int) -> Message:
        return plural(talers, "1 surplus taler is lost.", "{number} surplus talers are lost.")

    def _told_last_pile(self) -> Message:
        return message("It is the first marker of the last pile, so this is the last round.")

    def _told_over(self, reason: str) -> Message:
        return message("The game is over: the last pile was started, and the round is complete.")
