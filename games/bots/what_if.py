"""A turn tried on a position that a seat's view allows, without a game."""

import random
from typing import Any

from games.bots.bot import Bot
from games.rules import TITLES
from games.rules.common.message import message
from games.rules.errors import IllegalOrder
from games.rules.playthrough import Playthrough, Step
from games.rules.title import AnyTitle


class WhatIf:
    """A turn tried by the seat whose view this is.

    What the view hides, and what chance does, is drawn, the same for the same seed. Other seats
    that are asked answer as the quick bot does. `seat` may order something unless the turn is
    `over`.
    """

    def __init__(self, view: Any, quick: Bot, seed: object) -> None:
        self.title: AnyTitle = TITLES[view.title]
        self.seat: int = view.seat
        self._turn: int = view.turn
        self._quick = quick
        rng = random.Random(str(seed))
        luck = random.Random(rng.random())
        self._play = Playthrough(self.title, self.title.resample(view, luck), rng, luck)
        self._go_on()

    @property
    def state(self) -> Any:
        """The position now."""
        return self._play.state

    @property
    def steps(self) -> list[Step]:
        """What the seat, the others and chance have done so far."""
        return self._play.steps

    @property
    def over(self) -> bool:
        """Whether the turn is over."""
        return self.seat not in self.title.to_move(self.state) or self._passed

    def order(self, text: str) -> str:
        """Play an order of the seat, return it as it is spelt; raises IllegalOrder."""
        if self.over:
            raise IllegalOrder(message("The turn is over. Undo an order to try another."))
        step = self._play.apply(self.seat, self.title.read(self.state, text))
        self._go_on()
        return step.text

    @property
    def _passed(self) -> bool:
        """Whether it is somebody else's turn."""
        return bool(self.title.view(self.state, None).turn != self._turn)

    def _go_on(self) -> None:
        """Play for chance and the others until the seat is asked or its turn is over."""
        for seats in self._play.asked():
            if self.seat in seats or self._passed:
                break
            self._play.answer(seats[0], self._quick)
