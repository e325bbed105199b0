"""The browsers in which a person is signed in: when each was last used, and signing it out."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions import app_settings
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext

from games.accounts.contribution import session_ended, session_renewed
from games.accounts.models import PersonalToken, User

SEEN_EVERY = timedelta(minutes=15)
"""How exact 'last used' is: each request would otherwise write a row."""

# The first that a browser's self-description contains: most of them also name the others.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Vivaldi": "Vivaldi",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrom": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


@dataclass(frozen=True)
class SignedIn:
    """A browser in which a person is signed in; `here` is the one that asks."""

    number: int
    browser: str
    since: datetime
    last_seen: datetime
    here: bool


def browser_of(description: str) -> str:
    """Return roughly which browser a User-Agent header describes, such as 'Firefox on Linux'."""
    browser = next((name for part, name in _BROWSERS.items() if part in description), "")
    system = next((name for part, name in _SYSTEMS.items() if part in description), "")
    if browser and system:
        words = gettext("%(browser)s on %(system)s")
        return words % {"browser": browser, "system": system}
    return browser or system or gettext("Another program")


def signed_in(user: User, current_key: str | None) -> list[SignedIn]:
    """Return the browsers in which a person is signed in: the asking one, then the latest used.

    Sessions that have expired, or ended when the password changed, are left out.
    """
    rows = list(UserSession.objects.filter(user=user).order_by("-last_seen_at", "-pk"))
    live = Session.objects.filter(
        session_key__in=[row.session_key for row in rows], expire_date__gt=timezone.now()
    )
    valid = {session.session_key for session in live if _is_of(session, user)}
    found = [
        SignedIn(
            number=row.pk,
            browser=browser_of(row.user_agent),
            since=row.created_at,
            last_seen=row.last_seen_at,
            here=row.session_key == current_key,
        )
        for row in rows
        if row.session_key in valid
    ]
    return sorted(found, key=lambda each: not each.here)


def is_signed_in(user: User, session_key: str) -> bool:
    """Return whether a person is signed in, in the session with a key."""
    return user.is_active and any(_is_of(session, user) for session in _live(session_key))


def is_live(session_key: str) -> bool:
    """Return whether the session with a key has not expired, whoever is signed in there."""
    return _live(session_key).exists()


def seen_since(moment: datetime) -> Any:
    """Return the ids of people who have used the site since a moment, as a subquery."""
    return UserSession.objects.filter(last_seen_at__gte=moment).values("user")


@transaction.atomic
def end(*, user: User, number: int) -> bool:
    """Sign a person out of one browser; return False if they weren't signed in there."""
    session = UserSession.objects.filter(user=user, pk=number).first()
    if session is None:
        return False
    session.end()
    session_ended(session.session_key)
    return True


@transaction.atomic
def end_others(*, user: User, but: str | None) -> int:
    """Sign a person out of all browsers but the one with a session key; return how many.

    Their programs are no longer let in either: all tokens end, also those of bot accounts.
    """
    PersonalToken.objects.of_person(user).delete()
    others = list(UserSession.objects.filter(user=user).exclude(session_key=but or ""))
    for session in others:
        session.end()
        session_ended(session.session_key)
    return len(others)


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Note when each session was last used, every SEEN_EVERY at most, and tell apps when it ends.

    Stands before the middleware of visits: the reader of an email is not signed in.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if app_settings.TRACK_ACTIVITY and request.user.is_authenticated:
            _note_seen(request)
        person = request.session.get(SESSION_KEY)
        key = request.session.session_key
        response = get_response(request)
        if person and key and request.session.session_key != key:
            _tell_of_change(request, person, key)
        return response

    return respond


def _live(session_key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=session_key, expire_date__gt=timezone.now())


def _tell_of_change(request: HttpRequest, person: str, key: str) -> None:
    """Tell apps that the session with a key has ended, or goes on under a new one."""
    new = request.session.session_key
    if new and request.session.get(SESSION_KEY) == person:
        session_renewed(key, new)
    else:
        session_ended(key)


def _is_of(session: Session, user: User) -> bool:
    """Return whether a user is signed in, in a session: it ends when the password changes."""
    data = session.get_decoded()
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    own = data.get(SESSION_KEY) == str(user.pk)
    return own and _is_one_of(data.get(HASH_SESSION_KEY, ""), hashes)


def _is_one_of(text: str, others: list[str]) -> bool:
    return any(constant_time_compare(text, other) for other in others)


def _note_seen(request: HttpRequest) -> None:
    key = request.session.session_key
    if not key or not cache.add(f"seen:{key}", "", SEEN_EVERY.total_seconds()):
        return
    row = UserSession.objects.filter(session_key=key, user=request.user.pk)
    if not row.update(last_seen_at=timezone.now()):
        try:
            UserSession.objects.create_from_request(request)
        except PermissionDenied:
            # No network address that could be written down; the page is shown all the same.
            return
