"""The services that notifications go to, all of them one server on this machine."""

import ssl
import subprocess
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import sleep

HOSTS = (
    "hook.example", "ntfy.example", "fcm.googleapis.com", "api.telegram.org", "discord.com",
)  # fmt: skip


class Server(HTTPServer):
    """An HTTPS server on this machine."""

    status = 204
    retry_after = ""
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
        if self.server.retry_after:
            self.send_header("Retry-After", self.server.retry_after)
        self.send_header("Content-Length", str(len(self.server.said)))
        self.end_headers()
        # Who reads no body may have hung up.
        with suppress(OSError):
            self.wfile.write(self.server.said)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def certificate_of(folder: Path, *hosts: str) -> Path:
    """Return a file with a new certificate for some hosts, and its key."""
    file = folder / "both.pem"
    names = ",".join(f"DNS:{host}" for host in hosts)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", f"/CN={hosts[0]}", "-addext", f"subjectAltName={names}",
         "-keyout", file.with_name("key.pem"), "-out", file.with_name("cert.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    parts = [file.with_name(name).read_text() for name in ("cert.pem", "key.pem")]
    file.write_text("".join(parts))
    return file
