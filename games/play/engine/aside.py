"""Games on which the rules fail: set aside, until staff have looked at them."""

import logging
from traceback import walk_tb
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.play.models import Game, Status, Wait
from games.rules.trial import BROKEN

log = logging.getLogger(__name__)

_RULES: Final = "games.rules."


@transaction.atomic
def set_aside(game_id: int, error: Exception) -> bool:
    """Set a running game aside if it was the rules that raised an error; return whether it is.

    It is logged, and with that reported, once. Its clocks stop. Call it outside the transaction
    that the error has ended.
    """
    if not (isinstance(error, BROKEN) and _was_raised_by_rules(error)):
        return False
    running = Game.objects.filter(pk=game_id, status=Status.RUNNING)
    newly = running.filter(set_aside_at=None).update(
        set_aside_at=timezone.now(), thinking_since=None, version=F("version") + 1
    )
    if newly:
        Wait.objects.open().filter(player__game=game_id).update(
            clock_since=None, deadline=None, next_check_at=None
        )
        log.error("The rules failed on game %s, which is set aside", game_id, exc_info=error)
    return bool(newly) or running.exists()


def _was_raised_by_rules(error: Exception) -> bool:
    """Return whether an error was raised by the rules or by what they call.

    They call nothing of the site, so that an error of the site's own has no frame of theirs.
    """
    frames = (frame for frame, _ in walk_tb(error.__traceback__))
    return any(frame.f_globals.get("__name__", "").startswith(_RULES) for frame in frames)
