"""Give each request an id, and refuse odd characters: control, and direction of text."""

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable
from gzip import GzipFile
from io import BytesIO

from django.conf import settings
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotFound,
    JsonResponse,
    QueryDict,
    UnreadablePostError,
)
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from games.accounts import trace
from hansa_site import health, metrics

log = logging.getLogger(__name__)

UNREADABLE = (
    "What you sent contains invisible characters that we don't accept, perhaps from text you "
    "pasted. Go back, remove them and send it again."
)

HEALTH, METRICS = "/healthz", "/metrics"

PROVIDERS = "post/providers/"
"""Where mail providers post email, which may contain any characters."""

LEVEL = 3
"""How hard pages are compressed, from 1 to 9."""

LEAST_COMPRESSED = 200
"""Shorter answers, in bytes, are sent as they are."""

Respond = Callable[[HttpRequest], HttpResponse]

# C0 and C1 except tab and line ends, overrides and embeddings of text direction, surrogates, and
# noncharacters. PostgreSQL refuses NUL, and a name must be displayed in the order it was typed.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_TEXT = re.compile(r"text/|image/svg|application/(json|xml|atom|[a-z-]*javascript)")
_LINES = re.compile("[\t\n\r]")


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
    told: dict[str, object] = {"healthy": found.good}
    told |= {part.name: {"state": part.state, **part.figures} for part in found.parts}
    return JsonResponse(told, status=200 if found.good else 503)


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


def cookies(get_response: Respond) -> Respond:
    """Drop cookies with unwanted characters: they are not ours."""

    def respond(request: HttpRequest) -> HttpResponse:
        for name in [name for name, value in request.COOKIES.items() if _UNWANTED.search(value)]:
            del request.COOKIES[name]
        return get_response(request)

    return respond


def text(get_response: Respond) -> Respond:
    """Answer 404 to a URL with unwanted characters, and 400 with a sentence to a form."""

    def respond(request: HttpRequest) -> HttpResponse:
        address = [request.path_info, *_words(request.GET)]
        if any(_UNWANTED.search(word) or _LINES.search(word) for word in address):
            raise Http404
        if request.path_info.startswith(f"/{PROVIDERS}"):
            return get_response(request)
        try:
            written = request.POST
        except UnreadablePostError:
            # The browser disconnected while sending.
            return HttpResponse(status=400)
        if any(_UNWANTED.search(word) for word in _words(written)):
            return render(request, "400.html", {"sentence": UNREADABLE}, status=400)
        return get_response(request)

    return respond


def _words(fields: QueryDict) -> Iterable[str]:
    for name, values in fields.lists():
        yield name
        yield from values
