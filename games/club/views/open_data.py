"""Open data: its page, and its files."""

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from threading import BoundedSemaphore
from typing import Final

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import condition, require_safe

from games.accounts.languages import in_every_language
from games.club.models import OpenChunk, OpenFile
from games.club.pages.open_data import EXAMPLE, checksums, month_rows

CACHED: Final = 3600
"""Seconds for which caches keep a file: a name in it may have to go."""

SENDING: Final = BoundedSemaphore(2)
"""How many files a process may send, of the four requests that it can answer at once."""

RETRY_AFTER: Final = 30

_RANGE = re.compile(r"bytes=([0-9]{0,15})-([0-9]{0,15})")


@require_safe
@in_every_language
def open_data(request: HttpRequest) -> HttpResponse:
    """Show what open data is, and its months."""
    return render(request, "club/open_data.html", {"months": month_rows(), "example": EXAMPLE})


@require_safe
def sums(request: HttpRequest) -> HttpResponse:
    """Send the checksums of all files."""
    response = HttpResponse(checksums(), content_type="text/plain; charset=utf-8")
    patch_cache_control(response, public=True, max_age=CACHED)
    return response


def _found(name: str) -> OpenFile:
    file = OpenFile.objects.filter(name=name, month__published=True).first()
    if file is None:
        raise Http404("There is no such file.")
    return file


def _tag(request: HttpRequest, name: str) -> str:
    return _found(name).tag


@require_safe
@condition(etag_func=_tag)
def file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a file or one part of it (RFC 9110, 14), so that downloads can be resumed."""
    found = _found(name)
    part = _part(request, found)
    if part is None:
        refused = HttpResponse(status=HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
        refused["Content-Range"] = f"bytes */{found.size}"
        return refused
    is_sent = request.method != "HEAD"
    if is_sent and not SENDING.acquire(blocking=False):
        busy = HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE)
        busy["Retry-After"] = str(RETRY_AFTER)
        return busy
    content: Iterable[bytes] = _Sent(found, part) if is_sent else ()
    response = StreamingHttpResponse(content, content_type="application/zstd")
    response["Content-Length"] = str(len(part))
    if len(part) < found.size:
        response.status_code = HTTPStatus.PARTIAL_CONTENT
        response["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{found.size}"
    response["Accept-Ranges"] = "bytes"
    response["Content-Disposition"] = f'attachment; filename="{found.name}"'
    patch_cache_control(response, public=True, max_age=CACHED)
    return response


def _part(request: HttpRequest, found: OpenFile) -> range | None:
    """Return which bytes are asked for, all if the range is none of ours, None if there are none.

    One part of a file that has become another meanwhile (If-Range) is none of ours either.
    """
    whole = range(found.size)
    asked = _RANGE.fullmatch(request.headers.get("Range", ""))
    if asked is None or request.headers.get("If-Range", found.tag) != found.tag:
        return whole
    first, last = asked.groups()
    if not first:
        return whole[max(found.size - int(last), 0) :] or None if last else whole
    return whole[int(first) : int(last) + 1 if last else found.size] or None


class _Sent:
    """The bytes of a part of a file, a chunk at a time; it holds a place of SENDING until `close`.

    Django closes it when the answer has been sent or given up.
    """

    def __init__(self, found: OpenFile, part: range) -> None:
        self.found, self.part, self.is_open = found, part, True

    def __iter__(self) -> Iterator[bytes]:
        size = OpenChunk.CHUNK
        for number in range(self.part.start // size, -(-self.part.stop // size)):
            chunk = OpenChunk.objects.get(file=self.found, number=number)
            first, last = self.part.start - number * size, self.part.stop - number * size
            yield bytes(chunk.content)[max(first, 0) : last]

    def close(self) -> None:
        """Give the place back, once."""
        if self.is_open:
            self.is_open = False
            SENDING.release()

    # Of an answer that got lost on its way to the server.
    __del__ = close
