"""Recompute running clocks when a player edits their time off."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.play.engine import timing
from games.play.engine.locks import locked_game
from games.play.engine.session import GameSession
from games.play.engine.waits import open_waits
from games.play.models import Game, Wait

NOTICE = timedelta(days=1)
"""After a change, a running clock has at least this long left, if it had before."""


@transaction.atomic
def replan(user: Any) -> None:
    """Recompute a player's running clocks under their new time off, as if it had always applied.

    So adding time off and removing it again gains nothing. A deadline may become earlier, but not
    within NOTICE unless it already was; a grace period that has begun stays as it is.
    """
    now = timezone.now()
    running = Wait.objects.of(user).filter(deadline__isnull=False).order_by("player__game")
    for pk in list(running.values_list("player__game", flat=True)):
        _replan(locked_game(pk), user, now)


def _replan(game: Game, user: Any, now: datetime) -> None:
    session = GameSession(game, now)
    wait = next((each for each in open_waits(session) if each.player.user_id == user.pk), None)
    if wait is None or wait.player.offered_at or wait.warned_at or wait.deadline is None:
        return
    before = wait.deadline
    timing.plan(session, wait)
    wait.deadline = max(wait.deadline, min(before, now + NOTICE))
    timing.plan_check(session, wait)
    wait.save()
    game.version += 1
    game.save(update_fields=["version"])
