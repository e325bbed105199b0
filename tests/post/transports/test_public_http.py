"""Where posts may lead, and what becomes of them."""

import socket
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from io import BytesIO
from ipaddress import ip_address
from time import monotonic

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from urllib3.connection import HTTPSConnection

from games.post.errors import PostError
from games.post.transports import public_http
from games.post.transports.base import Rejected, Trouble
from games.post.transports.public_http import LONGEST_ANSWER, ask, check, is_public, post
from tests.post.transports.services import Server

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
        with pytest.raises(Rejected, match="isn't on the public internet"):
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


@given(
    host=st.text(st.characters(codec="utf-8"), max_size=70),
    rest=st.text(st.characters(codec="utf-8"), max_size=70),
)
@example(host="hook.example", rest="/für/unser spiel?an=Žofie")
@example(host="käse.example", rest="")
@example(host="ŽOFIE.example", rest="")
@example(host="x" * 64, rest="")
@example(host="a..b", rest="")
@example(host="hook.example", rest="/\r\nHost: other.example")
def test_whatever_address_is_taken_can_be_posted_to(host: str, rest: str) -> None:
    """A URL is refused when it is taken, or its parts fit into a request (RFC 3986) as they are."""
    try:
        place = check(f"https://{host}{rest}")
    except PostError:
        return
    for part in (place.host, place.path):
        assert part.isascii()
        assert part.isprintable()
        assert " " not in part
    connection = Mute(place.host)
    sent = connection.socket.sent
    with suppress(Trouble, Rejected):
        post(
            f"https://{host}{rest}", b"{}", {}, resolve=lambda *_: ["8.8.8.8"],
            connect=lambda *_, **__: connection,
        )  # fmt: skip
    assert b"".join(sent).startswith(f"POST {place.path} HTTP/1.1\r\n".encode())


class Mute(HTTPSConnection):
    """A connection that is never made: its socket keeps what it is sent and answers nothing."""

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.socket = MuteSocket()

    def connect(self) -> None:
        self.sock = self.socket


class MuteSocket:
    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def sendall(self, sent: bytes) -> None:
        self.sent.append(sent)

    def makefile(self, *_: object) -> BytesIO:
        return BytesIO()

    def __getattr__(self, _: str) -> Callable[..., None]:
        return lambda *_: None


@pytest.mark.parametrize("host", ["１２７.0.0.1", "10。0。0。1"])
def test_a_private_address_in_other_digits_is_private(host: str) -> None:
    with pytest.raises(PostError, match="public"):
        check(f"https://{host}/")


def test_letters_of_other_alphabets_are_quoted(server: Server, to_server) -> None:
    assert to_server("https://hook.example/für%20uns/ж?an=Žofie&x=%2F", b"{}", {}).status == 204
    ((path, _, _),) = server.got
    assert path == "/f%C3%BCr%20uns/%D0%B6?an=%C5%BDofie&x=%2F"


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "localhost", "017700000001"])
def test_other_spellings_of_this_machine_are_found_out_by_looking_them_up(host: str) -> None:
    with pytest.raises((Rejected, Trouble)):
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


def test_it_arrives_with_the_name_of_its_host(server: Server, to_server) -> None:
    assert to_server("https://hook.example/a?b=c", b"{}", {"Content-Type": "text/x"}).status == 204
    ((path, headers, body),) = server.got
    assert (path, headers["Host"], body) == ("/a?b=c", "hook.example", b"{}")


def test_a_certificate_of_another_name_is_not_believed(server: Server, to_server) -> None:
    with pytest.raises(Trouble, match=r"hook\.example"):
        to_server("https://other.example/", b"{}", {})
    assert not server.got


def test_a_redirection_is_not_followed(server: Server, to_server) -> None:
    server.status = 302
    assert to_server("https://hook.example/", b"{}", {}).status == 302
    assert len(server.got) == 1


def test_who_answers_a_byte_at_a_time_is_cut_off(
    server: Server, to_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.slow = True
    monkeypatch.setattr(public_http, "SECONDS", 1)
    begin = monotonic()
    with pytest.raises(Trouble):
        to_server("https://hook.example/", b"{}", {})
    assert monotonic() - begin < 3


def test_a_closed_connection_is_noticed(server: Server, to_server) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(Trouble):
        post(
            "https://hook.example/", b"", {}, resolve=lambda *_: ["8.8.8.8"],
            connect=lambda host, _, **options: HTTPSConnection("127.0.0.1", port, **options),
        )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (b'{"ok": true}', {"ok": True}),
        (b"", {}),
        (b"[1]", {}),
        (b"no JSON", {}),
        (b"\xff", {}),
        (b"[" * 15_000, {}),
        (b'{"a": "' + b"b" * 2 * LONGEST_ANSWER + b'"}', {}),
    ],
)
def test_of_an_answer_only_a_short_json_object_is_read(
    server: Server, to_server, said: bytes, answer: dict[str, bool]
) -> None:
    server.status, server.said = 200, said
    asking = partial(ask, **to_server.keywords)
    assert asking("https://hook.example/", b"{}", {}) == (200, answer)
    assert to_server("https://hook.example/", b"{}", {}).status == 200


def test_asking_leads_to_no_address_that_is_not_public() -> None:
    for host in ("127.0.0.1", "[::1]", "169.254.169.254"):
        with pytest.raises(Rejected):
            ask(f"https://{host}/", b"", {}, connect=no_connection)
    with pytest.raises(Rejected):
        ask("https://x.example/", b"", {}, resolve=lambda *_: ["10.0.0.1"], connect=no_connection)
