"""Play for bots that think: a worker of their own does, or the sweep if none has for a while."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.play.engine import bots
from games.play.engine.aside import set_aside
from games.play.engine.bots import Thought
from games.play.engine.finishing import finish
from games.play.engine.locks import locked_game
from games.play.engine.session import GameSession
from games.play.models import Game, Status

ASK_AGAIN: Final = timedelta(minutes=1)
"""After this time the sweep asks the workers again."""
GIVE_UP: Final = timedelta(minutes=5)
"""After this time the sweep plays the turn without thinking."""
LEAST: Final = 0.05
"""A bot may think for this part of the most time, however many wait."""


def think(*, game_id: int, number: int) -> bool:
    """Play a thinking bot's turn if the game still waits for it after move `number`.

    The game is not locked while the bot thinks. What it found is played only if nothing has
    happened in the meantime; return whether it was. If the rules fail, the game is set aside.
    """
    try:
        return _think(game_id, number)
    except Exception as error:
        if not set_aside(game_id, error):
            raise
        return False


def _think(game_id: int, number: int) -> bool:
    game = _waiting().filter(pk=game_id, moves_made=number).first()
    if game is None or game.thinking_since is None:
        return False
    session = GameSession(game)
    seat = session.thinker()
    if seat is None:
        return False
    seconds = time_to_think(timezone.now() - game.thinking_since, _waiting().count())
    return _play(game_id, bots.think(game, session.players, seat, seconds, session.sources))


def time_to_think(waited: timedelta, waiting: int) -> float:
    """Return for how many seconds a bot may think about a turn that has waited for a worker.

    `waiting` is how many turns wait, this one among them if nobody else has just played it. They
    share the time, so that even a single worker plays those asked for at once within twice
    BOT_SECONDS, unless they are too many.
    """
    most: float = settings.BOT_SECONDS
    left = 2 * most - waited.total_seconds()
    return max(LEAST * most, min(most, left / max(1, waiting)))


def bots_have_to_think() -> bool:
    """Return whether any game waits for a bot that thinks: work that can wait lets it go first."""
    return _waiting().exists()


def _waiting() -> QuerySet[Game]:
    return Game.objects.filter(status=Status.RUNNING, thinking_since__isnull=False)


@transaction.atomic
def _play(game_id: int, thought: Thought) -> bool:
    """Play what a bot has thought of on the position that it has thought about."""
    game = locked_game(game_id)
    now = (game.thinking_since is not None, game.moves_made, game.state)
    if not game.is_running or now != (True, thought.number, thought.position):
        return False
    session = GameSession(game)
    player = session.players[thought.seat]
    if session.thinker() != player.seat or player.bot != thought.bot:
        return False
    for text, said in zip(thought.orders, thought.said, strict=True):
        session.play_text(player.seat, text, said=said)
    session.go_on()
    finish(session, None)
    return True


def take_up(game: Game, *, now: datetime) -> bool:
    """Enqueue a bot's overdue turn of a locked game again, or play it without search.

    Return whether it was played.
    """
    since = game.thinking_since
    if since is None or since + ASK_AGAIN > now:
        return False
    if since + GIVE_UP > now:
        bots.enqueue_on_commit(game)
        return False
    session = GameSession(game, now)
    session.go_on(in_haste=True)
    finish(session, None)
    return True
