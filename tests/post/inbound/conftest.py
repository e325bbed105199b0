"""A handler that keeps replies of kind "test", and emails to reply with."""

from collections.abc import Iterator
from email.message import EmailMessage

import pytest

from games.accounts.models import User
from games.post.inbound import replies
from games.post.inbound.address import Address, bounce_address, reply_address
from games.post.inbound.replies import Outcome, Reply, ReplyHandler

HOST = "127.0.0.1"


class Handler:
    """Keeps each reply, or fails if it is to."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []
        self.failing: BaseException | None = None
        self.owners: dict[str, User] = {}

    def handle(self, reply: Reply) -> Outcome:
        if self.failing:
            raise self.failing
        self.replies.append(reply)
        return Outcome("done", "test:1")

    def owner(self, address: Address) -> tuple[User, str] | None:
        user = self.owners.get(address.payload)
        return (user, f"test:{address.payload}") if user else None


@pytest.fixture(autouse=True)
def _domain(settings) -> None:
    settings.REPLY_DOMAIN = "reply.example.org"


@pytest.fixture
def handler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Handler]:
    handler = Handler()
    monkeypatch.setitem(replies._handlers, "test", ReplyHandler(handler.handle, handler.owner))
    return handler


def letter_from(sender: str, text: str = "orders\n", *, to: str = "", **headers: str) -> bytes:
    """An email of a person to an address of this site."""
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


DSN = b"""From: MAILER-DAEMON@mx.example
To: %(to)s
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I am sorry.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; Anna@Example.org
Action: %(action)s
Status: %(status)s
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b
Content-Type: %(kind)s

From: hansa@reply.example.org
To: anna@example.org
Message-ID: <sent@x.example>

--b--
"""


def dsn(
    status: str = "5.1.1",
    *,
    action: str = "failed",
    letter: int = 1,
    kind: str = "text/rfc822-headers",
) -> bytes:
    """What a mail server says of a letter that it could not deliver."""
    to = bounce_address(letter)
    values = {"status": status, "action": action, "to": to, "kind": kind}
    return DSN % {name.encode(): value.encode() for name, value in values.items()}
