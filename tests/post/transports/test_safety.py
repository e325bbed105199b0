"""Every service is reached in the one safe way: at a public address, once, and not for long."""

import json
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

import pytest
from urllib3.connection import HTTPSConnection

from games.accounts.models import User
from games.post.errors import PostError
from games.post.models import Channel, Letter
from games.post.transports import discord_app, public_http, telegram, transports
from games.post.transports.base import Rejected, Trouble
from games.post.transports.public_http import LONGEST_ANSWER
from tests.factories import UserFactory
from tests.post.conftest import said
from tests.post.pushing import Device
from tests.post.transports.services import HOSTS, Server

pytestmark = pytest.mark.django_db

ADDRESSES = {
    "push": Device().endpoint,
    "ntfy": f"https://ntfy.example/{'t' * 32}",
    "telegram": "telegram:4711",
    "discord": "https://discord.com/api/webhooks/1/x",
    "slack": "https://hook.example/x",
    "json": "https://hook.example/x",
}

PRIVATE = [
    ["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["::1"], ["fd00::1"], ["::ffff:127.0.0.1"],
    ["8.8.8.8", "10.0.0.1"],
]  # fmt: skip


@pytest.fixture(autouse=True)
def _services(settings) -> None:
    settings.CONTACT = "host@hansa.example"
    settings.NTFY_URL = "https://ntfy.example"
    settings.TELEGRAM_TOKEN = "1:token"
    settings.DISCORD_CLIENT_ID, settings.DISCORD_CLIENT_SECRET = "77", "its secret"


@pytest.fixture(params=[*ADDRESSES, "commands", "oauth"])
def call(request: pytest.FixtureRequest) -> Callable[[], object]:
    """A call of a service: a letter by each transport, a command, or a code for a webhook."""
    if request.param == "commands":
        return partial(telegram.call, "setWebhook", {})
    if request.param == "oauth":
        return webhook
    return partial(sent, UserFactory(), request.param)


def sent(user: User, kind: str) -> Letter:
    device = Device()
    channel = Channel.objects.create(
        user=user, kind=kind, url=ADDRESSES[kind], keys=device.keys if kind == "push" else {}
    )
    letter = Letter.objects.create(kind="trial", recipient=user, key=kind, channel=channel)
    written = said("Your move", "It is your move.", short="It is your move.")
    transports()[kind].send(letter, written, channel.url)
    return letter


def webhook() -> None:
    """Ask Discord for a webhook; why it gives none is told in one sentence only."""
    try:
        discord_app.webhook_of("a-code")
    except PostError as refused:
        raise refused.__cause__ or Rejected(str(refused)) from refused


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The addresses to which connections were tried, each with the name of its host."""
    tried: list[tuple[str, str]] = []

    def connect(connection: HTTPSConnection) -> None:
        tried.append((connection.host, str(connection.server_hostname)))
        raise OSError("nobody is there")

    monkeypatch.setattr(HTTPSConnection, "connect", connect)
    return tried


@pytest.fixture
def beside(server: Server, to_server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server that every service is in truth."""
    monkeypatch.setattr(public_http, "post", to_server)
    monkeypatch.setattr(public_http, "ask", partial(public_http.ask, **to_server.keywords))
    return server


def resolved(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let names lead to addresses, the last of these answers for ever; return what is looked up."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        found = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("found", PRIVATE, ids=",".join)
def test_a_name_that_leads_to_a_private_address_is_not_connected_to(
    call, connected, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolved(monkeypatch, found)
    with pytest.raises(Rejected):
        call()
    assert connected == []


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(
    call, connected, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = resolved(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    with pytest.raises(Trouble):
        call()
    ((address, host),) = connected
    assert (address, [host]) == ("8.8.8.8", asked)
    assert host in HOSTS


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_nobody_is_led_elsewhere(call, beside: Server, status: int) -> None:
    """A redirection leads to this machine itself; what a command says of it is its status."""
    beside.status = status
    with suppress(Rejected):
        assert call() == (status, {})
    assert len(beside.got) == 1


def test_an_answer_without_end_is_not_read(call, beside: Server) -> None:
    beside.status = 200
    beside.said = json.dumps({"result": {"message_id": 5}, "x": "x" * LONGEST_ANSWER}).encode()
    try:
        call()
    except Rejected:
        assert call is webhook, "Discord has to say where its webhook is"
    assert not Letter.objects.exclude(message_number=None).exists()


def test_nobody_waits_for_a_service_that_is_slow(
    call, beside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside.slow = True
    monkeypatch.setattr(public_http, "SECONDS", 0.5)
    begin = monotonic()
    with pytest.raises(Trouble):
        call()
    assert monotonic() - begin < 5
