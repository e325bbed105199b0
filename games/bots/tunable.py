"""What tuning needs to know of a title."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from games.bots.bot import Bot
from games.rules.title import Order


class Tunable(NamedTuple):
    """What is tuned of a title: a dataclass of weights, and a file of them by number of players.

    `usual` are a journeyman's. `moved` takes weights and as many steps as there are weights, about
    1 each, and returns weights that differ by that. `greedy` takes weights before what a bot takes,
    and gives the order that is best by them.
    """

    title: str
    path: Path
    usual: Any
    moved: Callable[[Any, Sequence[float]], Any]
    greedy: Callable[..., Order]

    def bot(self, weights: Any) -> Bot:
        """Return the quick bot that has some weights."""
        return partial(self.greedy, weights)
