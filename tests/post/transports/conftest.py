"""A server for webhooks on this machine, which posts reach as if it were public."""

import ssl
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from urllib3.connection import HTTPSConnection

from games.post.transports import public_http
from games.post.transports.public_http import Response
from tests.post.transports.services import HOSTS, Server, certificate_of


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate_of(tmp_path_factory.mktemp("certificate"), *HOSTS)


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
def to_server(server: Server, certificate: Path) -> Callable[..., Response]:
    """Posts as the site does, only that the public address is in truth the server's."""

    def connect(host: str, port: int, **options: object) -> HTTPSConnection:
        assert host == "8.8.8.8"
        # Trust in the certificate of a test stays in the test.
        options["ssl_context"] = ssl.create_default_context(cafile=str(certificate))
        return HTTPSConnection("127.0.0.1", server.server_port, **options)

    return partial(public_http.post, resolve=lambda *_: ["8.8.8.8"], connect=connect)
