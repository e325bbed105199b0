"""Who may enter a season: a sentence that says why not, '' if they may."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from games.accounts.models import Block, User
from games.league.models import (
    Apart,
    Entry,
    EntryStatus,
    Kind,
    LostBy,
    Season,
    SeasonStatus,
    TableSeat,
)
from games.league.system.schedule import UNDIVIDED
from games.play.models import Game, Status

MOST_GAMES = 8
"""A person can play at most so many games of leagues and cups at once."""

LATE = timedelta(days=5)
"""So long after the start of a season, a late entry can replace one that has withdrawn."""

LARGEST_CUP = max(UNDIVIDED)
"""A cup has one division, and this is the largest."""

SHORTEST_CUP, LONGEST_CUP = 1, 26
"""The weeks that a cup can be planned for."""


def obstacle_to_entering(season: Season, user: Any, now: datetime, *, token: str = "") -> str:
    """Return why a person cannot enter a season, as a sentence, '' if nothing is in the way.

    `token` is that of the link by which they came.
    """
    return (
        obstacle_in_person(season, user, token)
        or obstacle_in_season(season, now)
        or _obstacle_in_division(season, user)
        or _obstacle_in_games(season, user)
    )


def obstacle_in_person(season: Season, user: Any, token: str) -> str:
    """Return why a season is not for a person, whatever its state, as a sentence, or ''."""
    league = season.league
    if not user.is_authenticated:
        return gettext("Sign in to play in leagues and cups.")
    if user.guest:
        return gettext("Guests can't play in leagues and cups. Sign up: your games stay yours.")
    if not user.is_active:
        return gettext("Your account is closed.")
    invited = not league.private or token == league.token or league.creator_id == user.pk
    if not invited or is_blocked_by_host(season, user):
        # People who are blocked are not told so.
        if league.private:
            return gettext("This cup is only open to people whom its organizer has invited.")
        return _nothing_open()
    return ""


def _obstacle_in_division(season: Season, user: User) -> str:
    """Return why a person cannot play with all who have joined a cup: it has one division."""
    if season.league.kind != Kind.CUP or not season.is_registering:
        return ""
    joined = season.entries.exclude(user=None).values_list("user", flat=True)
    return _nothing_open() if is_apart(user, list(joined)) else ""


def _nothing_open() -> str:
    return gettext("No place in this cup is open to you.")


def is_blocked_by_host(season: Season, user: User) -> bool:
    """Return whether whoever organizes a cup has blocked a person."""
    host = season.league.creator_id
    return host is not None and Block.objects.filter(user=host, other=user).exists()


def obstacle_in_season(season: Season, now: datetime) -> str:
    """Return why nobody can enter a season now, as a sentence, '' if somebody could."""
    is_cup = season.league.kind == Kind.CUP
    if season.is_over or season.status == SeasonStatus.STOPPED:
        return gettext("This cup is over.") if is_cup else gettext("This season is over.")
    if season.is_registering:
        if now < season.opens_at:
            return gettext("Registration opens on {day}.").format(
                day=date_format(season.opens_at, "DATE_FORMAT")
            )
        full = is_cup and season.entries.count() >= LARGEST_CUP
        return gettext("This cup is full.") if full else ""
    if season.status == SeasonStatus.STARTING:
        return gettext("The season is starting right now. Look again in a few minutes.")
    if not late_places(season, now).exists():
        return gettext("This season has started, and no place in it is free.")
    return ""


def late_places(season: Season, now: datetime) -> QuerySet[Entry]:
    """Return the withdrawn entries whose place somebody can still have.

    They have not moved, nor lost a seat, and none of their games is over.
    """
    withdrawn = season.entries.filter(status=EntryStatus.WITHDRAWN, division__isnull=False)
    begun = season.started_at
    if season.status != SeasonStatus.RUNNING or begun is None or now >= begun + LATE:
        return withdrawn.none()
    gone = TableSeat.objects.filter(
        Q(lost_at__isnull=False) | ~Q(table__game__status=Status.RUNNING),
        table__division__season=season,
    )
    return withdrawn.exclude(pk__in=moved_seats(season).values("entry")).exclude(
        pk__in=gone.values("entry")
    )


def moved_seats(season: Season) -> QuerySet[TableSeat]:
    """Return the seats of a season whose players have moved themselves."""
    return TableSeat.objects.filter(
        table__division__season=season,
        table__game__players__seat=F("seat"),
        table__game__players__last_move__gt=0,
    )


def _obstacle_in_games(season: Season, user: User) -> str:
    if debts := obstacle_in_debts(season, user):
        return debts
    if games_elsewhere([user.pk], season)[user.pk] + season.league.seats > MOST_GAMES:
        return gettext(
            "You can play at most {number} games of leagues and cups at once. Enter again when "
            "another season has ended."
        ).format(number=MOST_GAMES)
    return ""


def obstacle_in_debts(season: Season, user: User) -> str:
    """Return how many games a person must finish before a season starts, as a sentence, or ''."""
    debts = debts_of(user, season)
    if not debts:
        return ""
    return ngettext(
        "You ran out of time at a table of an earlier season. Finish {number} rated game first.",
        "You ran out of time at tables of earlier seasons. Finish {number} rated games first.",
        debts,
    ).format(number=debts)


def debts_of(user: User, season: Season) -> int:
    """Return how many rated games a person must finish before they can enter a season.

    One for each table of another season that they lost as their time ran out. A game that they have
    finished since then makes good for one of these.
    """
    lost = TableSeat.objects.filter(entry__user=user, lost_by=LostBy.TIMEOUT)
    elsewhere = lost.exclude(entry__season=season).values_list("lost_at", flat=True)
    lost_at = [moment for moment in elsewhere if moment is not None]
    if not lost_at:
        return 0
    finished = Game.objects.filter(
        players__user=user,
        status=Status.OVER,
        result__isnull=False,
        rated=True,
        ended__gt=min(lost_at),
    )
    moments = [(moment, 1) for moment in lost_at]
    ended = finished.values_list("ended", flat=True)
    moments += [(moment, -1) for moment in ended if moment is not None]
    debts = 0
    for _, change in sorted(moments):
        debts = max(0, debts + change)
    return debts


def games_elsewhere(people: Collection[int], season: Season) -> Counter[int]:
    """Return how many games people play, or have registered for, in other leagues and cups.

    Those in which they are a substitute count, too, wherever. Games of a season before don't count:
    it ends before the next one starts. Two queries for any number of people.
    """
    entered = Entry.objects.filter(
        user__in=people,
        season__in=Season.objects.unfinished(),
        status__in=[EntryStatus.REGISTERED, EntryStatus.PLAYING],
    ).exclude(season__league=season.league_id)
    leagues = entered.order_by().values_list("user", "season__league", "season__league__seats")
    games: Counter[int] = Counter()
    for person, _, seats in leagues.distinct():
        games[person or 0] += seats
    taken = TableSeat.objects.filter(substitute__in=people, table__ended_at=None)
    for person in taken.order_by().values_list("substitute", flat=True):
        games[person or 0] += 1
    return games


def apart_among(people: Collection[int]) -> set[tuple[int, int]]:
    """Return the pairs of people, by ids in order, who are not to be in one division.

    One has blocked the other, or staff keep them apart.
    """
    both = {"user__in": people, "other__in": people}
    blocks = Block.objects.filter(**both).values_list("user", "other")
    kept = Apart.objects.filter(one__in=people, other__in=people).values_list("one", "other")
    return {(min(pair), max(pair)) for pair in [*blocks, *kept]}


def is_apart(user: User, people: Collection[int]) -> bool:
    """Return whether a person is not to be in one division, or at one table, with these people."""
    blocked = Block.objects.filter(Q(user=user, other__in=people) | Q(user__in=people, other=user))
    kept = Apart.objects.filter(Q(one=user, other__in=people) | Q(one__in=people, other=user))
    return blocked.exists() or kept.exists()
