"""The connection to the mail server stays open between emails, and no email is lost with it."""

from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.core.mail import EmailMessage

from games.post.transports import connection
from tests.parts import free_port

HOST = "127.0.0.1"


class Server:
    """A mail server that counts connections, and takes or refuses what they bring."""

    def __init__(self) -> None:
        self.sessions: list[Any] = []
        self.subjects: list[str] = []
        self.answer = "250 Taken"
        self.controller = Controller(self, hostname=HOST, port=free_port())

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if session not in self.sessions:
            self.sessions.append(session)
        self.subjects += [
            line.removeprefix("Subject: ")
            for line in envelope.content.decode().splitlines()
            if line.startswith("Subject: ")
        ]
        return self.answer

    def restart(self) -> None:
        self.controller.stop()
        self.controller = Controller(self, hostname=HOST, port=self.controller.port)
        self.controller.start()


@pytest.fixture
def server(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, server.controller.port
    monkeypatch.setattr(connection, "_kept", connection._Kept())
    server.controller.start()
    yield server
    if connection._kept.connection is not None:
        connection._kept.connection.close()
    server.controller.stop()


def send(*subjects: str) -> None:
    for subject in subjects:
        connection.send(EmailMessage(subject, "t", "site@example.org", ["anna@example.org"]))


def test_emails_follow_one_another_over_one_connection(server: Server):
    send("1", "2", "3")
    assert server.subjects == ["1", "2", "3"]
    assert len(server.sessions) == 1


def test_a_connection_that_the_server_has_closed_is_opened_anew(server: Server):
    send("1")
    server.restart()
    send("2")
    assert server.subjects == ["1", "2"]
    assert len(server.sessions) == 2


def test_a_connection_ends_after_an_error_but_the_next_email_is_sent(server: Server):
    send("1")
    server.answer = "451 Later"
    with pytest.raises(OSError, match="Later"):
        send("2")
    server.answer = "250 Taken"
    send("3")
    assert server.subjects == ["1", "2", "3"]
    assert len(server.sessions) == 2


def test_a_connection_takes_only_so_many_emails(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection, "MOST_EMAILS", 2)
    send("1", "2", "3", "4", "5")
    assert len(server.sessions) == 3


def test_a_connection_that_was_idle_for_long_is_not_used_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connection, "LONGEST_IDLE", 0)
    send("1", "2")
    assert len(server.sessions) == 2


def test_other_backends_are_asked_as_before(mailoutbox: list[EmailMessage]):
    send("1")
    assert [email.subject for email in mailoutbox] == ["1"]
