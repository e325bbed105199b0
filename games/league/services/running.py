"""The life of seasons: each tick does what is due in each of them.

Every step is a transaction that locks its season and looks again, so any number of ticks can run at
once, and the next one does what a killed one has left.
"""

import logging
import time
from datetime import datetime

from django.utils import timezone

from games.league.models import Season
from games.league.services import ending, leaving, recording, starting, telling

log = logging.getLogger(__name__)

TICK_SECONDS = 50
"""A tick stops after about so long; the next one goes on."""


def tick(*, now: datetime | None = None, seconds: float = TICK_SECONDS) -> None:
    """Open, start, run and end all seasons that are due by `now`."""
    now = now or timezone.now()
    until = time.monotonic() + seconds
    ending.open_seasons(now=now)
    unfinished = Season.objects.unfinished().order_by("pk")
    for season_id in list(unfinished.values_list("pk", flat=True)):
        try:
            advance(season_id=season_id, now=now, until=until)
        except Exception:  # one season must not stop the others
            log.exception("Season %s could not go on; the next tick tries again", season_id)


def advance(*, season_id: int, now: datetime, until: float) -> None:
    """Do what is due in a season, until a moment of time.monotonic()."""
    starting.begin(season_id=season_id, now=now)
    starting.make_tables(season_id=season_id, now=now, until=until)
    leaving.give_up_withdrawn(season_id=season_id, now=now, until=until)
    leaving.settle_seats(season_id=season_id, now=now, until=until)
    ending.close(season_id=season_id, now=now)
    ending.hurry(season_id=season_id, now=now, until=until)
    recording.record_results(season_id=season_id, now=now, until=until)
    telling.tell_week(season_id=season_id, now=now)
    ending.end(season_id=season_id, now=now)
