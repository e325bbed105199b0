"""A server for webhooks on this machine, which posts reach as if it were public."""

import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import sleep

import pytest
from urllib3.connection import HTTPSConnection

from games.post.transports import public_http


class Server(HTTPServer):
    """An HTTPS server on this machine with a certificate for hook.example."""

    status = 204
    said = b""
    slow = False

    def __init__(self, certificate: Path) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.socket = context.wrap_socket(self.socket, server_side=True)

    def handle_error(self, request: object, client_address: object) -> None:
        """Who does not trust the certificate hangs up."""


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers), body))
        if self.server.slow:
            for _ in range(200):
                self.wfile.write(b"HTTP/1.1 200 OK\r\n"[:1])
                sleep(0.1)
        self.send_response(self.server.status)
        self.send_header("Location", "https://127.0.0.1/")
        self.send_header("Content-Length", str(len(self.server.said)))
        self.end_headers()
        # Who reads no body may have hung up.
        with suppress(OSError):
            self.wfile.write(self.server.said)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("certificate") / "both.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=hook.example", "-addext", "subjectAltName=DNS:hook.example",
         "-keyout", file.with_name("key.pem"), "-out", file.with_name("cert.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    parts = [file.with_name(name).read_text() for name in ("cert.pem", "key.pem")]
    file.write_text("".join(parts))
    return file


@pytest.fixture
def server(certificate: Path) -> Iterator[Server]:
    server = Server(certificate)
    thread = threading.Thread(target=server.serve_forever, args=[0.05])
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def to_server(server: Server, certificate: Path) -> Callable[..., int]:
    """Posts as the site does, only that the public address is in truth the server's."""

    def connect(host: str, port: int, **options: object) -> HTTPSConnection:
        assert host == "8.8.8.8"
        # Trust in the certificate of a test stays in the test.
        options["ssl_context"] = ssl.create_default_context(cafile=str(certificate))
        return HTTPSConnection("127.0.0.1", server.server_port, **options)

    return partial(public_http.post, resolve=lambda *_: ["8.8.8.8"], connect=connect)
