"""Let programs read every answer: what fails outside this room is told as JSON, too."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games.accounts.languages import language_of_browser
from games.api.problems import CONTENT_TYPE, body_of, problem_of

PREFIX: Final = "/api/"
"""Where the addresses of this room begin."""

LONGEST_BODY: Final = 200_000
"""In bytes: several times as much as the longest orders that a request may have."""


def problems(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer HEAD as GET, replace error pages by problem details, and do not read long bodies.

    Stands before whatever may refuse a request.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(PREFIX):
            return get_response(request)
        method = request.method
        if method == "HEAD":
            request.method = "GET"
        response = (
            HttpResponse(status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            if _is_long(request)
            else get_response(request)
        )
        # A middleware further out leaves out the body.
        request.method = method
        if response.status_code >= HTTPStatus.BAD_REQUEST and not _is_told(response):
            _tell(request, response)
        return response

    return respond


def _is_long(request: HttpRequest) -> bool:
    """Return whether a body is too long to read; one of unknown length is taken for empty."""
    length = request.headers.get("Content-Length", "")
    return length.isdecimal() and (len(length) > 9 or int(length) > LONGEST_BODY)


def _is_told(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith(CONTENT_TYPE)


def _tell(request: HttpRequest, response: HttpResponse) -> None:
    spoken = response.headers.get("Content-Language") or language_of_browser(request)
    with translation.override(spoken):
        status = HTTPStatus(response.status_code)
        response.content = body_of(status, *problem_of(status))
    response["Content-Type"] = CONTENT_TYPE
    for header in ("Content-Encoding", "Content-Length"):
        del response[header]
