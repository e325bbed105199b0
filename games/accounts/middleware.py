"""Requests in a person's own time, and of pages that outlast a sign-in."""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone


def preferences(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell the times of a page in the time zone of who asks for it."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            return get_response(request)

    return respond


def signed_out(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Do nothing for a page of somebody who is no longer signed in, and lead them back to it.

    What htmx asks names in X-Person whom its page was drawn for: where that is not who asks, the
    answer is 403 with X-Signed-Out, which play.js tells. Without scripts, a form leads by way of
    the sign-in to the page on which it stood: its own address may take nothing but forms.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        drawn_for = request.headers.get("X-Person")
        if drawn_for is not None and drawn_for != str(request.user.pk):
            return HttpResponse(status=403, headers={"X-Signed-Out": "yes"})
        response = get_response(request)
        sign_in = resolve_url(settings.LOGIN_URL)
        if request.method == "POST" and response.get("Location", "").startswith(f"{sign_in}?"):
            response["Location"] = f"{sign_in}?{urlencode({'next': _page_of(request)})}"
        return response

    return respond


def _page_of(request: HttpRequest) -> str:
    """Return the path of the page of this site that a form was sent from, '/' if none is named."""
    page = urlsplit(request.headers.get("Referer", ""))
    return page.path if page.path and page.netloc == request.get_host() else "/"
