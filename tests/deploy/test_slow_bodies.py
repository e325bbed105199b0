"""Bodies that come byte by byte: the web server in front holds them, and others are answered."""

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

import pytest

from hansa_site import processes
from hosting.machine import Machine
from hosting.steps import caddyfile_for
from tests import parts
from tests.children import child
from tests.running.web import HOST, web

DEPLOY = Path(__file__).resolve().parents[2] / "hansa_site/deploy"
THREADS = 4
"""Of a web process: so many requests are answered at once."""
PATIENCE = 60
COOKIE = f"csrftoken={32 * 'a'}"
"""With it, the site reads a form; without, it refuses it unread."""
MOST = 2_400_000
"""Bytes that the site still reads."""

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed"),
]


@contextmanager
def in_front(folder: Path, address: str) -> Iterator[int]:
    """Run Caddy with the file of a club, by HTTP, before a web process; return its port."""
    port = parts.free_port()
    text = (DEPLOY / "Caddyfile").read_text()
    text = text.replace("hansa.example.org", f"http://{HOST}:{port}")
    text = text.replace("127.0.0.1:8000", address.removeprefix("http://"))
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + caddyfile_for(Machine().run("caddy", "version"), text))
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", file]
    with (folder / "caddy.log").open("w") as log, child(command, stdout=log, stderr=log):
        yield port


@contextmanager
def slow_body(port: int) -> Iterator[None]:
    """Send a form that never ends, a byte each half second."""
    over = threading.Event()
    with socket.create_connection((HOST, port), timeout=PATIENCE) as connection:
        connection.sendall(
            f"POST /accounts/login/ HTTP/1.1\r\nHost: {HOST}:{port}\r\nCookie: {COOKIE}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {MOST}\r\n\r\n".encode()
        )

        def send() -> None:
            while not over.wait(0.5):
                connection.sendall(b"x")

        thread = threading.Thread(target=send)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def sent(port: int, length: int) -> int:
    """Send a form so long without a token against forgery; return the status of the answer."""
    with closing(HTTPConnection(HOST, port, timeout=PATIENCE)) as connection:
        connection.request("POST", "/accounts/login/", b"x" * length, {"Cookie": COOKIE})
        return connection.getresponse().status


@pytest.mark.long
def test_bodies_that_come_slowly_hold_nobody_up(tmp_path: Path) -> None:
    with web(tmp_path, workers=1) as site, in_front(tmp_path, site.address) as port:
        address = f"http://{HOST}:{port}"
        while not processes.answers(address):
            pass
        with ExitStack() as slow:
            for _ in range(5 * THREADS):
                slow.enter_context(slow_body(port))
            assert processes.answers(address)
        assert sent(port, MOST) == HTTPStatus.FORBIDDEN
