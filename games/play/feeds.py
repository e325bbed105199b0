"""What programs fetch for a person: an Atom feed of the games that wait, a calendar of deadlines.

Their addresses hold a secret, as feed readers and calendars cannot sign in. They tell nothing that
the person does not see at his tables, and times in UTC; the same state gives the same bytes.
"""

import re
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from icalendar import Calendar, Event, Timezone, TimezoneStandard

from games.drawing import DRAWINGS
from games.play.models import Player, Status

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\ufffe\uffff]")


class _Feed(Atom1Feed):
    """An Atom feed that is as new as its newest entry, also when it has none."""

    def latest_post_date(self) -> datetime:
        """Return when it changed last."""
        return max([self.feed["since"], *(item["updateddate"] for item in self.items)])


def new_secret() -> str:
    """Return a word for a feed's address that nobody guesses."""
    return secrets.token_urlsafe(24)


def address_of(user: Any, name: str) -> str:
    """Return where a person's feed is found: 'atom' or 'calendar'."""
    return settings.SITE_URL + reverse(f"play:{name}", args=[user.pk, user.feed_secret])


def owner_of(user_id: int, secret: str) -> Any | None:
    """Return the person of a feed's address, or None if it is wrong or was replaced."""
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None or not user.feed_secret:
        return None
    return user if constant_time_compare(user.feed_secret, secret) else None


def waits_of(user: Any) -> list[Player]:
    """Return the seats at which play waits for a person, the longest wait first."""
    seats = Player.objects.filter(user=user, game__status=Status.RUNNING, wait_move__isnull=False)
    return list(seats.select_related("game", "user").order_by("wait_since", "pk"))


def atom(user: Any, waits: Iterable[Player]) -> str:
    """Return the games that wait for a person as an Atom feed."""
    feed = _Feed(
        title=f"{settings.SITE_NAME}: games that wait for {user.username}",
        link=f"{settings.SITE_URL}/",
        description=None,
        author_name=settings.SITE_NAME,
        feed_url=address_of(user, "atom"),
        feed_guid=f"tag:{settings.SITE_HOST},2026:waits:{user.pk}",
        since=user.date_joined,
    )
    for player in waits:
        feed.add_item(
            title=f"{_name(player)}: your move",
            link=settings.SITE_URL + player.game.get_absolute_url(),
            description=escape(f"{_asked(player)} {_until(player)}".strip()),
            unique_id=f"tag:{settings.SITE_HOST},2026:{_wait(player)}",
            updateddate=_changed(player),
            pubdate=player.wait_since,
        )
    return feed.writeString("utf-8")


def calendar(user: Any, waits: Iterable[Player]) -> bytes:
    """Return the moments at which a person's time and graces run out as an iCalendar file."""
    found = Calendar()
    found.add("prodid", f"-//{settings.SITE_NAME}//deadlines//EN")
    found.add("version", "2.0")
    found.add("x-wr-calname", f"{settings.SITE_NAME}: deadlines of {user.username}")
    found.add("x-published-ttl", "PT1H")
    # A calendar must have a component (RFC 5545, 3.6), also when nothing waits.
    found.add_component(_utc())
    for player in waits:
        if player.deadline is not None:
            found.add_component(_event(player, "wait", player.deadline, "your time runs out"))
        if player.grace_until is not None:
            found.add_component(_event(player, "grace", player.grace_until, "your grace ends"))
    return bytes(found.to_ical())


def _utc() -> Timezone:
    zone, standard = Timezone(), TimezoneStandard()
    zone.add("tzid", "Etc/UTC")
    standard.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 - local time by the standard
    standard.add("tzoffsetfrom", timedelta())
    standard.add("tzoffsetto", timedelta())
    zone.add_component(standard)
    return zone


def _event(player: Player, what: str, moment: datetime, sentence: str) -> Event:
    event = Event()
    url = settings.SITE_URL + player.game.get_absolute_url()
    event.add("uid", f"{_wait(player, what)}@{settings.SITE_HOST}")
    event.add("dtstamp", _changed(player).astimezone(UTC))
    event.add("dtstart", moment.astimezone(UTC))
    event.add("summary", f"{_name(player)}: {sentence}")
    event.add("description", f"{_asked(player)}\n{url}")
    event.add("url", url)
    event.add("transp", "TRANSPARENT")
    return event


def _changed(player: Player) -> datetime:
    """Return when what is told of a wait changed last."""
    moments = [player.wait_since, player.clock_since, player.overdue and player.deadline]
    return max(moment for moment in moments if moment is not None)


def _wait(player: Player, what: str = "wait") -> str:
    """Return the name of a wait, or of its grace; no other of this site has it."""
    return f"{what}-{player.game_id}-{player.seat}-{player.wait_move}"


def _name(player: Player) -> str:
    # XML has no room for these signs.
    return _UNPRINTABLE.sub(" ", player.game.name)


def _asked(player: Player) -> str:
    title = player.game.rules()
    view = title.view(title.load(player.game.state), player.seat)
    return DRAWINGS[title.id].asked_of_me(view)


def _until(player: Player) -> str:
    if player.deadline is None:
        return ""
    moment = _moment(player.deadline)
    if not player.overdue:
        return f"Time runs out on {moment}."
    if player.grace_until is None:
        return f"Time ran out on {moment}; the others decide."
    return f"Time ran out on {moment}; a grace lasts until {_moment(player.grace_until)}."


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%d %B %Y at %H:%M} UTC"
