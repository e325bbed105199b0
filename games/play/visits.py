"""Visits: a link in an email opens its reader's game, signed in for that one game only.

The link holds a signed token. Opening it changes nothing, because mail scanners open links too.
Pressing the button stores the token in the session, and every request to a page of that game checks
it again. A visit ends after LASTS, and at once when the person changes their password.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.crypto import constant_time_compare

from games.accounts.languages import LanguageRequest
from games.play.models import Game

LASTS = timedelta(days=14)
MOST = 20
"""The most games that one session may visit; a new one replaces the oldest."""

_SALT = "games.play.visit"
_SESSION = "visits"
_FRAGMENT = 16


@dataclass(frozen=True)
class Visit:
    """A person who visits one game."""

    user: Any
    game_id: int


class VisitorRequest(LanguageRequest):
    """A request that has passed the middleware below, for type checkers."""

    visit: Visit | None


def visit_url(user: Any, game: Game) -> str:
    """Return a link that opens a game for a person; it works for LASTS from now."""
    return settings.SITE_URL + reverse("play:visit", args=[token_of(user, game)])


def token_of(user: Any, game: Game) -> str:
    """Return a new token for a visit."""
    return signing.dumps([user.pk, game.pk, _fragments(user)[0]], salt=_SALT)


def read(token: str) -> Visit | None:
    """Return the visit that a token allows, or None if it is wrong, expired or revoked."""
    try:
        user_id, game_id, fragment = signing.loads(token, salt=_SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None or not any(constant_time_compare(fragment, own) for own in _fragments(user)):
        return None
    return Visit(user, game_id)


def begin(request: HttpRequest, token: str, visit: Visit) -> None:
    """Start a visit in this browser: its person is signed in at its game."""
    request.session.cycle_key()
    visits = {**request.session.get(_SESSION, {})}
    visits.pop(str(visit.game_id), None)
    visits[str(visit.game_id)] = token
    request.session[_SESSION] = dict(list(visits.items())[-MOST:])


def end(request: HttpRequest) -> None:
    """End all visits of this browser."""
    request.session.pop(_SESSION, None)


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[VisitorRequest], HttpResponse]:
    """Set `request.user` to the visit's person on pages of a visited game.

    People who are signed in stay signed in as themselves everywhere.
    """

    def respond(request: VisitorRequest) -> HttpResponse:
        request.visit = None
        visits = request.session.get(_SESSION)
        if visits and not request.user.is_authenticated:
            token = visits.get(_game_of(request.path_info))
            request.visit = read(token) if token else None
            if request.visit:
                request.user, request.by_link = request.visit.user, True
        return get_response(request)

    return respond


def _game_of(path: str) -> str | None:
    """Return the id of the game that a path belongs to, as a string like the session's keys."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if match.app_name not in ("play", "study") or "game_id" not in match.kwargs:
        return None
    return str(match.kwargs["game_id"])


def _fragments(user: Any) -> list[str]:
    """Return texts that change when the person changes their password, one for each key."""
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return [each[:_FRAGMENT] for each in hashes]
