"""Standing orders: answers that players set in advance, given as soon as they are asked.

The game never waits for a player whose standing order answers at once and fits.
"""

import logging
import random
from datetime import datetime, timedelta
from typing import Any

from games.bots import STANDING
from games.bots.standing import Wish
from games.play.models import Game, Player, StandingOrder, Wait
from games.rules.title import AnyTitle, Order

log = logging.getLogger(__name__)


def question(title: AnyTitle, state: Any, seat: int) -> str:
    """Return the out-of-turn question to a seat that a standing order can answer, or ''."""
    standing = STANDING.get(title.id)
    return "" if standing is None else standing.asked_now(title.view(state, seat))


def wish_of(title: AnyTitle, state: Any, player: Player) -> Wish | None:
    """Return a player's standing order for the current question, or None."""
    asked = question(title, state, player.seat)
    settled = asked and StandingOrder.objects.filter(player=player, asked=asked).first()
    return settled.wish if settled else None


def wish_for(title: AnyTitle, state: Any, player: Player) -> Wish | None:
    """Return a player's standing order for the current question if it answers at once, or None."""
    wish = wish_of(title, state, player)
    asked = question(title, state, player.seat)
    return wish if wish and STANDING[title.id].answers(asked, wish) else None


def order_by(
    wish: Wish, title: AnyTitle, state: Any, seat: int, dice: random.Random
) -> Order | None:
    """Return the order that a wish gives as the seat's answer, or None if it does not fit."""
    orders = title.orders(state, seat)
    asked = question(title, state, seat)
    try:
        order = STANDING[title.id].answer(asked, wish, title.view(state, seat), orders, dice)
    except Exception:  # a bug here must not block the game: the player is asked
        log.exception("A standing order for %s in %s", asked, title.id)
        return None
    return order if order in orders else None


def moment(game: Game, wait: Wait) -> datetime | None:
    """Return when the bot answers for a waiting player by their standing order; None for never."""
    hours = {
        settled.asked: settled.wish["hours"]
        for settled in StandingOrder.objects.filter(player=wait.player_id)
        if settled.wish["hours"] is not None
    }
    if not hours:
        return None
    title = game.rules()
    asked = question(title, game.position(), wait.player.seat)
    return wait.since + timedelta(hours=hours[asked]) if asked in hours else None
