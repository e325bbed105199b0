"""What becomes of errors: each of the services' has its problem."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from games.accounts.errors import Refused
from games.accounts.requests import MINUTE
from games.api.problems import Code, Problem, problem_of
from games.play.engine.aside import set_aside
from games.play.engine.locks import SET_ASIDE
from games.play.errors import LostSeat, NotYourTurn, Stale, TooMany
from games.play.language import error_text, say
from games.rules.errors import RulesError

_ANSWERS: dict[type[Exception], tuple[HTTPStatus, Code]] = {
    Http404: (HTTPStatus.NOT_FOUND, Code.NOT_FOUND),
    Stale: (HTTPStatus.PRECONDITION_FAILED, Code.STALE),
    NotYourTurn: (HTTPStatus.CONFLICT, Code.NOT_ASKED),
    LostSeat: (HTTPStatus.CONFLICT, Code.LOST_SEAT),
    TooMany: (HTTPStatus.TOO_MANY_REQUESTS, Code.TOO_MANY),
    RulesError: (HTTPStatus.UNPROCESSABLE_ENTITY, Code.ILLEGAL),
    Refused: (HTTPStatus.CONFLICT, Code.REFUSED),
}
"""How errors of gate, services and rules are answered; a class before its base."""


def register(api: NinjaAPI) -> None:
    """Let an API answer with problem details whatever is raised."""
    for kind in _ANSWERS:
        api.add_exception_handler(kind, _refused)
    api.add_exception_handler(Problem, _told)
    api.add_exception_handler(ValidationError, _invalid)
    api.add_exception_handler(HttpError, _unreadable)
    api.add_exception_handler(Exception, _failed)


def _told(request: HttpRequest, error: Any) -> HttpResponse:
    response: HttpResponse = error.response()
    return response


def _refused(request: HttpRequest, error: Any) -> HttpResponse:
    status, code = next(told for kind, told in _ANSWERS.items() if isinstance(error, kind))
    detail = problem_of(status)[1] if isinstance(error, Http404) else error_text(error)
    wait = {"Retry-After": str(MINUTE)} if code is Code.TOO_MANY else None
    return Problem(status, code, detail, wait).response()


def _invalid(request: HttpRequest, error: Any) -> HttpResponse:
    """Tell which fields of a request are wrong."""
    fields = [{"where": _place_of(each["loc"]), "why": each["msg"]} for each in error.errors]
    detail = gettext("Some of what you sent can't be taken: {fields}.").format(
        fields=", ".join(each["where"] for each in fields)
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return Problem(status, Code.INVALID, detail, fields=fields).response()


def _place_of(location: Sequence[str | int]) -> str:
    """Return where an error is, without the name by which the operation calls a body.

    >>> _place_of(("body", "sent", "orders", 0)), _place_of(("query", "page"))
    ('body.orders.0', 'query.page')
    """
    first, *rest = location
    return ".".join(map(str, [first, *(rest[1:] if first == "body" else rest)]))


def _unreadable(request: HttpRequest, error: Any) -> HttpResponse:
    """Tell that a body is not JSON."""
    return Problem(
        HTTPStatus(error.status_code), Code.INVALID, gettext("The body of the request isn't JSON.")
    ).response()


def _failed(request: HttpRequest, error: Any) -> HttpResponse:
    """Set a game aside if it was the rules that failed on it; else the site's own error page."""
    match = request.resolver_match
    game_id = match.kwargs.get("game_id") if match else None
    if game_id is None or not set_aside(game_id, error):
        raise error
    return Problem(HTTPStatus.CONFLICT, Code.SET_ASIDE, say(SET_ASIDE)).response()
