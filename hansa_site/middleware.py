"""Text that no page takes: control characters and those that turn the text around them."""

import re
from collections.abc import Callable, Iterable

from django.http import Http404, HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.shortcuts import render

UNREADABLE = (
    "What you sent contains invisible characters that we do not take, perhaps from a text you "
    "pasted. Go back, remove them, and send it again."
)

Respond = Callable[[HttpRequest], HttpResponse]

# C0 and C1 but tab and line ends, what overrides or embeds a direction of writing, surrogates, and
# what is no character at all. PostgreSQL takes no NUL, and names must read as they are written.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_LINES = re.compile("[\t\n\r]")


def cookies(get_response: Respond) -> Respond:
    """Leave out cookies with unwanted characters: they are none of ours."""

    def respond(request: HttpRequest) -> HttpResponse:
        for name in [name for name, value in request.COOKIES.items() if _UNWANTED.search(value)]:
            del request.COOKIES[name]
        return get_response(request)

    return respond


def text(get_response: Respond) -> Respond:
    """Answer 404 to an address with unwanted characters, and a sentence to a form with them."""

    def respond(request: HttpRequest) -> HttpResponse:
        address = [request.path_info, *_words(request.GET)]
        if any(_UNWANTED.search(word) or _LINES.search(word) for word in address):
            raise Http404
        try:
            written = request.POST
        except UnreadablePostError:
            # The browser has gone in the middle of what it sent.
            return HttpResponse(status=400)
        if any(_UNWANTED.search(word) for word in _words(written)):
            return render(request, "400.html", {"sentence": UNREADABLE}, status=400)
        return get_response(request)

    return respond


def _words(fields: QueryDict) -> Iterable[str]:
    for name, values in fields.lists():
        yield name
        yield from values
