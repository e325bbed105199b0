"""The site's own middleware: ids, health, compression, and limits of what a request may hold."""

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable
from gzip import GzipFile
from io import BytesIO
from typing import Any

from django.conf import settings
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotFound,
    JsonResponse,
    QueryDict,
    StreamingHttpResponse,
    UnreadablePostError,
)
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy

from games.accounts import trace
from games.accounts.direction import without_controls
from games.accounts.intake import LONGEST_IN_ADDRESS, LONGEST_PATH, UNWANTED, intake_of
from games.accounts.languages import language_of_browser
from hansa_site import health, metrics

log = logging.getLogger(__name__)

UNREADABLE = gettext_lazy(
    "What you sent contains invisible characters that we don't accept, perhaps from text you "
    "pasted. Go back, remove them and send it again."
)

TOO_BIG = gettext_lazy(
    "What you sent is longer than we take. Go back, shorten it and send it again."
)
NO_FILES = gettext_lazy("We take no files here. Go back and send the form from its page.")
TOO_LONG = gettext_lazy(
    "A field of what you sent has {found} characters, and it can have at most {most}. Go back, "
    "shorten it and send it again."
)

HEALTH, METRICS = "/healthz", "/metrics"

PROVIDERS = "post/providers/"
"""Where mail providers post email, which may contain any characters."""

LEVEL = 3
"""How hard pages are compressed, from 1 to 9."""

LEAST_COMPRESSED = 200
"""Shorter answers, in bytes, are sent as they are."""

Respond = Callable[[HttpRequest], HttpResponse]

_TEXT = re.compile(r"text/|image/svg|application/(json|xml|atom|[a-z-]*javascript)")
_LINES = re.compile("[\t\n\r]")
_LENGTH = re.compile("[0-9]{1,12}")


def bodiless(get_response: Respond) -> Respond:
    """Answer HEAD with the header that GET has and nothing else (RFC 9110, 9.3.2).

    The web server would drop what follows, too, with a warning for each.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = ()
            else:
                response.content = b""
        return response

    return respond


def watched(get_response: Respond) -> Respond:
    """Answer /healthz and /metrics before anything that needs a database, cookie or host name."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path_info == HEALTH:
            response: HttpResponse = _health()
        elif request.path_info == METRICS:
            response = HttpResponseNotFound()
            if metrics.may_read(request):
                response = HttpResponse(metrics.page(), content_type=metrics.CONTENT_TYPE)
        else:
            return get_response(request)
        response["Cache-Control"] = "no-store"
        return response

    return respond


def _health() -> HttpResponse:
    found = health.look()
    state: dict[str, object] = {"healthy": found.good}
    state |= {part.name: {"state": part.state, **part.figures} for part in found.parts}
    return JsonResponse(state, status=200 if found.good else 503)


def compressed(get_response: Respond) -> Respond:
    """Send text compressed: pages get five times smaller.

    Pictures and archives are compressed already. Against attacks that guess secrets from sizes
    (BREACH), each answer has up to 100 random bytes more, as in Django's own GZipMiddleware, whose
    level of compression takes twice as long for a tenth less.
    """
    accepts = re.compile(r"\bgzip\b")

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        kind = response.headers.get("Content-Type", "")
        if (
            response.streaming
            or response.has_header("Content-Encoding")
            or not _TEXT.match(kind)
            or len(response.content) < LEAST_COMPRESSED
        ):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if accepts.search(request.headers.get("Accept-Encoding", "")):
            response.content = _packed(response.content)
            response["Content-Encoding"] = "gzip"
            response["Content-Length"] = str(len(response.content))
        return response

    return respond


def _packed(text: bytes) -> bytes:
    packed = BytesIO()
    # The name of a file, which nobody reads, holds the random bytes.
    name = secrets.token_hex(50)[: secrets.randbelow(100) + 1]
    with GzipFile(name, "wb", LEVEL, packed, mtime=0) as file:
        file.write(text)
    return packed.getvalue()


def traced(get_response: Respond) -> Respond:
    """Give a request the id that its proxy or this function made; log and measure it.

    The log names the pattern of the address: the address itself may contain secrets.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        sent = request.headers.get("X-Request-ID", "") if settings.TRUSTED_PROXIES else ""
        with trace.traced(sent if trace.is_id(sent) else trace.new_id()):
            start = time.monotonic()
            response = get_response(request)
            seconds = time.monotonic() - start
            response["X-Request-ID"] = trace.current()
            metrics.measure_page(request, response.status_code, seconds)
            if request.resolver_match is not None:
                log.log(
                    logging.DEBUG if request.method in {"GET", "HEAD"} else logging.INFO,
                    "%s %s: %s in %d ms",
                    request.method,
                    request.resolver_match.view_name,
                    response.status_code,
                    1000 * seconds,
                )
        return response

    return respond


def bounded(get_response: Respond) -> Respond:
    """Refuse a body that is too long, and parts where no form has files, before anything is read.

    The length is what the header says: `hansa_site.wsgi` counts a body that comes without one.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not _LENGTH.fullmatch(length) or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return _refused(request, TOO_BIG, 413)
        if request.content_type == "multipart/form-data" and not _takes_parts(request.path_info):
            return _refused(request, NO_FILES, 415)
        return get_response(request)

    return respond


def _takes_parts(path: str) -> bool:
    if path.startswith(f"/{PROVIDERS}"):
        return True
    try:
        return intake_of(resolve(path).func).parts
    except Resolver404:
        return False


def _refused(request: HttpRequest, sentence: object, status: int) -> HttpResponse:
    # Rendered without the request: the context processors need what other middlewares add.
    with translation.override(language_of_browser(request)):
        page = render_to_string("413.html", {"sentence": sentence})
    return HttpResponse(page, status=status)


def cookies(get_response: Respond) -> Respond:
    """Drop cookies with unwanted characters: they are not ours."""

    def respond(request: HttpRequest) -> HttpResponse:
        for name in [name for name, value in request.COOKIES.items() if UNWANTED.search(value)]:
            del request.COOKIES[name]
        return get_response(request)

    return respond


class Text:
    """Answer 404 to an address that nobody can read, and 400 with a sentence to such a form.

    Nobody can read unwanted characters, nor a field that is longer than its view takes. Characters
    that change the direction of text are dropped from fields, as they come with text that people
    paste and nobody sees them. Passwords keep theirs, which may be meant.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_: object
    ) -> HttpResponse | None:
        """Check the request of a view; one that is for no view is read by nobody."""
        if without_controls(request.path_info) != request.path_info:
            raise Http404
        path, words = request.path_info, [*_words(request.GET)]
        if len(path) > LONGEST_PATH or max(map(len, words), default=0) > LONGEST_IN_ADDRESS:
            raise Http404
        if any(UNWANTED.search(each) or _LINES.search(each) for each in (path, *words)):
            raise Http404
        request.GET = _without_controls(request.GET)
        if request.path_info.startswith(f"/{PROVIDERS}"):
            return None
        try:
            written = list(_words(request.POST))
        except UnreadablePostError:
            # The browser disconnected while sending.
            return HttpResponse(status=400)
        most, found = intake_of(view).longest, max(map(len, written), default=0)
        sentence: object = ""
        if found > most:
            sentence = str(TOO_LONG).format(found=found, most=most)
        elif any(map(UNWANTED.search, written)):
            sentence = str(UNREADABLE)
        if sentence:
            return render(request, "400.html", {"sentence": sentence}, status=400)
        request.POST = _without_controls(request.POST)
        return None


def _without_controls(fields: Any) -> Any:
    """Return the fields of a request without what changes the direction of text."""
    if "".join(_words(fields)).isascii():
        return fields
    kept = fields.copy()
    for name, values in fields.lists():
        if "password" not in name:
            kept.setlist(name, [without_controls(value) for value in values])
    return QueryDict(kept.urlencode())


def _words(fields: QueryDict) -> Iterable[str]:
    for name, values in fields.lists():
        yield name
        yield from values
