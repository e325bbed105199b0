"""A room that takes answers of kind "test" and keeps them, and mails to answer with."""

from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from games.accounts.models import User
from games.post.inbound import answers
from games.post.inbound.address import reply_address
from games.post.inbound.answers import Incoming, Outcome

HOST = "127.0.0.1"


class Taker:
    """Takes each answer as it is told, and keeps it."""

    def __init__(self) -> None:
        self.taken: list[Incoming] = []
        self.failing: BaseException | None = None
        self.owners: dict[str, User] = {}

    def take(self, incoming: Incoming) -> Outcome:
        if self.failing:
            raise self.failing
        self.taken.append(incoming)
        return Outcome("done", "test:1")

    def owner(self, payload: str) -> tuple[User, str] | None:
        return (self.owners[payload], f"test:{payload}") if payload in self.owners else None


@pytest.fixture(autouse=True)
def _domain(settings) -> None:
    settings.REPLY_DOMAIN = "reply.example.org"


@pytest.fixture
def taker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Taker]:
    taker = Taker()
    monkeypatch.setitem(answers._desks, "test", answers._Desk(taker.take, taker.owner))
    return taker


def letter_from(sender: str, text: str = "orders\n", *, to: str = "", **headers: str) -> bytes:
    """A mail of a person to an address of ours."""
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = to or reply_address("test", "7")
    mail["Subject"] = "Re: =?utf-8?q?L=C3=BCbeck?="
    mail["Message-ID"] = "<one@mail.example.org>"
    mail.set_content(text)
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    return mail.as_bytes()
