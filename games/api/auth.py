"""Who sends a request: the owner of its token, and what the token allows."""

from http import HTTPStatus
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext
from ninja.security import HttpBearer

from games.accounts import tokens
from games.accounts.errors import BadToken
from games.accounts.languages import language_of
from games.accounts.models import PersonalToken, Scope, User
from games.accounts.requests import MINUTE, within_limit
from games.api.problems import Code, Problem

REQUESTS: Final = 120
"""The most requests of one token in a minute."""

TOGETHER: Final = 2
"""How many times as much all tokens of a person may ask, with those of their bot accounts."""

_CHALLENGE: Final = {"WWW-Authenticate": "Bearer"}


class ApiRequest(HttpRequest):
    """A request with a token that works; `user` is its owner."""

    auth: PersonalToken
    user: User


class Token(HttpBearer):
    """A personal token, made on the site under Security, 'Where you're signed in'."""

    openapi_bearerFormat = "hnsa_..."  # noqa: N815 - OpenAPI's name

    def __init__(self, scope: Scope | None = None) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> PersonalToken:
        """Return the token of a request; raises Problem if it does not let the request in."""
        # Not the base's own: where DEBUG is on, it logs what it cannot read, such as a bare token.
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != self.openapi_scheme:
            raise Problem(
                HTTPStatus.UNAUTHORIZED,
                Code.NO_TOKEN,
                gettext("Send your token in the header 'Authorization: Bearer hnsa_...'."),
                _CHALLENGE,
            )
        return self.authenticate(request, secret)

    def authenticate(self, request: HttpRequest, token: str) -> PersonalToken:
        """Return the token with a secret, and speak its person's language from now on."""
        try:
            found = tokens.token_of(token.strip())
        except BadToken as error:
            raise _bad_token(error) from None
        request.user = found.user
        # The middlewares restore both after the request.
        translation.activate(language_of(found.person))
        timezone.activate(ZoneInfo(found.person.time_zone))
        check_limit("api", found, REQUESTS)
        self._check_scope(found)
        return found

    def _check_scope(self, token: PersonalToken) -> None:
        if self.scope is None or self.scope in token.scopes:
            return
        raise Problem(
            HTTPStatus.FORBIDDEN,
            Code.NO_SCOPE,
            gettext("This needs a token with the scope '{scope}'. Yours has: {scopes}.").format(
                scope=self.scope.value, scopes=", ".join(token.scopes) or "-"
            ),
            {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{self.scope.value}"'},
            scope=self.scope.value,
        )


def check_still_works(token: PersonalToken) -> None:
    """Raise Problem if a token has ended since the request came."""
    try:
        tokens.check_still_works(token)
    except BadToken as error:
        raise _bad_token(error) from None


def check_limit(what: str, token: PersonalToken, a_minute: int) -> None:
    """Count a request of a token, and of its person.

    Raises Problem if there were too many in this minute. What its token may not send does not count
    for the person: one program that floods leaves the others their part.
    """
    if not within_limit(what, token.pk, a_minute=a_minute):
        raise _too_many(
            gettext(
                "A token can send {most} of these requests in a minute. Wait a minute, then go on."
            ),
            a_minute,
        )
    most = TOGETHER * a_minute
    if not within_limit(f"{what}-together", token.person.pk, a_minute=most):
        raise _too_many(
            gettext(
                "All of your tokens together can send {most} of these requests in a minute. Wait a "
                "minute, then go on."
            ),
            most,
        )


def _too_many(sentence: str, most: int) -> Problem:
    return Problem(
        HTTPStatus.TOO_MANY_REQUESTS,
        Code.TOO_MANY,
        sentence.format(most=most),
        {"Retry-After": str(MINUTE)},
        limit=most,
        seconds=MINUTE,
    )


def _bad_token(error: BadToken) -> Problem:
    challenge = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    return Problem(HTTPStatus.UNAUTHORIZED, Code.BAD_TOKEN, str(error), challenge)


def viewer_of(request: ApiRequest) -> Any:
    """Return who looks at things that are public: nobody known unless the token may read own."""
    return request.user if Scope.READ_OWN in request.auth.scopes else AnonymousUser()
