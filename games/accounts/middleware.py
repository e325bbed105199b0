"""Middlewares: answers for one person alone, their preferences, and pages open past a sign-in."""

from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode, urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone, translation

from games.accounts.languages import LanguageRequest, chosen_here, label, language_of
from games.accounts.requests import parts_of
from games.accounts.zones import zone_of


def kept_private(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let no cache keep what a person or a guest is answered, unless a view says otherwise.

    Somebody else may have the browser next, and a proxy serves everybody.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        return response

    return respond


def preferences(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[LanguageRequest], HttpResponse]:
    """Answer the person who is signed in in their time zone and language.

    To others times are in their browser's zone. The language of an address wins, and the one chosen
    in the browser of somebody whom a link signed in.
    """

    def respond(request: LanguageRequest) -> HttpResponse:
        user, zone = request.user, zone_of(request)
        code = request.in_language or translation.get_language()
        if user.is_authenticated and not user.guest:
            zone = user.time_zone
            chosen = chosen_here(request) if request.by_link else ""
            code = request.in_language or chosen or language_of(user)
        with timezone.override(ZoneInfo(zone)), translation.override(code):
            response = get_response(request)
            label(response)
        return response

    return respond


def signed_out(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse requests from a page whose person is no longer signed in, and lead them back to it.

    htmx sends in X-Person whom its page was rendered for. If that is not the person signed in, the
    answer is 403 with X-Signed-Out, and play.js shows a notice. Without scripts, a form leads via
    the sign-in page back to the page it was on, as its own address may accept only POST.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        drawn_for = request.headers.get("X-Person")
        if drawn_for is not None and drawn_for != str(request.user.pk):
            return HttpResponse(status=403, headers={"X-Signed-Out": "yes"})
        response = get_response(request)
        to = urlsplit(response.get("Location", "") if request.method == "POST" else "")
        sign_in, back = resolve_url(settings.LOGIN_URL), dict(parse_qsl(to.query)).get("next")
        if to.path == sign_in and back == request.get_full_path():
            response["Location"] = f"{sign_in}?{urlencode({'next': _page_of(request)})}"
        return response

    return respond


def _page_of(request: HttpRequest) -> str:
    """Return the path of this site's page that sent a form, or '/' if the request names none."""
    page = parts_of(request.headers.get("Referer", ""))
    return page.path if page.path and page.netloc == request.get_host() else "/"
