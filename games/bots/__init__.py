"""Players that are programs, and what people want answered for them. Both see only views."""

import random
from typing import Any

from games.bots.bot import Bot
from games.bots.chance import random_order
from games.bots.hansa import greedy as hansa_greedy
from games.bots.hansa import standing as hansa_standing
from games.bots.standing import Standing
from games.bots.teutonica import greedy as teutonica_greedy
from games.bots.teutonica import standing as teutonica_standing
from games.rules.title import Order, Orders

GREEDY: dict[str, Bot] = {"teutonica": teutonica_greedy, "hansa": hansa_greedy}
"""The greedy bot of each title that has one."""


def greedy_order(view: Any, orders: Orders, rng: random.Random) -> Order:
    """Return what the title's own greedy bot does; a title without one is played at random."""
    return GREEDY.get(view.title, random_order)(view, orders, rng)


BOTS: dict[str, Bot] = {"greedy": greedy_order, "random": random_order}
"""Every bot by its id."""

STANDING: dict[str, Standing] = {"teutonica": teutonica_standing, "hansa": hansa_standing}
"""What can be settled beforehand in each title in which one is asked in another's turn."""

__all__ = ["BOTS", "STANDING", "Bot"]
