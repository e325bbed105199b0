"""The orders of bots, whose mistakes must not block the players."""

import logging
import random
from typing import Any

from games.bots import Bot
from games.rules.title import AnyOrders, Order

log = logging.getLogger(__name__)

# Earlier draws must not make later ones predictable, so this uses the system's random source.
dice = random.SystemRandom()

STAND_IN = "journeyman"
"""The bot that plays for people who left, and for bots that have no time to think."""


def order_of(bot: Bot, name: str, game_id: int, view: Any, orders: AnyOrders) -> Order | None:
    """Return a bot's order; None if it fails or answers anything else."""
    try:
        order = bot(view, orders, dice)
    except Exception:
        log.exception("Bot %s failed at game %s", name, game_id)
        return None
    if order in orders:
        return order
    log.error("Bot %s at game %s answered %r", name, game_id, order)
    return None


def any_order(orders: AnyOrders) -> Order:
    """Return an order at random."""
    chosen: Order = orders[dice.randrange(len(orders))]
    return chosen
