"""Refuse control characters, and characters that change the direction of text, in requests."""

import re
from collections.abc import Callable, Iterable

from django.http import Http404, HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.shortcuts import render

UNREADABLE = (
    "What you sent contains invisible characters that we don't accept, perhaps from text you "
    "pasted. Go back, remove them and send it again."
)

PROVIDERS = "post/providers/"
"""Where mail providers post email, which may contain any characters."""

Respond = Callable[[HttpRequest], HttpResponse]

# C0 and C1 except tab and line ends, overrides and embeddings of text direction, surrogates, and
# noncharacters. PostgreSQL refuses NUL, and a name must be displayed in the order it was typed.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_LINES = re.compile("[\t\n\r]")


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
