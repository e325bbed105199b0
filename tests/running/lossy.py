"""A network that loses answers: it hands a request over to the site, and closes the connection."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

HOST = "127.0.0.1"

Loses = Callable[[bytes, bytes], bool]
"""Whether an answer is lost: of the request, and of the answer."""


@contextmanager
def lossy(address: str, loses: Loses) -> Iterator[str]:
    """Stand before a site at an address; return where. Takes one request a connection."""
    there = urlsplit(address)

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            asked, answer = _request(self.request), b""
            with socket.create_connection((there.hostname, there.port)) as site:
                site.sendall(asked)
                while part := site.recv(65536):
                    answer += part
            if not loses(asked, answer):
                self.request.sendall(answer)

    class Server(ThreadingTCPServer):
        allow_reuse_address = daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: Any) -> None:
            """Either side may close when it likes."""

    with Server((HOST, 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_address[1]}"
        server.shutdown()


def _request(client: socket.socket) -> bytes:
    """Return the bytes of a request, with its body; raises ConnectionError if it ends before."""
    read = b""
    while b"\r\n\r\n" not in read:
        read += _part(client)
    head, _, body = read.partition(b"\r\n\r\n")
    lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    while len(body) < int(lines.get(b"content-length", 0)):
        body += _part(client)
    return head + b"\r\n\r\n" + body


def _part(client: socket.socket) -> bytes:
    if part := client.recv(65536):
        return part
    raise ConnectionError("The client has gone.")
