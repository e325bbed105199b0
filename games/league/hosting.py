"""What a league decides about the games of its seasons."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext

from games.league.models import Division, Entry, LostBy, Table, TableSeat
from games.league.pages.words import whole_name
from games.league.terms import GRACE, TAKE_BACK
from games.play.event_hosts import EventHost, Place
from games.play.models import Game, Player, VoteKind


def obstacle_to_joining(game: Game, user: Any) -> str:
    """Return why nobody takes a free seat on their own: the season gives it to a substitute."""
    return gettext("In leagues and cups, free seats go to substitutes. Become one on their pages.")


def grace(game: Game, player: Player, now: datetime) -> timedelta:
    """Return the time that an entry still has before its first timeout of the season counts."""
    entries = Entry.objects.filter(
        table_seats__table__game=game,
        table_seats__seat=player.seat,
        table_seats__lost_at=None,
        user=player.user_id,
        grace_used_at=None,
    )
    # Two of its games can ask at the same moment.
    given = Entry.objects.filter(pk__in=[*entries.values_list("pk", flat=True)], grace_used_at=None)
    return GRACE if given.update(grace_used_at=now) else timedelta()


def lost(game: Game, user: Any) -> str:
    """Return what a seat means for an entry that has lost it, '' if no timeout has cost it."""
    seats = TableSeat.objects.filter(table__game=game, entry__user=user, lost_by=LostBy.TIMEOUT)
    if not seats.exists():
        return ""
    return gettext(
        "It brings you no points. For each seat that you lose because your time ran out, finish "
        "one rated game before you enter another season or cup."
    )


def places(games: Collection[int]) -> Mapping[int, Place]:
    """Return the seasons of games by their ids, with the pages of their divisions."""
    tables = Table.objects.filter(game__in=games).select_related("division__season__league")
    return {table.game_id: _place(table.division) for table in tables}


def _place(division: Division) -> Place:
    season = division.season
    where = (season.league.slug, season.number, division.number)
    text = whole_name(season.league, season.number)
    return Place(text, reverse("league:division", args=where))


HOST: Final = EventHost(
    kind="league",
    obstacle_to_joining=obstacle_to_joining,
    grace=grace,
    places=places,
    stand_in="master",
    # A season needs a result from each table: that of one ended by vote is shared.
    forbidden_votes=frozenset({VoteKind.CANCEL}),
    tells_start=True,
    # Only so does each entry start once, and sit once in each place of the turn order.
    first_seat_starts=True,
    take_back=TAKE_BACK,
    lost=lost,
)
