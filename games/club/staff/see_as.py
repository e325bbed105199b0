"""Staff see the site as a person does: recorded, and nothing is changed by it.

The staff session keeps whom it sees. On every page but those of staff the request then has that
person as its user; it must be GET or HEAD, and whatever it writes is rolled back. The person's
account pages stay closed, as does everything of a person whom the member of staff plays with.
"""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from games.accounts import staff
from games.accounts.errors import Refused
from games.accounts.models import StaffAct, User
from games.accounts.requests import UserRequest
from games.play.models import Game, Status

_SESSION = "sees_as"
OWN = ("/staff/", "/admin/", "/static/")
"""Where staff stay themselves."""

CLOSED = ("/accounts/", "/feeds/")
"""Where a person's addresses, second factors and secrets are."""


class NotThisPerson(Refused):
    """Someone as whom staff may not see the site."""


class SeeingRequest(HttpRequest):
    """A request that has passed the middleware below, for type checkers."""

    seen_by: User | None


@transaction.atomic
def begin(request: UserRequest, person: User, reason: str) -> None:
    """See the site as a person from now on; raises NotThisPerson or NoReason."""
    if person.is_staff:
        raise NotThisPerson("Staff can't be looked at this way.")
    shared = Game.objects.filter(status=Status.RUNNING, players__user=request.user)
    if shared.filter(players__user=person).exists():
        raise NotThisPerson(f"You and {person} play in a running game. Ask other staff to look.")
    staff.record(StaffAct.Kind.SEE_AS, by=request.user, reason=reason, about=person)
    request.session[_SESSION] = person.pk


def end(request: HttpRequest) -> int | None:
    """See the site as oneself again; return the id of the person who was seen, if anyone was."""
    person: int | None = request.session.pop(_SESSION, None)
    return person


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[SeeingRequest], HttpResponse]:
    """Let staff who began to see the site as a person do so, without changing anything."""

    def respond(request: SeeingRequest) -> HttpResponse:
        request.seen_by = None
        person = _person(request)
        if person is None:
            return get_response(request)
        request.seen_by = request.user  # type: ignore[assignment]  # staff, so a User
        request.user = person
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied(f"You see the site as {person}: you can't change anything.")
        if request.path_info.startswith(CLOSED):
            raise PermissionDenied(f"This page is for {person} alone.")
        with transaction.atomic():
            response = get_response(request)
            transaction.set_rollback(True)
        return response

    return respond


def _person(request: HttpRequest) -> User | None:
    """Return whom the request's staff see the site as, if anyone."""
    wanted = request.session.get(_SESSION)
    if wanted is None or request.path_info.startswith(OWN) or not staff.is_staff(request):
        return None
    return User.objects.filter(pk=wanted, is_staff=False).first()
