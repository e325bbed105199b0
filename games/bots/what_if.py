"""A turn tried on a position that a seat's view allows, without a game."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.bots.bot import Bot
from games.rules import TITLES
from games.rules.errors import IllegalOrder
from games.rules.playing import draw
from games.rules.title import CHANCE, AnyTitle, Order


class Step(NamedTuple):
    """A logged order as `Title.describe` takes it."""

    seat: int
    text: str
    events: Sequence[Sequence[Any]]


class Rehearsal:
    """A turn tried by the seat whose view this is: the position so far, and what happened.

    What the view hides, and what chance does, is drawn, the same for the same seed. Other seats
    that are asked answer as the quick bot does. `seat` may order something unless the turn is
    `over`.
    """

    def __init__(self, view: Any, quick: Bot, seed: object) -> None:
        self.title: AnyTitle = TITLES[view.title]
        self.seat: int = view.seat
        self.steps: list[Step] = []
        self._turn: int = view.turn
        self._quick = quick
        self._rng = random.Random(str(seed))
        self._luck = random.Random(self._rng.random())
        self.state = self.title.resample(view, self._luck)
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether the turn is over."""
        return self.seat not in self.title.to_move(self.state) or self._passed

    def order(self, text: str) -> str:
        """Play an order of the seat, return it as it is spelt; raises IllegalOrder."""
        if self.over:
            raise IllegalOrder("The turn is over. Undo an order to play another.")
        order = self.title.read(self.state, text)
        spelt = self.title.write(self.state, order)
        self._apply(self.seat, order)
        self._go_on()
        return spelt

    @property
    def _passed(self) -> bool:
        """Whether it is somebody else's turn."""
        return bool(self.title.view(self.state, None).turn != self._turn)

    def _go_on(self) -> None:
        """Play for chance and the others until the seat is asked or its turn is over."""
        while seats := self.title.to_move(self.state):
            if seats[0] == CHANCE:
                self._apply(CHANCE, draw(self.title, self.state, self._luck))
                continue
            if self.seat in seats or self._passed:
                break
            now = self.title.view(self.state, seats[0])
            orders = self.title.orders(self.state, seats[0])
            self._apply(seats[0], self._quick(now, orders, self._rng))

    def _apply(self, seat: int, order: Order) -> None:
        text = self.title.write(self.state, order)
        self.state = self.title.apply(self.state, seat, order)
        self.steps.append(Step(seat, text, [list(event) for event in self.state.events]))
