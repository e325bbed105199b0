"""The orders of bots, and what these say about them. A bot's mistakes must not block players.

Bots that think do so without a lock, in workers of their own queue. `GameSession` keeps one reason
for a turn. Others may see it once it can't give anything away; `reason_of` in
games.play.pages.reasons has the rule.
"""

import logging
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from django.db import transaction

from games.bots import HASTY, THINKERS, Bot, advice
from games.bots.bot import Advice
from games.play.event_hosts import Sources
from games.play.hot_seat import knows_more
from games.play.models import Game, Player, Reason
from games.post import services as post
from games.rules.title import AnyOrders, AnyTitle, Order

log = logging.getLogger(__name__)

# Earlier draws must not make later ones predictable, so this uses the system's random source.
dice = random.SystemRandom()

TASK: Final = "games.play.tasks.think"

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


def order_of(
    bot: Bot,
    name: str,
    game_id: int,
    view: Any,
    orders: AnyOrders,
    rng: random.Random = dice,
) -> Order | None:
    """Return a bot's order, chosen with `rng`; None if it fails or answers anything else."""
    try:
        order = bot(view, orders, rng)
    except Exception:
        log.exception("Bot %s failed at game %s", name, game_id)
        return None
    if order in orders:
        return order
    log.error("Bot %s at game %s answered %r", name, game_id, order)
    return None


def any_order(orders: AnyOrders, rng: random.Random = dice) -> Order:
    """Return an order at random."""
    chosen: Order = orders[rng.randrange(len(orders))]
    return chosen


class Thought(NamedTuple):
    """What a bot wants to play: the orders of a seat in a position after so many moves.

    `said` is what the bot said about each order, None where it said nothing.
    """

    seat: int
    bot: str
    number: int
    position: Any
    orders: Sequence[str]
    said: Sequence[Said | None]


class _Decider:
    """A bot that thinks until a deadline; it keeps what it said last.

    `opponents` are the bots in each seat, '' for people.
    """

    def __init__(self, name: str, deadline: float, opponents: Sequence[str]) -> None:
        self.name = name
        self.deadline = deadline
        self.opponents = opponents
        self.said: Advice | None = None

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        self.said = THINKERS[self.name](view, orders, rng, self.deadline, self.opponents)
        return self.said.order


def enqueue_on_commit(game: Game) -> None:
    """Ask a worker to think about a game once its row is committed; the sweep asks again."""
    args = [game.pk, game.moves_made]
    transaction.on_commit(partial(post.send_task, TASK, args), robust=True)


def answer_of(
    sources: Sources | None,
    title: AnyTitle,
    state: Any,
    seat: int,
    choose: Callable[[random.Random], Order],
) -> tuple[Order, bool]:
    """Return the order of a bot's seat, and whether the bot has just chosen it itself.

    In a game with `sources` the first answer in a position is that of all games, so what `choose`
    returns may come too late.
    """
    if sources is None:
        return choose(dice), True
    digest = title.digest(state)
    known = sources.answer(digest, seat)
    if known:
        return title.read(state, known), False
    order = choose(sources.rng(digest))
    text = title.write(state, order)
    kept = sources.keep(digest, seat, text)
    return (order, True) if kept == text else (title.read(state, kept), False)


def think(
    game: Game,
    players: Sequence[Player],
    seat: int,
    seconds: float,
    sources: Sources | None = None,
) -> Thought:
    """Work out a thinking bot's turn, up to where chance, another player or nobody must act.

    The bot sees only what its seat sees, and who the players are, in order of their seats. What is
    left of the turn after so many seconds, or once the bot has failed, is played at once. A game
    with `sources` gets the answers from there that other games have had already.
    """
    title, state, player = game.rules(), game.position(), players[seat]
    deadline = time.monotonic() + seconds
    decider: _Decider | None = _Decider(player.bot, deadline, [each.bot for each in players])
    orders: list[str] = []
    said: list[Said | None] = []

    def choose(rng: random.Random) -> Order:
        nonlocal decider
        order, view, legal = None, title.view(state, seat), title.orders(state, seat)
        if decider is not None and time.monotonic() < deadline:
            order = order_of(decider, player.bot, game.pk, view, legal, rng)
        if order is None:
            decider = None
            hasty = HASTY[player.bot]
            order = order_of(hasty, player.bot, game.pk, view, legal, rng) or any_order(legal, rng)
        return order

    while seat in title.to_move(state) and title.view(state, seat).turn == seat:
        order, own = answer_of(sources, title, state, seat, choose)
        orders.append(title.write(state, order))
        if own:
            advice = None if decider is None else decider.said
            said.append(None if advice is None else said_of(title, state, seat, advice))
        else:
            said.append(explained(title, state, seat, order, game.pk))
        state = title.apply(state, seat, order)
    return Thought(seat, player.bot, game.moves_made, game.state, orders, said)
