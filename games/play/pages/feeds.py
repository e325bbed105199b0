"""A player's feeds: an Atom feed of the games waiting for them, and a calendar of deadlines.

Their addresses hold a secret, because feed readers and calendars cannot sign in. They contain only
what the player can see in their games. The calendar's times are in UTC, those in the Atom feed in
the player's time zone, and the same state gives the same bytes.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.translation import gettext, pgettext
from icalendar import Calendar, Event, Timezone, TimezoneStandard

from games.play.event_hosts import counts_until
from games.play.language import spoken
from games.play.models import Wait
from games.play.pages.wording import counted_by
from games.wording import WORDINGS

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\ufffe\uffff]")


class _Feed(Atom1Feed):
    """An Atom feed dated by its newest entry, or by its `since` if there is none."""

    def latest_post_date(self) -> datetime:
        """Return when the feed last changed."""
        since: datetime = self.feed["since"]
        changed: list[datetime] = [item["updateddate"] for item in self.items]
        return max([since, *changed])


def address_of(user: Any, name: str) -> str:
    """Return the address of a player's feed: 'atom' or 'calendar'."""
    return settings.SITE_URL + reverse(f"play:{name}", args=[user.pk, user.feed_secret])


def owner_of(user_id: int, secret: str) -> Any | None:
    """Return the owner of a feed's address, or None if the secret is wrong or was replaced."""
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None or not user.feed_secret:
        return None
    return user if constant_time_compare(user.feed_secret, secret) else None


def waits_of(user: Any) -> list[Wait]:
    """Return the open waits for a person, first those whose time runs out first."""
    return list(Wait.objects.of(user).select_related("player__game__event"))


def atom(user: Any, waits: Iterable[Wait]) -> str:
    """Return the games that wait for a person as an Atom feed."""
    feed = _Feed(
        title=pgettext("feed", "{site}: games waiting for {player}").format(
            site=settings.SITE_NAME, player=user.called
        ),
        link=f"{settings.SITE_URL}/",
        description=None,
        author_name=settings.SITE_NAME,
        feed_url=address_of(user, "atom"),
        feed_guid=f"tag:{settings.SITE_HOST},2026:waits:{user.pk}",
        since=user.date_joined,
    )
    for wait in waits:
        feed.add_item(
            title=pgettext("feed", "{game}: your move").format(game=_name(wait)),
            link=settings.SITE_URL + wait.player.game.get_absolute_url(),
            description=escape(f"{_asked(wait)} {_until(wait, user.time_zone)}".strip()),
            unique_id=f"tag:{settings.SITE_HOST},2026:wait-{wait.pk}",
            updateddate=_changed(wait),
            pubdate=wait.since,
        )
    return feed.writeString("utf-8")


def calendar(user: Any, waits: Iterable[Wait]) -> bytes:
    """Return the ends of a person's clocks and grace periods as an iCalendar file."""
    found = Calendar()
    found.add("prodid", f"-//{settings.SITE_NAME}//deadlines//{spoken().code.upper()}")
    found.add("version", "2.0")
    called = pgettext("calendar", "{site}: deadlines of {player}")
    found.add("x-wr-calname", called.format(site=settings.SITE_NAME, player=user.called))
    found.add("x-published-ttl", "PT1H")
    # A calendar must have a component (RFC 5545, 3.6), even when no game waits.
    found.add_component(utc())
    for wait in waits:
        until = _counts_until(wait)
        if until is not None:
            told = pgettext("calendar", "{game}: the time to play it ends").format(game=_name(wait))
            found.add_component(_event(wait, "wait", until, told))
        elif wait.deadline is not None:
            told = pgettext("calendar", "{game}: your time runs out").format(game=_name(wait))
            found.add_component(_event(wait, "wait", wait.deadline, told))
        if wait.grace_until is not None:
            told = pgettext("calendar", "{game}: your grace period ends").format(game=_name(wait))
            found.add_component(_event(wait, "grace", wait.grace_until, told))
    return bytes(found.to_ical())


def utc() -> Timezone:
    """Return the time zone of a calendar's moments, a component that every calendar can have."""
    zone, standard = Timezone(), TimezoneStandard()
    zone.add("tzid", "Etc/UTC")
    standard.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 - local time by the standard
    standard.add("tzoffsetfrom", timedelta())
    standard.add("tzoffsetto", timedelta())
    zone.add_component(standard)
    return zone


def _event(wait: Wait, what: str, moment: datetime, told: str) -> Event:
    event = Event()
    url = settings.SITE_URL + wait.player.game.get_absolute_url()
    event.add("uid", f"{what}-{wait.pk}@{settings.SITE_HOST}")
    # Calendars take over a change only if these have grown (RFC 5545, 3.8.7).
    event.add("dtstamp", _changed(wait).astimezone(UTC))
    event.add("sequence", wait.revision)
    event.add("dtstart", moment.astimezone(UTC))
    event.add("summary", told)
    event.add("description", f"{_asked(wait)}\n{url}")
    event.add("url", url)
    event.add("transp", "TRANSPARENT")
    return event


def _changed(wait: Wait) -> datetime:
    """Return when an entry about a wait last changed."""
    moments = [
        wait.since,
        wait.clock_since,
        wait.planned_at,
        wait.warned_at and wait.deadline,
    ]
    return max(moment for moment in moments if moment is not None)


def printable(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return _UNPRINTABLE.sub(" ", text)


def _name(wait: Wait) -> str:
    return printable(wait.player.game.called)


def _asked(wait: Wait) -> str:
    game = wait.player.game
    title, state, seat = game.rules(), game.position(), wait.player.seat
    view, orders = title.view(state, seat), title.orders(state, seat)
    return WORDINGS[title.id].prompt_of_me(view, orders, spoken())


def _counts_until(wait: Wait) -> datetime | None:
    """Return until when a game counts that is compared with others, before its clock runs out."""
    return None if wait.warned_at else counts_until(wait.player.game)


def _until(wait: Wait, zone: str) -> str:
    counted = _counts_until(wait)
    if counted is not None:
        return counted_by(counted, ZoneInfo(zone))
    if wait.deadline is None:
        return ""
    moment = _moment(wait.deadline, zone)
    if not wait.warned_at:
        return gettext("Time runs out on {moment}.").format(moment=moment)
    if wait.grace_until is None:
        return gettext("Time ran out on {moment}. The others decide.").format(moment=moment)
    until = _moment(wait.grace_until, zone)
    return gettext("Time ran out on {moment}. Grace period until {until}.").format(
        moment=moment, until=until
    )


def _moment(moment: datetime, zone: str) -> str:
    return f"{date_format(moment.astimezone(ZoneInfo(zone)), 'DATETIME_FORMAT')} ({zone})"
