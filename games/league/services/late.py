"""Late entries: in its first days, a season still has room for somebody who was too late."""

from datetime import datetime

from django.utils.translation import gettext

from games.accounts.models import User
from games.league.errors import LeagueError
from games.league.models import Entry, EntryStatus, Season, TableSeat
from games.league.policies import is_apart, late_places
from games.league.services.telling import tell_begun
from games.play import services as play
from games.play.engine.locks import locked_game
from games.play.errors import PlayError
from games.play.models import Holder, Player


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
    for seat in left.table_seats.filter(lost_at=None).order_by("table__game"):
        _give(seat, left, user, now)
        seat.entry = entry
        seat.save(update_fields=["entry"])
    tell_begun(season, [user])
    return entry


def _give(seat: TableSeat, left: Entry, user: User, now: datetime) -> None:
    """Give a person the seat of one who has withdrawn, for whose rating the game does not count."""
    game = locked_game(seat.table.game_id)
    player = Player.objects.get(game=game, seat=seat.seat)
    if left.user_id is not None and player.user_id == left.user_id:
        Holder.objects.filter(player=player, end_move=None).update(excused=True)
        Player.objects.filter(pk=player.pk).update(offered_at=now)
    try:
        play.give_seat(game=game, seat=seat.seat, user=user)
    except PlayError as error:
        raise LeagueError(str(error)) from error
