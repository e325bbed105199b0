"""What a site under test posts to the services of the public internet: kept in a file instead."""

import base64
import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from games.post.transports import public_http
from games.post.transports.public_http import Response

FILE = "SITE_PUSHES"
"""The environment variable that names the file; without it, a site posts for real."""


def install() -> None:
    """Let this process write down what it posts, as if each of it had been taken."""
    if path := os.environ.get(FILE):
        public_http.post = partial(_keep, Path(path))


def kept(path: Path) -> Iterator[tuple[str, bytes, dict[str, str]]]:
    """Yield the address, body and headers of each post that a site has kept in a file."""
    for line in path.read_text().splitlines() if path.exists() else ():
        url, body, headers = json.loads(line)
        yield url, base64.b64decode(body), headers


def _keep(path: Path, url: str, body: bytes, headers: dict[str, str]) -> Response:
    line = json.dumps([url, base64.b64encode(body).decode(), headers])
    with path.open("a") as file:
        file.write(f"{line}\n")
    return Response(201)
