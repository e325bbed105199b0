"""Standing orders: answers that players set in advance, given as soon as they are asked.

The game never waits for a player whose standing order answers at once and fits.
"""

import logging
import random
from typing import Any

from games.bots import STANDING_ORDERS
from games.bots.standing_orders import Wish
from games.play.models import Game, StandingOrder
from games.rules.title import AnyTitle, Order

log = logging.getLogger(__name__)


def wishes_in(game: Game) -> dict[int, dict[str, Wish]]:
    """Return the standing orders in a game, by the id of their player and by question."""
    wishes: dict[int, dict[str, Wish]] = {}
    for settled in StandingOrder.objects.filter(player__game=game):
        wishes.setdefault(settled.player_id, {})[settled.asked] = settled.wish
    return wishes


def question(title: AnyTitle, state: Any, seat: int) -> str:
    """Return the out-of-turn question to a seat that a standing order can answer, or ''."""
    standing = STANDING_ORDERS.get(title.id)
    return "" if standing is None else standing.asked_now(title.view(state, seat))


def answers_at_once(wish: Wish, title: AnyTitle, state: Any, seat: int) -> bool:
    """Return whether a wish answers what a seat is being asked without waiting for the player."""
    return STANDING_ORDERS[title.id].answers(question(title, state, seat), wish)


def order_by(
    wish: Wish, title: AnyTitle, state: Any, seat: int, dice: random.Random
) -> Order | None:
    """Return the order that a wish gives as the seat's answer, or None if it does not fit."""
    orders = title.orders(state, seat)
    asked = question(title, state, seat)
    try:
        order = STANDING_ORDERS[title.id].answer(asked, wish, title.view(state, seat), orders, dice)
    except Exception:  # a bug here must not block the game: the player is asked
        log.exception("A standing order for %s in %s", asked, title.id)
        return None
    return order if order in orders else None
