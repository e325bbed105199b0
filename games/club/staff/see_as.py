"""Staff see the site as a person does: recorded, for an hour, and nothing is changed by it.

The staff session keeps whom it sees and since when. On every page but those of staff the request
then has that person as its user; it must be GET or HEAD for a page that is listed here, and
whatever it writes is rolled back. Each request asks again whether they may: it ends when the two
come to be in the same game.
"""

from collections.abc import Callable
from datetime import UTC, datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import timezone

from games.accounts import staff
from games.accounts.errors import Refused
from games.accounts.models import StaffAct, User
from games.accounts.requests import UserRequest
from games.play.event_hosts import compared_kinds
from games.play.models import UNFINISHED, Holder

_SESSION = "seeing"
OWN = ("/staff/", "/admin/", "/static/")
"""Where staff stay themselves."""

SHOWN = frozenset(
    [
        "play:lobby", "play:rules", "play:rules-of", "play:board-picture", "play:board-preview",
        "about", "privacy", "contact", "robots", "accounts:here",
        "study:guided-game", "study:learn-step", "study:own-tables", "study:plans",
        "study:own-plan-at", "study:own-plan-completions", "study:plan-text",
        "play:table", "play:poll", "play:things", "play:about", "play:words", "play:places",
        "play:completions", "play:chat", "play:standing-orders",
        "play:log", "play:move", "play:go-to-move", "play:record",
        "study:plan", "study:plan-at", "study:plan-completions",
        "study:best-games", "study:studies", "study:study", "study:study-at", "study:study-text",
        "study:analysis", "study:chart", "study:try-turn", "study:try-orders",
        "study:post-mortem", "study:turn-picture",
        "club:open-games", "club:running-games", "club:finished-games", "club:wait-for-table",
        "club:person", "club:person-games", "club:person-part",
        "club:bot", "club:bot-games", "club:bot-style",
        "club:leaderboard", "club:leaderboard-of", "club:calibration",
        "club:statistics", "club:statistics-of", "club:open-data", "club:game-statistics",
        "club:explorer", "club:explorer-of", "club:opening", "club:game-opening",
        "study:puzzles", "study:puzzle", "study:puzzle-picture", "study:puzzle-turn",
        "study:puzzle-small-picture", "study:puzzle-answer",
        "league:leagues", "league:league", "league:season", "league:division",
        "duplicate:weeks", "duplicate:week",
        "post:letters", "post:about",
    ]
)  # fmt: skip
"""What staff see as a person: games, lists, and whether emails arrive.

All else stays closed, new pages too until they are listed: what changes an account, forms, whom
the person blocks, and their secrets, such as the addresses of feeds and webhooks.
"""


class NotThisPerson(Refused):
    """Someone as whom staff may not see the site."""


class SeeingRequest(HttpRequest):
    """A request that has passed the middleware below, for type checkers.

    `seen_by` are the staff who see the site as the request's user, `seen_until` until when.
    """

    seen_by: User | None
    seen_until: datetime


@transaction.atomic
def begin(request: UserRequest, person: User, reason: str) -> None:
    """See the site as a person from now on; raises NotThisPerson or NoReason."""
    if obstacle := _obstacle(request.user, person):
        raise NotThisPerson(obstacle)
    staff.record(StaffAct.Kind.SEE_AS, by=request.user, reason=reason, about=person)
    request.session[_SESSION] = [person.pk, int(timezone.now().timestamp())]
    rotate_token(request)


def end(request: HttpRequest) -> int | None:
    """See the site as oneself again; return the id of the person who was seen, if anyone was.

    Forms on pages that were shown as the person are refused then: they were not meant as one's own.
    """
    seeing: list[int] | None = request.session.pop(_SESSION, None)
    if seeing is None:
        return None
    rotate_token(request)
    return seeing[0]


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[SeeingRequest], HttpResponse]:
    """Let staff who began to see the site as a person do so, without changing anything."""

    def respond(request: SeeingRequest) -> HttpResponse:
        request.seen_by = None
        if (
            _SESSION not in request.session
            or request.path_info.startswith(OWN)
            or not staff.is_staff(request)
        ):
            return get_response(request)
        pk, since = request.session[_SESSION]
        viewer: User = request.user  # type: ignore[assignment]  # staff
        person = User.objects.filter(pk=pk).first()
        until = datetime.fromtimestamp(since, UTC) + staff.SEEING_LASTS
        problem = _ended(viewer, person, until)
        if person is None or problem:
            end(request)
            # Not raised: the page of an error would keep the token of forms.
            message = f"{problem} You see it as yourself again."
            return render(request, "403.html", {"exception": message}, status=403)
        request.user, request.seen_by, request.seen_until = person, viewer, until
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied(
                f"You see the site as {person.called}: you can't change anything."
            )
        if not _is_shown(request.path_info):
            raise PermissionDenied(
                f"This page isn't shown to staff who see the site as {person.called}."
            )
        with transaction.atomic():
            response = get_response(request)
            transaction.set_rollback(True)
        return response

    return respond


def _ended(viewer: User, person: User | None, until: datetime) -> str:
    """Return why staff do not see the site as a person any more, as a sentence, or ''."""
    if person is None:
        return "The account that you saw the site as is gone."
    if timezone.now() >= until:
        return f"You've seen the site as {person.called} for an hour."
    return _obstacle(viewer, person)


def _obstacle(viewer: User, person: User) -> str:
    """Return why staff may not see the site as a person, as a sentence, or ''."""
    if person.is_staff:
        return "Staff can't be looked at this way."
    if person.is_bot_account:
        return f"{person.called} is a bot account, which opens no pages."
    # Who left before a game began has seen nothing of it.
    played = Q(until=None) | Q(until__gte=F("player__game__started"))
    held = Holder.objects.filter(played, player__game__status__in=UNFINISHED)
    own = held.filter(user=viewer).values("player__game")
    if held.filter(user=person, player__game__in=own).exists():
        return f"You and {person.called} are in the same game. Ask other staff to look."
    compared = held.filter(user=viewer, player__game__event__kind__in=compared_kinds())
    events = compared.values("player__game__event")
    if Holder.objects.filter(user=person, player__game__event__in=events).exists():
        return f"You and {person.called} are compared at the same games. Ask other staff to look."
    return ""


def _is_shown(path: str) -> bool:
    try:
        return resolve(path).view_name in SHOWN
    except Resolver404:
        return True  # there is nothing to show
