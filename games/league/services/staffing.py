"""What staff do about seasons: with a reason, in their log, and told to those whom it is about.

Of whom staff keep apart, nobody is told, as with blocks: the one may be afraid of the other.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.accounts import staff
from games.accounts.models import StaffAct, User
from games.accounts.models.user import has_name
from games.league.errors import LeagueError
from games.league.letters import COUNTED, GIVEN_BACK, MOVED, STOPPED, StaffActed
from games.league.models import (
    Apart,
    Entry,
    EntryStatus,
    LostBy,
    Season,
    SeasonStatus,
    TableSeat,
)
from games.league.services.locks import locked_season
from games.league.system.schedule import division_sizes
from games.league.terms import CLOSING
from games.play import services as play
from games.play.engine.locks import locked_game
from games.play.models import Event, Player
from games.post import services as post


@transaction.atomic
def stop(*, season: Season, by: User, reason: str, now: datetime | None = None) -> None:
    """Stop a season: it gets no result, and its games go on as any others, without a host.

    Raises LeagueError if it has ended, or NoReason.
    """
    season = _locked(season, by)
    if season.is_over or season.status == SeasonStatus.STOPPED:
        raise LeagueError("This season has ended already.")
    act = staff.record(StaffAct.Kind.STOP, by=by, reason=reason, details=str(season))
    season.status, season.ended_at = SeasonStatus.STOPPED, now or timezone.now()
    season.together = []
    season.save(update_fields=["status", "ended_at", "together"])
    # Without a host, people can take free seats again, and vote as anywhere.
    Event.objects.filter(season=season).update(kind="")
    there = [EntryStatus.REGISTERED, EntryStatus.PLAYING]
    entries = season.entries.filter(status__in=there).exclude(user=None).select_related("user")
    _tell(season, act, STOPPED, (entry.user for entry in entries.order_by("pk") if entry.user))


@transaction.atomic
def place(*, entry: Entry, division: int, by: User, reason: str) -> None:
    """Mean an entry for a division before the season starts.

    Raises LeagueError if it has started or will not have this division, or NoReason.
    """
    season = _locked(entry.season, by)
    entry = Entry.objects.select_related("user").get(pk=entry.pk)
    if not season.is_registering or entry.user is None:
        raise LeagueError("Entries can be put into a division only before the season starts.")
    number = max(1, len(division_sizes(season.entries.registered().count())))
    if not 1 <= division <= number:
        raise LeagueError(f"So far, the season will have divisions 1 to {number}.")
    act = staff.record(
        StaffAct.Kind.PLACE,
        by=by,
        reason=reason,
        about=entry.user,
        details=f"division {division} of {season}",
    )
    entry.placed = division
    entry.save(update_fields=["placed"])
    _tell(season, act, MOVED, [entry.user], number=division)


@transaction.atomic
def give_back(*, seat: TableSeat, by: User, reason: str, now: datetime | None = None) -> None:
    """Give an entry a seat back that a bot plays since it lost it; what it reaches there counts.

    Once bots finish the games of the season, a bot plays on there, too, and only the result is
    theirs again. Raises LeagueError, PlayError or NoReason.
    """
    season = _locked(seat.table.division.season, by)
    seat = TableSeat.objects.select_related("table", "entry__user").get(pk=seat.pk)
    entry, owner = seat.entry, seat.entry.user
    if not season.is_under_way or seat.lost_at is None or owner is None:
        raise LeagueError("Only seats that someone has lost in a running season can be given back.")
    game = locked_game(seat.table.game_id)
    player = Player.objects.get(game=game, seat=seat.seat)
    if not game.is_running:
        raise LeagueError("This game is over, and tables that are over stand.")
    if seat.lost_by == LostBy.STAFF:
        raise LeagueError("Staff gave this seat to a bot, so nobody gets it back.")
    if player.user_id is not None:
        raise LeagueError("A substitute plays there now, so the seat can't be given back.")
    act = staff.record(
        StaffAct.Kind.GIVE_BACK,
        by=by,
        reason=reason,
        about=owner,
        game=game.pk,
        details=str(seat.table),
    )
    play.give_seat(game=game, seat=seat.seat, user=owner)
    did = GIVEN_BACK
    if (now or timezone.now()) >= season.ends_at + CLOSING:
        play.let_bot_play(game=game, seat=seat.seat, quietly=True)
        did = COUNTED
    seat.lost_at, seat.lost_by, seat.substitute = None, LostBy.KEPT, None
    seat.save(update_fields=["lost_at", "lost_by", "substitute"])
    if entry.status == EntryStatus.LEFT:
        entry.status = EntryStatus.PLAYING
        entry.save(update_fields=["status"])
    _tell(season, act, did, [owner], number=game.pk)


@transaction.atomic
def keep_apart(*, names: tuple[str, str], by: User, reason: str) -> Apart:
    """Keep two people, by name, out of each other's divisions; raises LeagueError or NoReason."""
    people = sorted((_person(name) for name in names), key=lambda each: each.pk)
    one, other = people
    if one == other:
        raise LeagueError("Give the names of two different people.")
    if Apart.objects.filter(one=one, other=other).exists():
        raise LeagueError("These two are kept apart already.")
    act = staff.record(
        StaffAct.Kind.APART, by=by, reason=reason, details=f"{one.username} and {other.username}"
    )
    return Apart.objects.create(one=one, other=other, by=by, at=act.at, why=act.reason)


@transaction.atomic
def let_together(*, pair: Apart, by: User, reason: str) -> None:
    """Let two people be in one division again; raises NoReason."""
    details = f"{pair.one.username} and {pair.other.username}"
    staff.record(StaffAct.Kind.TOGETHER, by=by, reason=reason, details=details)
    pair.delete()


def _locked(season: Season, by: User) -> Season:
    """Lock a season; raises LeagueError if the member of staff plays in it."""
    season = locked_season(season.pk)
    if season.entries.filter(user=by).exists():
        raise LeagueError("You play in this season. Ask another member of staff to act.")
    return season


def _person(name: str) -> User:
    found = User.objects.members().filter(has_name(name.strip())).first()
    if found is None:
        raise LeagueError(f"Nobody is called '{name.strip()}'.")
    return found


def _tell(
    season: Season, act: StaffAct, did: str, people: Iterable[User], *, number: int = 0
) -> None:
    told = StaffActed(league=season.league_id, season=season.pk, did=did, act=act.pk, number=number)
    post.notify_all([post.Addressed(told, person) for person in people])
