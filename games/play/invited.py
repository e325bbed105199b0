"""Invitations that are opened in a browser, whose visitor may sign up by them.

The token of an emailed invitation belongs to one reader and one game.

The token is in the email alone. Opening the link keeps it in the session and leads to a page
without it, so that it is in no history, referrer or log of addresses. Each request checks it again:
it ends when the invitation is accepted or withdrawn, and after LINK_LASTS.

The invitation link of a game is for anyone. The session keeps its token for those who sign up by
it, until they have an account.
"""

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse

from games.play.models import Game, Invitation, Status

LINK_LASTS = timedelta(days=30)
"""How long a link works. The invitation is kept as long, and its address left alone."""

_SALT = "games.play.invited"
_SESSION, _WANTED = "invited", "wanted"


def link_of(invitation: Invitation) -> str:
    """Return the link for the reader of an invitation."""
    return settings.SITE_URL + reverse("play:open-invitation", args=[token_of(invitation)])


def token_of(invitation: Invitation) -> str:
    """Return a new token for an invitation."""
    return signing.dumps([invitation.pk, invitation.game_id], salt=_SALT)


def read(token: str) -> Invitation | None:
    """Return the invitation of a token, also an accepted one.

    None if the token is wrong or too old, the invitation withdrawn or its game cancelled.
    """
    try:
        pk, game = signing.loads(token, salt=_SALT, max_age=LINK_LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    invitations = Invitation.objects.filter(pk=pk, game=game, withdrawn_at=None)
    found = invitations.exclude(game__status=Status.CANCELLED)
    return found.select_related("game", "host").first()


def begin(request: HttpRequest, token: str) -> None:
    """Keep the token of an invitation in this browser."""
    request.session[_SESSION] = token


def invitation_of(request: HttpRequest) -> Invitation | None:
    """Return the invitation that was opened in this browser, also an accepted one, or None."""
    token = request.session.get(_SESSION)
    return read(token) if token else None


def want_seat(request: HttpRequest, game: Game) -> None:
    """Note that the visitor signs up for a seat, by the invitation link of a game."""
    request.session[_WANTED] = game.token


def wanted_seat(request: HttpRequest, *, forget: bool = False) -> str:
    """Return the token of the game that the visitor signs up for, '' if there is none."""
    token: str = request.session.get(_WANTED, "")
    if forget:
        request.session.pop(_WANTED, None)
    return token
