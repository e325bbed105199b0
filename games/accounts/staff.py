"""Who counts as staff, and the log of what staff do."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from games.accounts.errors import Refused
from games.accounts.models import StaffAct, User
from games.accounts.requests import UserRequest

SEEING_LASTS = timedelta(hours=1)
"""How long staff see the site as a person, before they have to give a reason again."""


class NoReason(Refused):
    """An act of staff without a reason."""


def has_passed_second_factor(request: HttpRequest) -> bool:
    """Return whether the person has used a second factor in this session."""
    records = get_authentication_records(request, request.user)
    return any(record["method"] == "mfa" for record in records) and is_mfa_enabled(request.user)


def is_staff(request: HttpRequest) -> bool:
    """Return whether the request comes from staff who have passed their second factor."""
    user: Any = request.user
    return bool(user.is_active and user.is_staff and has_passed_second_factor(request))


def staff_required(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let only staff use a view; ask for the sign-in or the second factor that is missing.

    Others get PermissionDenied.
    """

    @wraps(view)
    def respond(request: UserRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_staff(request):
            return view(request, *args, **kwargs)
        page = request.get_full_path() if request.method != "POST" else reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect_to_login(page)
        if not request.user.is_staff:
            raise PermissionDenied
        return redirect(f"{reverse('admin:login')}?{urlencode({'next': page})}")

    return respond


def checked(reason: str) -> str:
    """Return a reason as the log keeps it; raises NoReason if there is none, or it is too long."""
    reason = reason.replace("\0", "").strip()
    if not reason:
        raise NoReason("Say why: the reason goes into the staff log.")
    if len(reason) > StaffAct.LONGEST_REASON:
        raise NoReason(f"Give the reason in at most {StaffAct.LONGEST_REASON} characters.")
    return reason


def record(
    kind: StaffAct.Kind,
    *,
    by: User,
    reason: str,
    game: int | None = None,
    about: User | None = None,
    details: str = "",
) -> StaffAct:
    """Add an act to the log, in the caller's transaction; raises NoReason without a reason.

    `game` is the id of the game and `about` the person that it is about, if any; `details` says in
    a few words what exactly was done.
    """
    return StaffAct.objects.create(
        kind=kind,
        by=by,
        by_name=by.username,
        reason=checked(reason),
        game=game,
        about=about,
        details=details,
    )


def has_seen_as(people: Iterable[User], *, by: User, since: datetime) -> bool:
    """Return whether someone on the staff has seen the site as one of these people, by the log."""
    acts = StaffAct.objects.filter(kind=StaffAct.Kind.SEE_AS, by=by, about__in=people)
    return acts.filter(at__gt=since - SEEING_LASTS).exists()
