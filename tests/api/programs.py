"""Programs that use the API in tests."""

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.accounts import tokens
from games.accounts.models import Scope, User

V1 = "/api/v1"


class Program:
    """A program of a person's, with a token that has some scopes."""

    def __init__(self, user: User, *scopes: Scope, name: str = "Bot") -> None:
        wished = scopes or Scope.offered_to(user)
        self.token, self.secret = tokens.create(user=user, name=name, scopes=wished, days=30)
        self.client = Client(headers={"Authorization": f"Bearer {self.secret}"})

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
        """Ask for something; headers are named with underscores."""
        return self.client.get(V1 + path, query or {}, headers=_named(headers))

    def post(self, path: str, sent: Any, **headers: str) -> HttpResponse:
        """Send JSON."""
        body = sent if isinstance(sent, str) else json.dumps(sent)
        return self.client.post(
            V1 + path, body, content_type="application/json", headers=_named(headers)
        )

    def order(self, game: int, version: object, *orders: str, **headers: str) -> HttpResponse:
        """Play orders on a version of a game."""
        sent = {"orders": list(orders)}
        return self.post(f"/games/{game}/orders", sent, If_Match=f'"{version}"', **headers)


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def code_of(answer: HttpResponse) -> str:
    """The code of a problem, which is told as RFC 9457 says."""
    assert answer["Content-Type"] == "application/problem+json", answer.content
    told = json.loads(answer.content)
    assert told["status"] == answer.status_code
    assert told["type"] == "about:blank"
    assert told["title"]
    assert told["detail"].endswith((".", "?")), told["detail"]
    return told["code"]
