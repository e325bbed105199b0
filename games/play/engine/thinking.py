"""Bots that think: their turns are worked out without a lock, by workers of their own queue."""

import random
import time
from functools import partial
from typing import Any, Final, NamedTuple

from django.db import transaction

from games.bots import BOTS, THINKERS, Bot
from games.play.engine.bot_orders import STAND_IN, any_order, order_of
from games.play.models import Game, Player
from games.post import services as post
from games.rules.title import AnyOrders, Order

TASK: Final = "games.play.tasks.think"


class Thought(NamedTuple):
    """What a bot wants to play: the orders of a seat in a position after so many moves."""

    seat: int
    bot: str
    number: int
    position: Any
    orders: list[str]


def enqueue_on_commit(game: Game) -> None:
    """Ask a worker to think about a game once its row is committed; the sweep asks again."""
    args = [game.pk, game.moves_made]
    transaction.on_commit(partial(post.send_task, TASK, args), robust=True)


def think(game: Game, player: Player, seconds: float) -> Thought:
    """Work out a thinking bot's turn, up to where chance, another player or nobody must act.

    The bot sees only what its seat sees. What is left of the turn after so many seconds, or once
    the bot has failed, is played by the quick bot.
    """
    title, state, seat = game.rules(), game.position(), player.seat
    until = time.monotonic() + seconds
    bot: Bot | None = _in_time(player.bot, until)
    orders: list[str] = []
    while seat in title.to_move(state):
        view, legal = title.view(state, seat), title.orders(state, seat)
        if view.turn != seat:
            break
        order = None
        if bot is not None and time.monotonic() < until:
            order = order_of(bot, player.bot, game.pk, view, legal)
        if order is None:
            bot = None
            order = order_of(BOTS[STAND_IN], STAND_IN, game.pk, view, legal) or any_order(legal)
        orders.append(title.write(state, order))
        state = title.apply(state, seat, order)
    return Thought(seat, player.bot, game.moves_made, game.state, orders)


def _in_time(name: str, until: float) -> Bot:
    """Return a thinking bot that thinks until a moment."""

    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        return THINKERS[name](view, orders, rng, until)

    return bot
