"""Answers that say what is wrong: problem details as RFC 9457 has them.

`detail` is a sentence for people, in the language of the account. `code` is for programs: one of
`Code`, whose values stay.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse
from django.utils.translation import gettext
from ninja import Schema
from pydantic import Field

CONTENT_TYPE: Final = "application/problem+json"


class Code(StrEnum):
    """What is wrong, for programs."""

    NO_TOKEN = "no-token"  # noqa: S105 - it tells that there is none
    BAD_TOKEN = "bad-token"  # noqa: S105
    NO_SCOPE = "no-scope"
    NOT_FOUND = "not-found"
    BAD_METHOD = "bad-method"
    INVALID = "invalid"
    TOO_LONG = "too-long"
    TOO_MANY = "too-many"
    NO_VERSION = "no-version"
    STALE = "stale"
    NOT_ASKED = "not-asked"
    LOST_SEAT = "lost-seat"
    ILLEGAL = "illegal"
    REFUSED = "refused"
    SET_ASIDE = "set-aside"
    KEY_REUSED = "key-reused"
    FAILED = "failed"


class ProblemOut(Schema):
    """Problem details (RFC 9457)."""

    type: str = Field(description="Always 'about:blank': `code` says what it is.")
    title: str = Field(description="The name of the status.")
    status: int
    detail: str = Field(description="What is wrong and what would work, for people.")
    code: Code = Field(description="What is wrong, for programs.")


class Problem(Exception):
    """Something that a program asked for and does not get."""

    def __init__(
        self,
        status: HTTPStatus,
        code: Code,
        detail: str,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.more = headers or {}, more

    def response(self) -> HttpResponse:
        """Return the answer that tells it."""
        content = body_of(self.status, self.code, self.detail, **self.more)
        response = HttpResponse(content, status=self.status, content_type=CONTENT_TYPE)
        for name, value in self.headers.items():
            response[name] = value
        return response


def body_of(status: HTTPStatus, code: Code, detail: str, **more: Any) -> bytes:
    """Return problem details as JSON."""
    told = {
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "detail": detail,
        "code": code,
        **more,
    }
    return json.dumps(told, cls=DjangoJSONEncoder).encode()


def problem_of(status: int) -> tuple[Code, str]:
    """Return what to tell of an answer that the site gives without this room, by its status."""
    match status:
        case HTTPStatus.NOT_FOUND:
            return Code.NOT_FOUND, gettext("There is nothing at this address.")
        case HTTPStatus.METHOD_NOT_ALLOWED:
            return Code.BAD_METHOD, gettext("This address doesn't take this method.")
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return Code.TOO_LONG, gettext("What you sent is longer than we take.")
        case HTTPStatus.UNSUPPORTED_MEDIA_TYPE:
            return Code.INVALID, gettext("This address takes JSON and no files.")
        case _ if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return Code.FAILED, gettext("Something went wrong on our side. Try again in a while.")
        case _:
            return Code.INVALID, gettext("This request can't be answered.")
