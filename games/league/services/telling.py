"""Write to the people of a season: at its start, each week, and at its end."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Min

from games.accounts.models import User
from games.league.letters import (
    CupCancelled,
    SeasonBegun,
    SeasonEnded,
    SeasonNotification,
    Substituted,
    WeekStanding,
)
from games.league.models import UNDER_WAY, Entry, EntryStatus, Season
from games.league.services.locks import due_season
from games.play.models import Game, Wait
from games.post import services as post
from games.post.models import Schedule

WEEK = timedelta(weeks=1)


def tell_begun(season: Season, people: Iterable[User] | None = None) -> None:
    """Write to those who play in a season that has begun, or only to some, about all their tables.

    Nobody gets this twice. It comes before the first deadline of its reader.
    """
    if people is None:
        people = _playing(season)
    waits = Wait.objects.filter(ended_at=None, player__game__event=season.event)
    first = dict(waits.values_list("holder__user").annotate(Min("deadline")).order_by())
    begun = SeasonBegun(league=season.league_id, season=season.pk)
    post.notify_all([post.Addressed(begun, each, until=first.get(each.pk)) for each in people])


def tell_ended(season: Season) -> None:
    """Write to those who have played in a season to its end."""
    ended = SeasonEnded(league=season.league_id, season=season.pk)
    _tell(ended, _playing(season))


def tell_substitute(season: Season, game: Game, person: User) -> None:
    """Write to a substitute who has taken over a seat in a game of a season."""
    _tell(Substituted(league=season.league_id, season=season.pk, game=game.pk), [person])


def tell_cancelled(season: Season, *, too_few: bool) -> None:
    """Write to those who have joined a cup that is cancelled, and to its organizer if `too_few`."""
    host = season.league.creator
    joined = season.entries.registered().exclude(user=None).select_related("user")
    people = {entry.user for entry in joined if entry.user is not None} - {host}
    if too_few and host is not None:
        people.add(host)
    cancelled = CupCancelled(league=season.league_id, season=season.pk, too_few=too_few)
    _tell(cancelled, sorted(people, key=lambda person: person.pk))


@transaction.atomic
def tell_week(*, season_id: int, now: datetime) -> None:
    """Queue the standings of the week in a running season, once a week, for those with digests."""
    season = due_season(season_id, *UNDER_WAY)
    if season is None or season.started_at is None:
        return
    week = (now - season.started_at) // WEEK
    if week <= season.weeks_told:
        return
    season.weeks_told = week
    season.save(update_fields=["weeks_told"])
    standing = WeekStanding(league=season.league_id, season=season.pk, week=week)
    people = {person.pk: person for person in _playing(season)}
    schedules = post.schedules_of(set(people), standing.topic)
    digested = [pk for pk, each in schedules.items() if each.mode == Schedule.Mode.DIGEST]
    _tell(standing, [people[pk] for pk in sorted(digested)])


def _playing(season: Season) -> list[User]:
    """Return the people who play in a season, by entry."""
    entries = Entry.objects.filter(season=season, status=EntryStatus.PLAYING)
    entries = entries.exclude(user=None).exclude(division=None).select_related("user")
    return [entry.user for entry in entries.order_by("pk") if entry.user is not None]


def _tell(notification: SeasonNotification, people: Iterable[User]) -> None:
    post.notify_all([post.Addressed(notification, person) for person in people])
