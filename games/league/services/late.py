"""Late entries: in its first days, a season still has room for somebody who was too late."""

from datetime import datetime

from django.utils.translation import gettext

from games.accounts.models import User
from games.league.errors import LeagueError
from games.league.models import Entry, EntryStatus, Season
from games.league.policies import is_apart, late_places
from games.league.services.telling import tell_begun
from games.play import services as play
from games.play.errors import PlayError


def replace_withdrawn(season: Season, user: User, now: datetime) -> Entry:
    """Give a person the place of a withdrawn entry, in the lowest division that has one.

    The caller holds the season's lock, within a transaction. Raises LeagueError if there is none
    for them.
    """
    for left in late_places(season, now).order_by("-division__number", "position"):
        others = Entry.objects.filter(division=left.division_id).exclude(pk=left.pk)
        if is_apart(user, list(others.exclude(user=None).values_list("user", flat=True))):
            continue
        return _replace(season, left, user, now)
    raise LeagueError(gettext("This season has started, and no place in it is free."))


def _replace(season: Season, left: Entry, user: User, now: datetime) -> Entry:
    seats = left.table_seats.filter(lost_at=None).order_by("table__game")
    for seat in seats.select_related("table__game"):
        try:
            game = seat.table.game
            play.give_seat(game=game, seat=seat.seat, user=user, excused=left.user)
        except PlayError as error:
            raise LeagueError(str(error)) from error
    division, position = left.division, left.position
    left.division = left.position = None
    left.save(update_fields=["division", "position"])
    entry = Entry.objects.create(
        season=season,
        user=user,
        division=division,
        position=position,
        status=EntryStatus.PLAYING,
        registered_at=now,
        seed=left.seed,
    )
    left.table_seats.filter(lost_at=None).update(entry=entry)
    tell_begun(season, [user])
    return entry
