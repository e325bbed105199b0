"""Whether a site can be opened by its name: what a host is told if it cannot."""

import http.client
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from hansa_site.certificate import LEAST_LEFT, LEAST_SHARE, certificate_at
from hosting import reach
from hosting.club import Club
from hosting.reach import unreachable

HOST = "localhost"
ALERT = b"\x15\x03\x03\x00\x02\x02\x50"
"""What Caddy says while it has no certificate: internal error (RFC 8446, 6)."""
HEALTHY = b'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 18\r\n\r\n{"healthy": false}'
OTHER = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nApache"
Server = Callable[..., str]


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """What is told of a site that answers so, with a certificate for so many days, if any."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(http.client.HTTPSConnection, "default_port", server.getsockname()[1])

        def told(answer: bytes, days: int = 60, *, trusted: bool = True) -> str:
            certificate = _certificate(tmp_path, days) if days else None
            if certificate and trusted:
                monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            thread = Thread(target=_answer, args=(server, certificate, answer), daemon=True)
            thread.start()
            found = unreachable(Club({"SITE_URL": f"https://{HOST}"}))
            thread.join(timeout=10)
            return found

        yield told


def test_a_site_that_answers_can_be_opened_even_if_a_part_fails(served: Server) -> None:
    assert served(HEALTHY) == ""


def test_something_else_at_its_name_is_told(served: Server) -> None:
    assert "something else, with 200" in served(OTHER)


def test_a_certificate_that_ends_soon_is_told(served: Server) -> None:
    assert "ends at" in served(HEALTHY, 3)


@pytest.mark.parametrize(("days", "lasts"), [(60, True), (3, False), (-2, False)])
def test_the_site_sees_when_its_certificate_ends(days: int, lasts: bool, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        what = server, _certificate(tmp_path, days), HEALTHY
        thread = Thread(target=_answer, args=what, daemon=True)
        thread.start()
        found = certificate_at(f"https://{HOST}:{server.getsockname()[1]}", timeout=10)
        thread.join(timeout=10)
    assert abs(found.left() - timedelta(days=days)) < timedelta(minutes=5)
    assert found.lasts() is lasts


def test_the_site_and_its_host_call_the_same_certificate_too_old() -> None:
    assert (LEAST_SHARE, LEAST_LEFT.total_seconds()) == (reach.LEAST_SHARE, reach.LEAST_LEFT)


def test_a_certificate_that_nobody_trusts_is_told(served: Server) -> None:
    assert "do not trust the certificate" in served(HEALTHY, trusted=False)


def test_without_a_certificate_its_host_is_told_what_it_takes(served: Server) -> None:
    assert "no certificate yet" in served(ALERT, 0)


def test_a_name_without_an_address_is_told() -> None:
    told = unreachable(Club({"SITE_URL": "https://club.invalid"}))
    assert "club.invalid has no address in the DNS" in told


def test_a_closed_port_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http.client.HTTPSConnection, "default_port", 1)
    assert "ports 80 and 443 be open" in unreachable(Club({"SITE_URL": f"https://{HOST}"}))


def _answer(server: socket.socket, certificate: Path | None, answer: bytes) -> None:
    opened, _ = server.accept()
    # The client goes away where it does not like the certificate.
    with opened, suppress(OSError):
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            opened = context.wrap_socket(opened, server_side=True)
        with opened:
            opened.recv(1 << 16)
            opened.sendall(answer)


def _certificate(folder: Path, days: int) -> Path:
    """Return a file with a certificate of its own for HOST, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=30)).not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = folder / "certificate.pem"
    file.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return file
