"""Enter a season and withdraw from it, and be a substitute."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from games.accounts.models import User
from games.league.errors import LeagueError
from games.league.models import Entry, EntryStatus, Season, SeasonStatus, Substitute
from games.league.policies import (
    LATE,
    moved_seats,
    obstacle_in_person,
    obstacle_to_entering,
)
from games.league.services import late
from games.league.services.locks import locked_season
from games.play import services as play
from games.play.errors import PlayError
from games.play.models import Game, Status


@transaction.atomic
def register(*, season: Season, user: User, token: str = "", now: datetime | None = None) -> Entry:
    """Enter a person into a season, or return their entry if they have one; raises LeagueError.

    In the first days of a season that runs they get the place of someone who has withdrawn.
    """
    now = now or timezone.now()
    season = locked_season(season.pk)
    # Nobody registers for two seasons at once beyond the number of games that they can play.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    entry = Entry.objects.filter(season=season, user=user).first()
    if entry is not None and entry.status in (EntryStatus.REGISTERED, EntryStatus.PLAYING):
        return entry
    if entry is not None:
        raise LeagueError(gettext("You have left this season. The next one is open to you."))
    if obstacle := obstacle_to_entering(season, user, now, token=token):
        raise LeagueError(obstacle)
    Substitute.objects.filter(season=season, user=user).delete()
    if not season.is_registering:
        return late.replace_withdrawn(season, user, now)
    return Entry.objects.create(season=season, user=user, registered_at=now)


@transaction.atomic
def withdraw(*, season: Season, user: User, now: datetime | None = None) -> None:
    """Withdraw a person from a season; raises LeagueError.

    Before the start their entry is gone. In its first days, if they have not moved, their place
    waits for a late entry. Later they leave all their tables.
    """
    now = now or timezone.now()
    season = locked_season(season.pk)
    if season.status == SeasonStatus.STARTING:
        raise LeagueError(gettext("The season is starting right now. Look again in a few minutes."))
    entry = Entry.objects.filter(season=season, user=user).first()
    if entry is None or entry.status not in (EntryStatus.REGISTERED, EntryStatus.PLAYING):
        raise LeagueError(gettext("You don't play in this season."))
    if entry.status == EntryStatus.REGISTERED:
        entry.delete()
        return
    if not season.is_under_way:
        raise LeagueError(gettext("This season is over."))
    is_early = season.started_at is not None and now < season.started_at + LATE
    if is_early and not moved_seats(season).filter(entry=entry).exists():
        entry.status = EntryStatus.WITHDRAWN
    else:
        entry.status = EntryStatus.LEFT
        leave_tables(entry)
    entry.save(update_fields=["status"])


def leave_tables(entry: Entry) -> None:
    """Give up a person's seats at all tables of a season whose games run; bots play on at once."""
    for game in open_games(entry):
        try:
            play.leave(game=game, user=entry.user)
        except PlayError:
            continue  # It has just ended, or somebody else has the seat.


def open_games(entry: Entry) -> QuerySet[Game]:
    """Return the running games in which a person still has the seat of their entry."""
    games = Game.objects.filter(
        league_table__seats__entry=entry,
        league_table__seats__lost_at=None,
        status=Status.RUNNING,
        players__user=entry.user_id,
    )
    return games.order_by("pk")


@transaction.atomic
def volunteer(*, season: Season, user: User, token: str = "", now: datetime | None = None) -> None:
    """Note that a person would take over seats of people who leave; raises LeagueError."""
    now = now or timezone.now()
    season = locked_season(season.pk)
    if season.is_over or season.status == SeasonStatus.STOPPED:
        raise LeagueError(gettext("This season is over."))
    if season.entries.filter(user=user).exists():
        raise LeagueError(gettext("You play in this season yourself."))
    if obstacle := obstacle_in_person(season, user, token):
        raise LeagueError(obstacle)
    Substitute.objects.get_or_create(season=season, user=user, defaults={"since": now})


def stop_volunteering(*, season: Season, user: User) -> None:
    """Let a person be a substitute no more; seats that they took over stay theirs."""
    Substitute.objects.filter(season=season, user=user).delete()
