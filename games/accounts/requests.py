"""Requests: their types and what the middlewares add, numbers, how often one may come, races."""

from collections.abc import Callable
from functools import wraps
from urllib.parse import SplitResult, urlsplit

from django.core.cache import cache
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from games.accounts.models import User


class PageRequest(HttpRequest):
    """Any request."""

    htmx: HtmxDetails


class UserRequest(PageRequest):
    """A request behind `login_required`."""

    user: User


MINUTE = 60


def within_limit(action: str, user_id: int, *, a_minute: int) -> bool:
    """Count an action of a person; return whether it stayed within the limit a minute.

    The minute begins with the first of them.
    """
    key = f"limit:{action}:{user_id}"
    cache.add(key, 0, timeout=MINUTE)
    try:
        return cache.incr(key) <= a_minute
    except ValueError:  # the cache dropped the count in the meantime
        return True


LONGEST_NUMBER = 18
"""The most digits of a number that a database takes."""


def number_in(text: str) -> int | None:
    """Return the number that somebody sent as text, None if it is none or too long."""
    # Not all that isdigit() calls digits is a number to int(), as '²' is not.
    readable = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if readable else None


def way_back(request: HttpRequest, otherwise: str) -> str:
    """Return the path of this site that a form names in `back`, else another address."""
    back = request.POST.get("back", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return back if safe and back.startswith("/") else otherwise


def parts_of(address: str) -> SplitResult:
    """Return the parts of an address that a browser sent, all empty if nobody can read it."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def page_around(request: HttpRequest) -> str:
    """Return the path of the page that shows what is asked for, with its query.

    That is the page of the request itself, or the one that htmx loads a part of. What caches keep
    for everyone depends on its own address alone.
    """
    if getattr(request, "for_everyone", False) or not request.headers.get("HX-Request"):
        return request.get_full_path()
    page = parts_of(request.headers.get("HX-Current-URL", ""))
    return page._replace(scheme="", netloc="", fragment="").geturl() or "/"


View = Callable[..., HttpResponseBase]


def asked_again(view: View) -> View:
    """Return a view that is asked once more if another request was quicker, as after two clicks.

    Then it finds what that has taken, and says so. Until the database refuses something, the view
    must have changed nothing.
    """

    @wraps(view)
    def respond(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except IntegrityError:
            return view(request, *args, **kwargs)

    return respond
