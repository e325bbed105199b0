"""Clocks that run when a person changes the times at which he rests."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.play.models import Game, Player, Status
from games.play.services import timing
from games.play.services.locks import locked_game
from games.play.services.waits import keep

NOTICE = timedelta(days=1)
"""A clock that already runs has at least this long left after a change, if it had."""


@transaction.atomic
def replan(user: Any) -> None:
    """Work the running clocks of a person out anew, as if he had always rested as he does now.

    So resting more and then less again gains nothing. A clock may come to run out earlier, but not
    within NOTICE unless it was about to; a grace that has begun stays as it is.
    """
    now = timezone.now()
    waiting = Game.objects.filter(
        players__user=user, players__deadline__isnull=False, status=Status.RUNNING
    )
    for pk in list(waiting.order_by("pk").values_list("pk", flat=True)):
        _replan(locked_game(pk), user, now)


def _replan(game: Game, user: Any, now: datetime) -> None:
    player = Player.objects.at_table(game).filter(user=user, overdue=None, offered=None).first()
    if player is None or player.deadline is None:
        return
    before = player.deadline
    timing.plan(game, player)
    player.deadline = max(player.deadline, min(before, now + NOTICE))
    timing.attend(game, player)
    keep([player])
    game.version += 1
    game.save(update_fields=["version"])
