"""Whole turns: as a bot would play them, and as they are given to be played again."""

import random
from collections.abc import Sequence
from typing import Any

from games.bots.bot import Bot
from games.rules import TITLES
from games.rules.playthrough import Playthrough
from games.rules.title import AnyOrders, Order


class Script:
    """A bot that gives orders one after the other, and what another would once one is not legal."""

    def __init__(self, orders: Sequence[Order], then: Bot) -> None:
        self.left = list(reversed(orders))
        self.then = then

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Return the next order."""
        if self.left and self.left[-1] in orders:
            return self.left.pop()
        self.left = []
        return self.then(view, orders, rng)


def whole_turn(view: Any, bot: Bot, quick: Bot, rng: random.Random) -> list[Order]:
    """Return what a bot orders in the rest of a turn of its seat, whose view this is.

    What the view hides, and what chance does in the turn, is drawn; other seats that are asked
    answer as the quick bot does.
    """
    title, seat = TITLES[view.title], view.seat
    # Chance does the same, however often bots draw.
    luck = random.Random(rng.random())
    play = Playthrough(title, title.resample(view, luck), rng, luck)
    for seats in play.asked():
        asked = seat if seat in seats else seats[0]
        now = title.view(play.state, asked)
        if now.turn != view.turn:
            break
        play.answer(asked, bot if asked == seat else quick, now)
    return [step.order for step in play.steps if step.seat == seat]
