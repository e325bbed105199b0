"""Bots, and the standing orders that answer for people. Both see only views."""

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
    """Return the order of the title's greedy bot, or a random one for a title without a bot."""
    return GREEDY.get(view.title, random_order)(view, orders, rng)


BOTS: dict[str, Bot] = {"greedy": greedy_order, "random": random_order}
"""Every bot by its id."""

STANDING: dict[str, Standing] = {"teutonica": teutonica_standing, "hansa": hansa_standing}
"""The standing orders of each title that asks players in another player's turn."""

__all__ = ["BOTS", "STANDING", "Bot"]
