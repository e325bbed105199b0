"""Analysis of a turn: what the master would have played, and what that would have been worth.

Each function is given a view and knows nothing but what it shows.
"""

import random
import time
from collections.abc import Sequence
from functools import partial
from math import hypot
from typing import Any, Final, NamedTuple

from games.bots import STRATEGIES
from games.bots.evaluation import Chances, compared
from games.bots.levels import analyst
from games.bots.whole_turn import whole_turn
from games.rules.title import Order

SECONDS: Final = 5.0
"""The longest time the master thinks about a turn; then it plays on as the quick bot does."""
TRIALS: Final = 10
"""How often a turn and the master's are played on to compare them."""
CERTAIN: Final = 2.0
"""A difference of more standard errors than this is more than chance."""
ALIKE: Final = 0.1
"""Chances that differ by less do not contradict each other."""


class Finding(NamedTuple):
    """The turn that the master would have played.

    `won` are the chances after the turn that was played, `could` after the master's; both are None
    if these are the same.
    """

    orders: Sequence[Order]
    won: Chances | None = None
    could: Chances | None = None

    def gain(self, seat: int) -> tuple[float, float]:
        """Return how much more chance to win the master's turn brings, and its standard error."""
        if self.won is None or self.could is None:
            return 0.0, 0.0
        return self.could.beside(self.won, seat)

    def is_better(self, seat: int, before: Chances, after: Chances) -> bool:
        """Return whether the master's turn is worth more than the turn that was played.

        That is so if the difference is more than chance, and the chart says the same: the chances
        before the turn and `after` it, as everybody could see them, agree with those after the
        master's and after the turn that was played, and the seat's fell.
        """
        gain, error = self.gain(seat)
        return (
            self.won is not None
            and self.could is not None
            and gain > CERTAIN * error
            and before.values[seat] > after.values[seat]
            and agree(self.could, before, seat)
            and agree(self.won, after, seat)
        )


def agree(one: Chances, other: Chances, seat: int) -> bool:
    """Return whether two estimates of a seat's chance may be of the same."""
    noise = hypot(one.noise[seat], other.noise[seat])
    return abs(one.values[seat] - other.values[seat]) <= max(ALIKE, CERTAIN * noise)


def found(view: Any, played: Sequence[Order], seed: object) -> Finding:
    """Return what the master would have ordered in a turn of the seat whose view this is.

    The view is that before the first order of the turn, `played` are the seat's own orders in it.
    The title is one of STRATEGIES. The same seed gives the same finding, unless time runs out.
    """
    strategy = STRATEGIES[view.title].master
    bot = partial(analyst(strategy), deadline=time.monotonic() + SECONDS)
    best = whole_turn(view, bot, strategy.quick, random.Random(str(seed)))
    if best == list(played):
        return Finding(best)
    return Finding(best, *compared(view, [played, best], seed, TRIALS))
