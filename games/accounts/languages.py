"""The language of a request, and the addresses that have one in front: /de/rules/.

A page for everyone has an address for each language besides its own. Such an address wins over all
that a browser or an account says and changes nothing of it. What it shows is the same for everyone,
as the request comes without cookies; who is signed in loads their part of the page separately. So
any cache may keep it, and no page can forget to leave a name out.

Elsewhere a person has the language of their account, anyone else that of a cookie or the browser's.
Who is signed in for one game only by a link in an email cannot change their account; in this
browser a cookie wins over it.
"""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from games.accounts.models import User
from games.accounts.requests import page_around

COOKIE = "language"
LASTS = timedelta(days=365)

KEPT_FOR = timedelta(minutes=5)
"""How long caches keep a page that is the same for everyone."""

View = TypeVar("View", bound=Callable[..., Any])

_ATTRIBUTE = "in_every_language"
_FRONT = re.compile(r"/(?P<code>[a-z]{2,3}(?:-[a-z0-9]{2,8})*)(?P<rest>/.*)?", re.DOTALL)


class LanguageRequest(HttpRequest):
    """A request that has passed the middleware below, for type checkers.

    `in_language` is the language that its address asks for, '' if none. `for_everyone` says that
    the answer is, too: then nobody is signed in and no form has a token. `by_link` says that a
    link has signed in a person whose account this browser cannot change.
    """

    in_language: str
    for_everyone: bool
    by_link: bool


def listed() -> dict[str, str]:
    """Return the languages that the site speaks, with their own names."""
    return dict(settings.LANGUAGES)


def language_of(user: User) -> str:
    """Return the language that a person reads, the site's own if theirs is no longer spoken."""
    return user.language if user.language in listed() else settings.LANGUAGE_CODE


def chosen_here(request: HttpRequest) -> str:
    """Return the language that was chosen in a browser, as its cookie says, '' if none."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in listed() else ""


def language_of_browser(request: HttpRequest) -> str:
    """Return the language chosen in a browser, else the first one it accepts that we speak."""
    if chosen := chosen_here(request):
        return chosen
    codes = listed()
    for accepted, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        first = accepted.partition("-")[0]
        akin = [code for code in codes if code.partition("-")[0] == first]
        found = next((code for code in (accepted, first, *akin) if code in codes), "")
        if found:
            return found
    return settings.LANGUAGE_CODE


def language_of_machine(environment: Mapping[str, str]) -> str:
    """Return the language of a machine's locale if the site speaks it, else the site's own.

    The first variable that is not empty counts (POSIX, 8.2).
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, (environment.get(name) for name in names)), "")
    code = locale.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    spoken = (each for each in (code, code.partition("-")[0]) if each in listed())
    return next(spoken, settings.LANGUAGE_CODE)


def keep(response: HttpResponse, code: str) -> None:
    """Set the cookie of a language on a response."""
    response.set_cookie(
        COOKIE,
        code,
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def in_every_language(view: View) -> View:
    """Mark a view whose page has an address for each language.

    It must show visitors who are not signed in nothing that is meant for one of them.
    """
    setattr(view, _ATTRIBUTE, True)
    return view


def has_addresses(path: str) -> bool:
    """Return whether the page at a path without language has an address for each language."""
    try:
        return is_in_every_language(resolve(path).func)
    except Resolver404:
        return False


def is_in_every_language(view: Callable[..., Any]) -> bool:
    """Return whether a view is marked so."""
    return getattr(view, _ATTRIBUTE, False)


def parted(path: str) -> tuple[str, str]:
    """Return the language in front of a path, '' if it has none, and the path without it."""
    found = _FRONT.fullmatch(path)
    if found and found["code"] in listed():
        rest = found["rest"] or ""
        if has_addresses(rest) or has_addresses(f"{rest}/"):
            return found["code"], rest
    return "", path


def plain(address: str) -> str:
    """Return an address of this site, with its query, without the language in front of it."""
    path, mark, query = address.partition("?")
    return (parted(path)[1] or "/") + mark + query


def address_in(code: str, path: str) -> str:
    """Return the address of a page for everyone in a language."""
    return f"/{code}{path}"


def address_here(path: str) -> str:
    """Return the address in the language spoken now of something for everyone, such as a picture.

    As long as there is only one language, that is the path.
    """
    return address_in(translation.get_language(), path) if len(listed()) > 1 else path


def middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[LanguageRequest], HttpResponse]:
    """Answer in the language of the address, else of the page that htmx asks for a part of it.

    Else in the language of the browser; `games.accounts.middleware.preferences` knows people. This
    comes before sessions and everything that looks at paths.
    """

    def respond(request: LanguageRequest) -> HttpResponse:
        code, path = parted(request.path_info)
        request.in_language, request.for_everyone, request.by_link = code, bool(code), False
        if code:
            return _for_everyone(get_response, request, path)
        request.in_language = _language_around(request)
        with translation.override(request.in_language or language_of_browser(request)):
            response = get_response(request)
            label(response)
        if len(listed()) > 1:
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
            if request.headers.get("HX-Request"):
                patch_vary_headers(response, ("HX-Current-URL",))
        if request.in_language:
            _stay(response, request.in_language, "HX-Replace-Url", "HX-Push-Url")
        return response

    return respond


def _for_everyone(
    get_response: Callable[[HttpRequest], HttpResponse], request: LanguageRequest, path: str
) -> HttpResponse:
    """Answer a request to an address with a language as if it came from nobody."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    code = request.in_language
    # `request.path` stays as it was asked for.
    request.path_info = path
    request.COOKIES = {}
    with translation.override(code):
        response = get_response(request)
        label(response)
    response.cookies.clear()
    _stay(response, code, "Location")
    if response.status_code == 200:
        del response["Expires"]
        if "public" not in response.get("Cache-Control", ""):
            response["Cache-Control"] = f"public, max-age={KEPT_FOR.total_seconds():.0f}"
    _depend_on_nobody(response)
    return response


def label(response: HttpResponse) -> None:
    """Say in which language a response is, unless its view did."""
    response.headers.setdefault("Content-Language", translation.get_language())


def _depend_on_nobody(response: HttpResponse) -> None:
    """Leave out of `Vary` what the request came without."""
    varies = [
        word
        for word in response.get("Vary", "").replace(" ", "").split(",")
        if word and word.lower() not in ("cookie", "accept-language")
    ]
    del response["Vary"]
    if varies:
        response["Vary"] = ", ".join(varies)


def _stay(response: HttpResponse, code: str, *headers: str) -> None:
    """Let an address that a response leads to keep the language, if it can have one."""
    for name in headers:
        to = response.get(name, "")
        if to.startswith("/") and has_addresses(urlsplit(to).path):
            response[name] = address_in(code, to)


def _language_around(request: HttpRequest) -> str:
    """Return the language of the address of the page that htmx loads a part of, '' if none."""
    if not request.headers.get("HX-Request"):
        return ""
    return parted(page_around(request).partition("?")[0])[0]
