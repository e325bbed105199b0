"""Analysis of a turn: what the master would have played, and what that would have been worth.

Each function is given a view and knows nothing but what it shows.
"""

import random
import time
from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.bots import MINDS
from games.bots.levels import master
from games.bots.review import Worth, compare, whole_turn
from games.rules import TITLES
from games.rules.title import Order

SECONDS: Final = 5.0
"""The master thinks about a turn for so long at most; then it plays on as the quick bot does."""
TRIALS: Final = 10
"""So often a turn and the master's are played on to compare them."""
ROUNDS: Final = 2
"""For so many rounds each."""
CERTAIN: Final = 2.0
"""A difference of so many standard errors is more than chance."""
WORLDS: Final = 4
"""What a spectator can't see is drawn so often to tell who is ahead."""


class Finding(NamedTuple):
    """The turn that the master would have played.

    `won` is the chance to win after the turn that was played, `could` after the master's; both are
    None if these are the same. `better` says that the master's is worth more, beyond chance.
    """

    orders: Sequence[Order]
    won: float | None = None
    could: float | None = None
    better: bool = False


def found(view: Any, played: Sequence[Order], seed: object) -> Finding:
    """Return what the master would have ordered in a turn of the seat whose view this is.

    The view is that before the first order of the turn, `played` are the seat's own orders in it.
    The title is one of MINDS. The same seed gives the same finding, unless time runs out.
    """
    mind = MINDS[view.title].wisest
    bot = partial(master(mind), until=time.monotonic() + SECONDS)
    best = whole_turn(view, bot, mind.quick, random.Random(str(seed)))
    if best == list(played):
        return Finding(best)
    could, won = compared(view, [best, played], seed, TRIALS)
    better = could.value - won.value > CERTAIN * won.error and could.chance > won.chance
    return Finding(best, won.chance, could.chance, better)


def compared(view: Any, turns: Sequence[Sequence[Order]], seed: object, trials: int) -> list[Worth]:
    """Return what turns of the seat whose view this is are worth to it."""
    return compare(view, turns, MINDS[view.title].wisest, trials, seed, ROUNDS)


def outlook(view: Any, seed: object) -> list[float]:
    """Return the chance of each seat to win, as far as this view can tell; the game goes on."""
    title, model = TITLES[view.title], MINDS[view.title].wisest.model
    rng = random.Random(str(seed))
    drawn = [model.prospects(title.resample(view, rng)).chances for _ in range(WORLDS)]
    return [fmean(chances) for chances in zip(*drawn, strict=True)]
