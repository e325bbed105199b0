"""How a person's click comes to the site: over HTTP, or to the site in the same process."""

import json
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import urllib3
from django.db import connections
from django.test import Client
from urllib3.exceptions import HTTPError

UNAVAILABLE = 503
TOO_MANY = 429
TOKEN = "a" * 32


class Interrupted(Exception):
    """A click got no answer, or one that says to try again."""


class Answer(NamedTuple):
    """What the site says to a click, and where it sends the person, '' if nowhere."""

    status: int
    text: str
    location: str


class Site(Protocol):
    """The site, as people reach it."""

    def post(self, user: int, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a person's form; raises Interrupted."""

    def get(self, user: int, path: str) -> Answer:
        """Return a page as a person sees it; raises Interrupted."""

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: object) -> Answer:
        """Send a program's request with a body in JSON, none for None; raises Interrupted."""

    def together(self, acts: Sequence[Callable[[], object]]) -> None:
        """Do several things, at the same time if that is possible."""


class Web:
    """Any of several web processes; `sessions` are the session keys of people by id."""

    def __init__(self, addresses: Sequence[str], sessions: Mapping[int, str], hands: int) -> None:
        self.addresses = addresses
        self.sessions = sessions
        self._pool = urllib3.PoolManager(maxsize=hands, retries=False, timeout=60)

    def post(self, user: int, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a person's form; raises Interrupted."""
        headers = {
            "Cookie": f"sessionid={self.sessions[user]}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "HX-Request": "true",
        }
        return self._sent("POST", path, headers, fields=dict(fields), encode_multipart=False)

    def get(self, user: int, path: str) -> Answer:
        """Return a page as a person sees it; raises Interrupted."""
        return self._sent("GET", path, {"Cookie": f"sessionid={self.sessions[user]}"})

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: object) -> Answer:
        """Send a program's request with a body in JSON, none for None; raises Interrupted."""
        return self._sent(method, path, headers, body=_json(body))

    def _sent(self, method: str, path: str, headers: Mapping[str, str], **what: Any) -> Answer:
        # A server may close a connection that is kept in the moment it is used again.
        headers = {**headers, "Connection": "close"}
        url = f"{random.choice(self.addresses)}{path}"
        try:
            answer = self._pool.request(method, url, redirect=False, headers=headers, **what)
        except HTTPError as error:
            raise Interrupted from error
        if answer.status in (UNAVAILABLE, TOO_MANY):
            raise Interrupted
        return Answer(answer.status, answer.data.decode(), _location(answer.headers))

    def together(self, acts: Sequence[Callable[[], object]]) -> None:
        """Do several things at the same time; what is interrupted is left."""
        threads = [threading.Thread(target=self._one, args=[act]) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _one(self, act: Callable[[], object]) -> None:
        try:
            act()
        except Interrupted:
            pass
        finally:
            connections.close_all()


class SameProcess:
    """The site in the process that asks it, one thing after the other, without its pages."""

    def __init__(self, sessions: Mapping[int, str]) -> None:
        self.sessions = sessions

    def post(self, user: int, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a person's form."""
        answer = self._client(user).post(path, dict(fields), headers={"HX-Request": "true"})
        return Answer(answer.status_code, answer.content.decode(), _location(answer.headers))

    def get(self, user: int, path: str) -> Answer:
        """Return a page as a person sees it."""
        answer = self._client(user).get(path)
        return Answer(answer.status_code, answer.content.decode(), _location(answer.headers))

    def _client(self, user: int) -> Client:
        client = Client()
        client.cookies["sessionid"] = self.sessions[user]
        return client

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: object) -> Answer:
        """Send a program's request with a body in JSON, none for None."""
        answer = Client().generic(
            method, path, _json(body) or b"", "application/json", headers=headers
        )
        return Answer(answer.status_code, answer.content.decode(), "")

    def together(self, acts: Sequence[Callable[[], object]]) -> None:
        """Do several things one after the other."""
        for act in acts:
            act()


def _json(body: object) -> bytes | None:
    return None if body is None else json.dumps(body).encode()


def _location(headers: Mapping[str, str]) -> str:
    return headers.get("Location") or headers.get("HX-Redirect") or ""
