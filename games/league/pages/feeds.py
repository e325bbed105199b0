"""The public feeds of a season or one of its divisions: what has happened, and a calendar.

Both tell only what the pages show everyone, and the same state gives the same bytes.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext, pgettext
from icalendar import Calendar, Event

from games.accounts.languages import address_here
from games.league.models import Season, SeasonStatus, Table
from games.league.pages.leagues import division_url
from games.league.pages.standings import name_of
from games.league.pages.words import whole_name
from games.play.language import spoken
from games.play.models import Game
from games.play.pages.feeds import printable, utc

NEWEST = 50
"""How many tables a feed tells of, those that ended last first."""


class Item(NamedTuple):
    """Something in a season that a feed tells, and the path of the page about it.

    It is about the moment `at`, and has been known since `changed`.
    """

    key: str
    text: str
    path: str
    at: datetime
    changed: datetime


def atom(season: Season, number: int | None) -> str:
    """Return what has happened in a season, or in its division of a number, as an Atom feed."""
    path = _address(season, number, "atom")
    feed = Atom1Feed(
        title=_title(season, number),
        link=settings.SITE_URL + _page(season, number),
        description=None,
        author_name=settings.SITE_NAME,
        feed_url=settings.SITE_URL + address_here(path),
        feed_guid=f"tag:{settings.SITE_HOST},2026:{path.strip('/')}",
    )
    news = [*_ends(season, number), *_past(season)]
    for item in sorted(news, key=lambda each: each.changed, reverse=True):
        feed.add_item(
            title=item.text,
            link=settings.SITE_URL + item.path,
            description=escape(item.text),
            unique_id=f"tag:{settings.SITE_HOST},2026:{item.key}",
            updateddate=item.changed,
            pubdate=item.changed,
        )
    return feed.writeString("utf-8")


def calendar(season: Season, number: int | None) -> bytes:
    """Return the dates of a season, and when its tables ended, as an iCalendar file."""
    found = Calendar()
    found.add("prodid", f"-//{settings.SITE_NAME}//leagues//{spoken().code.upper()}")
    found.add("version", "2.0")
    found.add("x-wr-calname", _title(season, number))
    found.add("x-published-ttl", "PT1H")
    # A calendar must have a component (RFC 5545, 3.6).
    found.add_component(utc())
    for item in [*_dates(season), *_ends(season, number)]:
        event = Event()
        event.add("uid", f"{item.key}@{settings.SITE_HOST}")
        event.add("dtstamp", item.changed.astimezone(UTC))
        # Dates are only ever put off; calendars take over a change if this has grown.
        event.add("sequence", max(0, (item.at - season.opens_at).days))
        event.add("dtstart", item.at.astimezone(UTC))
        event.add("summary", item.text)
        event.add("url", settings.SITE_URL + item.path)
        event.add("transp", "TRANSPARENT")
        found.add_component(event)
    return bytes(found.to_ical())


def _past(season: Season) -> Iterator[Item]:
    """Yield what has happened to a season as a whole."""
    name, page = _season(season), _page(season, None)
    told = (
        ("opened", season.opens_at, pgettext("feed", "{season}: registration is open")),
        ("started", season.started_at, pgettext("feed", "{season} has started")),
        ("ended", season.ended_at, pgettext("feed", "{season} is over")),
    )
    for key, moment, text in told:
        if moment is not None:
            yield Item(_key(season, key), text.format(season=name), page, moment, moment)


def _dates(season: Season) -> Iterator[Item]:
    """Yield the dates of a season, also those to come."""
    if season.status == SeasonStatus.STOPPED:
        return
    name, page = _season(season), _page(season, None)
    known = season.started_at or season.opens_at
    told = (
        ("start", season.started_at or season.starts_at, pgettext("calendar", "{season} starts")),
        ("last-day", season.ends_at, pgettext("calendar", "{season}: last day")),
        ("ended", season.ended_at, pgettext("calendar", "{season} is over")),
    )
    for key, moment, text in told:
        if moment is not None:
            changed = moment if key == "ended" else known
            yield Item(_key(season, key), text.format(season=name), page, moment, changed)


def _ends(season: Season, number: int | None) -> Iterator[Item]:
    """Yield the tables that are over, those that ended last first."""
    tables = Table.objects.filter(division__season=season, ended_at__isnull=False)
    if number is not None:
        tables = tables.filter(division__number=number)
    newest = tables.select_related("division").prefetch_related("seats__entry__user")
    for table in newest.order_by("-ended_at", "-pk")[:NEWEST]:
        if table.ended_at is not None:
            path = Game(pk=table.game_id).get_absolute_url()
            key = _key(season, f"{table.division.number}-{table.number}")
            yield Item(key, _result(table), path, table.ended_at, table.ended_at)


def _result(table: Table) -> str:
    """Return how a table ended: 'Division 2, table 4: 1. Anna, 2. Bert, 3. Carla'."""
    division = table.division.number
    if table.places is None:
        said = pgettext("feed", "Division {division}, table {table}: the players ended the game")
        return said.format(division=division, table=table.number)
    places = sorted(
        (table.places[seat.seat], seat.seat, name_of(seat.entry.user)) for seat in table.seats.all()
    )
    told = (
        pgettext("feed", "{place}. {player}").format(place=place, player=player)
        for place, _, player in places
    )
    return gettext("Division {division}, table {table}: {places}").format(
        division=division, table=table.number, places=", ".join(told)
    )


def _title(season: Season, number: int | None) -> str:
    if number is None:
        return _season(season)
    return pgettext("feed", "{season}, division {number}").format(
        season=_season(season), number=number
    )


def _season(season: Season) -> str:
    return printable(whole_name(season.league, season.number))


def _page(season: Season, number: int | None) -> str:
    if number is None:
        return reverse("league:season", args=[season.league.slug, season.number])
    return division_url(season, number)


def _address(season: Season, number: int | None, kind: str) -> str:
    if number is None:
        return reverse(f"league:season-{kind}", args=[season.league.slug, season.number])
    return reverse(f"league:division-{kind}", args=[season.league.slug, season.number, number])


def _key(season: Season, what: str) -> str:
    return f"league-season-{season.pk}-{what}"
