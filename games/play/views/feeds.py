"""The feeds, and the page with their addresses."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import (
    conditional_page,
    require_http_methods,
    require_safe,
)

from games.accounts.languages import language_of
from games.accounts.models import User
from games.accounts.requests import UserRequest
from games.play.pages import feeds
from games.play.services.feeds import renew_feed_secret


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def addresses(request: UserRequest) -> HttpResponseBase:
    """Show a player the addresses of their feeds; the button makes new ones."""
    user = User.objects.get(pk=request.user.pk)
    if request.method == "POST":
        renewed = bool(user.feed_secret)
        renew_feed_secret(user=user)
        said = gettext("Your feeds have addresses now.")
        if renewed:
            said = gettext("Your feeds have new addresses. The old ones no longer work.")
        messages.success(request, said)
        return redirect("play:feeds")
    return render(request, "play/feeds.html", {"feeds": _addresses_of(user)})


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def atom(request: HttpRequest, user_id: int, secret: str) -> HttpResponse:
    """Return the Atom feed of games that wait for a player."""
    return _answer(user_id, secret, feeds.atom, "application/atom+xml; charset=utf-8")


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def calendar(request: HttpRequest, user_id: int, secret: str) -> HttpResponse:
    """Return the calendar of a player's deadlines."""
    return _answer(user_id, secret, feeds.calendar, "text/calendar; charset=utf-8")


def _answer(
    user_id: int, secret: str, write: Callable[..., str | bytes], content_type: str
) -> HttpResponse:
    user = feeds.owner_of(user_id, secret)
    if user is None:
        raise Http404("There is no such feed, or its address has changed.")
    # A program that reads feeds has no language of its own.
    with translation.override(language_of(user)):
        content = write(user, feeds.waits_of(user))
    headers = {"Content-Language": language_of(user)}
    return HttpResponse(content, content_type=content_type, headers=headers)


def _addresses_of(user: User) -> dict[str, str]:
    if not user.feed_secret:
        return {}
    return {name: feeds.address_of(user, name) for name in ("atom", "calendar")}
