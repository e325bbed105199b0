"""What a site under test posts to the services of the public internet: kept in a file instead."""

import base64
import json
import os
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from datetime import datetime
from functools import partial, wraps
from pathlib import Path
from typing import NamedTuple

from django.utils import timezone

from games.post.letters import Written
from games.post.models import Letter
from games.post.transports import public_http
from games.post.transports.mail import message_id
from games.post.transports.public_http import Response
from games.post.transports.push import Push

FILE = "SITE_PUSHES"
"""The environment variable that names the file; without it, a site posts for real."""

_letter: ContextVar[str] = ContextVar("letter", default="")


class Kept(NamedTuple):
    """A post that a site has made: where to, and at which moment of its clock.

    `taken` is in seconds of `time.monotonic`. `letter` is the one that was pushed, as its mail
    would be named.
    """

    url: str
    body: bytes
    headers: dict[str, str]
    letter: str
    at: datetime
    taken: float


def install() -> None:
    """Let this process write down what it posts, as if each of it had been taken."""
    if path := os.environ.get(FILE):
        public_http.post = partial(keep, Path(path))
        Push.send = naming(Push.send)  # type: ignore[method-assign]


def kept(path: Path) -> Iterator[Kept]:
    """Yield each post that a site has kept in a file."""
    for line in path.read_text().splitlines() if path.exists() else ():
        url, body, headers, letter, at, taken = json.loads(line)
        moment = datetime.fromisoformat(at)
        yield Kept(url, base64.b64decode(body), headers, letter, moment, taken)


def away(path: Path) -> Path:
    """Return a file: as long as there is one, services ask to be tried again later."""
    return path.with_suffix(".away")


def naming(send: Callable[[Push, Letter, Written, str], None]) -> Callable[..., None]:
    """Return a function that sends a push, and tells `keep` which letter it is."""

    @wraps(send)
    def named(push: Push, letter: Letter, written: Written, address: str) -> None:
        token = _letter.set(message_id(letter))
        try:
            send(push, letter, written, address)
        finally:
            _letter.reset(token)

    return named


def keep(path: Path, url: str, body: bytes, headers: dict[str, str]) -> Response:
    """Stand in for `public_http.post`: write down what is posted, in a file."""
    if away(path).exists():
        return Response(503)
    told = [base64.b64encode(body).decode(), headers, _letter.get()]
    line = json.dumps([url, *told, timezone.now().isoformat(), time.monotonic()])
    with path.open("a") as file:
        file.write(f"{line}\n")
    return Response(201)
