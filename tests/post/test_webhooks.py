"""Webhooks: what they are told, where they may lead, and when they are given up."""

import hashlib
import hmac
import json
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path
from time import monotonic, sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st
from urllib3.connection import HTTPSConnection

from games.post import services, webhooks
from games.post.errors import PostError
from games.post.letters import Written
from games.post.models import Channel, Letter
from games.post.services.channels import GIVEN_UP, MOST
from games.post.webhooks import Refused, Trouble, check, is_public, post
from tests.factories import UserFactory
from tests.post.conftest import Clock, Desk

PRIVATE = [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1",
    "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001:db8::1",
    "2001::7f00:1", "2002:7f00:1::", "2002:a00:1::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1",
    "ff02::1", "ff0e::1",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001:800::200e"]


@pytest.mark.parametrize("address", PRIVATE)
def test_no_letter_goes_to_an_address_that_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(PostError):
        check(f"https://{host}/hook")
    for found in ([address], ["8.8.8.8", address], [address, "8.8.8.8"]):
        with pytest.raises(Refused, match="not on the public internet"):
            post(
                "https://x.example/", b"", {}, resolve=lambda *_, f=found: f, connect=no_connection
            )


def no_connection(*_: object, **__: object) -> HTTPSConnection:
    raise AssertionError("nothing may be connected")


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are(address: str) -> None:
    assert is_public(ip_address(address))


@given(st.ip_addresses(v=4))
def test_no_private_address_hides_in_one_of_the_newer_kind(address) -> None:
    number = int(address)
    inside = [
        (0xFFFF << 32) | number,
        number,
        (0x64FF9B << 96) | number,
        (0x2002 << 112) | (number << 80),
        (0x20010000 << 96) | (number ^ 0xFFFFFFFF),
    ]
    assert not any(is_public(ip_address(each.to_bytes(16))) for each in inside)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "//example.org/", "https://", "example.org",
        "https://me:secret@example.org/", "https://me@example.org/", "https://example.org:99999/",
        "https://[::1/", "file:///etc/passwd", "",
    ],
)  # fmt: skip
def test_only_plain_https(url: str) -> None:
    with pytest.raises(PostError):
        check(url)


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "localhost", "017700000001"])
def test_other_spellings_of_this_machine_are_found_out_by_looking_them_up(host: str) -> None:
    with pytest.raises((Refused, Trouble)):
        post(f"https://{host}/", b"", {}, connect=no_connection)


def test_a_name_is_looked_up_once_and_never_again() -> None:
    """A name that changes its mind after the check leads nowhere else."""
    looked_up: list[str] = []
    connected: list[tuple[object, ...]] = []

    def resolve(host: str, port: int) -> list[str]:
        looked_up.append(host)
        return ["8.8.8.8"] if len(looked_up) == 1 else ["127.0.0.1"]

    def connect(host: str, port: int, **options: object) -> HTTPSConnection:
        connected.append((host, port, options["server_hostname"], options["assert_hostname"]))
        raise OSError("enough")

    with pytest.raises(Trouble):
        post("https://rebind.example:8443/", b"", {}, resolve=resolve, connect=connect)
    assert looked_up == ["rebind.example"]
    assert connected == [("8.8.8.8", 8443, "rebind.example", "rebind.example")]


def test_a_name_that_nobody_knows_is_trouble_not_the_end() -> None:
    def unknown(*_: object) -> list[str]:
        raise socket.gaierror(-2, "Name or service not known")

    with pytest.raises(Trouble, match="not known"):
        post("https://x.example/", b"", {}, resolve=unknown, connect=no_connection)


class Server(HTTPServer):
    """An HTTPS server on this machine with a certificate for hook.example."""

    status = 204
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
        self.send_header("Content-Length", "0")
        self.end_headers()

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
        return HTTPSConnection(
            "127.0.0.1", server.server_port, ca_certs=str(certificate), **options
        )

    return partial(webhooks.post, resolve=lambda *_: ["8.8.8.8"], connect=connect)


def test_it_arrives_with_the_name_of_its_host(server: Server, to_server) -> None:
    assert to_server("https://hook.example/a?b=c", b"{}", {"Content-Type": "text/x"}) == 204
    ((path, headers, body),) = server.got
    assert (path, headers["Host"], body) == ("/a?b=c", "hook.example", b"{}")


def test_a_certificate_of_another_name_is_not_believed(server: Server, to_server) -> None:
    with pytest.raises(Trouble, match=r"hook\.example"):
        to_server("https://other.example/", b"{}", {})
    assert not server.got


def test_a_redirection_is_not_followed(server: Server, to_server) -> None:
    server.status = 302
    assert to_server("https://hook.example/", b"{}", {}) == 302
    assert len(server.got) == 1


def test_who_answers_a_byte_at_a_time_is_cut_off(
    server: Server, to_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.slow = True
    monkeypatch.setattr(webhooks, "SECONDS", 1)
    begin = monotonic()
    with pytest.raises(Trouble):
        to_server("https://hook.example/", b"{}", {})
    assert monotonic() - begin < 3


# What they are told.


@pytest.fixture
def hook(
    db: None, server: Server, to_server, monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> Channel:
    monkeypatch.setattr(webhooks, "post", to_server)
    return Channel.objects.create(
        user=UserFactory(), kind=Channel.Kind.JSON, url="https://hook.example/x"
    )


def order(hook: Channel, key: str = "wait:1") -> Letter:
    services.notify(kind="test", user=hook.user, key=key, subject_of="game:1")
    return Letter.objects.get(key=f"{key}@{hook.pk}")


def test_beside_the_mail_each_webhook_is_told_once(
    hook: Channel, server: Server, desk: Desk
) -> None:
    desk.written = Written("Your move", "", "", short="It is your move.", url="https://x.org/1")
    Channel.objects.create(
        user=hook.user, kind=Channel.Kind.JSON, url="https://hook.example/off", active=False
    )
    letter = order(hook)
    order(hook)
    services.sweep()
    services.sweep()
    assert len(desk.sent) == 1
    ((path, headers, body),) = server.got
    assert path == "/x"
    told = json.loads(body)
    assert told.pop("ordered_at")
    assert told == {
        "id": letter.key, "kind": "test", "about": "game:1", "subject": "Your move",
        "text": "It is your move.", "url": "https://x.org/1",
    }  # fmt: skip
    digest = hmac.new(webhooks.secret(hook).encode(), body, hashlib.sha256).hexdigest()
    assert headers["X-Signature-256"] == f"sha256={digest}"
    letter.refresh_from_db()
    assert (letter.state, letter.subject) == (Letter.State.SENT, "Your move")


@pytest.mark.parametrize(
    ("kind", "field", "expected"),
    [
        ("discord", "content", "@everyone <b> & all\nhttps://x.org/1"),
        ("slack", "text", "@everyone &lt;b&gt; &amp; all\nhttps://x.org/1"),
    ],
)
def test_others_are_told_in_their_own_way(
    hook: Channel, server: Server, desk: Desk, kind: str, field: str, expected: str
) -> None:
    desk.written = Written("s", "", "", short="@everyone <b> & all", url="https://x.org/1")
    Channel.objects.filter(pk=hook.pk).update(kind=kind)
    order(hook)
    services.sweep()
    told = json.loads(server.got[0][2])
    assert told.pop(field) == expected
    assert told == ({"allowed_mentions": {"parse": []}} if kind == "discord" else {})


def test_a_long_text_fits_and_keeps_its_link(hook: Channel, server: Server, desk: Desk) -> None:
    desk.written = Written("s", "", "", short="w" * 5000, url="https://x.org/1")
    Channel.objects.filter(pk=hook.pk).update(kind="discord")
    order(hook)
    services.sweep()
    content = json.loads(server.got[0][2])["content"]
    assert len(content) <= 2000
    assert content.endswith("\nhttps://x.org/1")


@pytest.mark.parametrize(
    ("status", "state"),
    [(200, "sent"), (404, "failed"), (302, "failed"), (410, "failed"), (429, "waiting"),
     (500, "waiting"), (503, "waiting")],
)  # fmt: skip
def test_only_what_may_pass_is_tried_again(
    hook: Channel, server: Server, status: int, state: str, caplog
) -> None:
    server.status = status
    letter = order(hook)
    services.sweep()
    letter.refresh_from_db()
    hook.refresh_from_db()
    assert letter.state == state
    assert hook.failures == (state != "sent")
    assert (str(status) in hook.error) == (state != "sent")


def test_one_that_never_works_is_switched_off_with_the_reason(
    hook: Channel, server: Server, desk: Desk, caplog
) -> None:
    server.status = 404
    for number in range(GIVEN_UP - 1):
        order(hook, f"wait:{number}")
    services.sweep()
    server.status = 200
    order(hook, "good")
    services.sweep()
    hook.refresh_from_db()
    assert (hook.active, hook.failures, hook.error) == (True, 0, ""), "one success forgives all"
    server.status = 404
    for number in range(GIVEN_UP + 2):
        order(hook, f"again:{number}")
    services.sweep()
    hook.refresh_from_db()
    assert not hook.active
    assert hook.failures == GIVEN_UP
    assert "404" in hook.error
    assert len(server.got) == 2 * GIVEN_UP, "the last two were not even tried"
    failed = Letter.objects.filter(state=Letter.State.FAILED, error__contains="switched off")
    assert failed.count() == 2
    assert not Letter.objects.waiting().exists()
    services.switch_on(channel=hook)
    assert Channel.objects.get(pk=hook.pk).active


def test_the_mail_s_troubles_are_not_the_webhook_s(
    hook: Channel, server: Server, desk: Desk, caplog
):
    desk.writing = ValueError("a broken writer")
    order(hook)
    services.sweep()
    hook.refresh_from_db()
    assert hook.failures == 0


@pytest.mark.parametrize(("about", "told"), [("", 1), ("game:1", 0), ("game:2", 1)])
def test_never_is_meant_for_mail_unless_it_is_said_of_one_game(
    hook: Channel, server: Server, about: str, told: int
) -> None:
    services.unsubscribe(user=hook.user, subject_of=about)
    order(hook)
    services.sweep()
    assert len(server.got) == told


def test_they_keep_quiet_hours_but_wait_for_no_digest(
    hook: Channel, server: Server, clock: Clock
) -> None:
    services.set_cadence(
        user=hook.user, mode="digest", minutes=15, hour=7, reminders=[], quiet_from=12, quiet_to=13
    )
    order(hook)
    services.sweep()
    assert not server.got
    clock.go(hours=1)
    services.sweep()
    assert len(server.got) == 1


@pytest.mark.django_db
def test_a_person_has_a_few_each_once() -> None:
    user = UserFactory()
    for number in range(MOST):
        services.add_channel(user=user, kind="json", url=f"https://x.example/{number}")
    with pytest.raises(PostError, match="remove one"):
        services.add_channel(user=user, kind="json", url="https://x.example/more")
    services.remove_channel(channel=user.channels.first())
    with pytest.raises(PostError, match="already"):
        services.add_channel(user=user, kind="json", url="https://x.example/1")
    with pytest.raises(PostError, match="public"):
        services.add_channel(user=user, kind="json", url="https://10.0.0.1/")


def test_letters_to_one_that_is_removed_are_forgotten(hook: Channel, server: Server) -> None:
    order(hook)
    services.remove_channel(channel=hook)
    services.sweep()
    assert not server.got
    assert Letter.objects.count() == 1


def test_trying_it_out_sends_one_message(hook: Channel, server: Server) -> None:
    services.try_channel(channel=hook)
    services.sweep()
    assert "test" in json.loads(server.got[0][2])["text"]


def test_a_closed_connection_is_noticed(server: Server, to_server) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(Trouble):
        post(
            "https://hook.example/", b"", {}, resolve=lambda *_: ["8.8.8.8"],
            connect=lambda host, _, **options: HTTPSConnection("127.0.0.1", port, **options),
        )  # fmt: skip
