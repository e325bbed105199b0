"""One writer per season: every step of its life locks its row first."""

from games.league.models import Season, SeasonStatus
from games.league.models.league import SeasonQuerySet


def locked_season(season_id: int) -> Season:
    """Return a season and its league, locked until the transaction ends."""
    return _locked().get(pk=season_id)


def due_season(season_id: int, *statuses: SeasonStatus) -> Season | None:
    """Return a season, locked until the transaction ends; None if it is in no such state.

    None also while someone else has it locked: the next tick looks again.
    """
    held = _locked(skip_locked=True)
    return held.filter(pk=season_id, status__in=statuses).first()


def _locked(*, skip_locked: bool = False) -> SeasonQuerySet:
    held = Season.objects.select_for_update(no_key=True, skip_locked=skip_locked, of=("self",))
    return held.select_related("league", "event")
