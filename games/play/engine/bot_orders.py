"""The orders of bots and what these say about them; their mistakes must not block players."""

import logging
import random
from typing import Any, NamedTuple

from games.bots import Bot, advice
from games.bots.bot import Advice
from games.play.models import Reason
from games.play.screen import knows_more
from games.rules.title import AnyOrders, AnyTitle, Order

log = logging.getLogger(__name__)

# Earlier draws must not make later ones predictable, so this uses the system's random source.
dice = random.SystemRandom()

STAND_IN = "journeyman"
"""The bot that plays for people who left, and for bots that have no time to think."""


class Said(NamedTuple):
    """What a bot said about an order, and the same as it is kept with the move."""

    advice: Advice
    reason: Reason


def said_of(title: AnyTitle, state: Any, seat: int, said: Advice) -> Said:
    """Return what the bot of a seat said in a state, its figures rounded as they are told."""
    reason = Reason(
        goal="" if said.goal is None else title.write(state, said.goal),
        points=round(said.points, 1),
        chance=None if said.chance is None else round(said.chance, 3),
        public=not knows_more(title, state, seat),
    )
    return Said(said, reason)


def explained(title: AnyTitle, state: Any, seat: int, order: Order, game_id: int) -> Said | None:
    """Return what a bot that answers at once says about its order; None if it fails."""
    try:
        return said_of(title, state, seat, advice.explained(title.view(state, seat), order))
    except Exception:
        log.exception("No bot could explain its order at game %s", game_id)
        return None


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
