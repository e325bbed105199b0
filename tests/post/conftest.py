"""A room that writes letters of kind "test", and how to lose a mail on the way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.post import services
from games.post.letters import Attachment, Body, Written
from games.post.models import Letter
from games.post.notifications import kinds
from games.post.notifications.base import Notification
from games.post.services import channels
from games.post.transports import MAIL, public_http, transports
from tests.post.pushing import PushService


class Killed(BaseException):
    """The worker dies here: nothing in the program catches it."""


@dataclass(frozen=True)
class Note(Notification):
    """Tells what the test at hand says, about anything."""

    kind = "test"
    asks = "orders"

    name: str = ""
    about: str = ""
    turn: int = 0
    hurry: bool = False

    @property
    def topic(self) -> str:
        return self.about

    @property
    def urgent(self) -> bool:
        return self.hurry

    def key(self, user: User | None) -> str:
        return self.name

    def write(self, letter: Letter) -> Written | None:
        """Have nothing to say; see `written_by`."""
        return None


def said(
    subject: str,
    text: str = "",
    html: str = "",
    attachments: tuple[Attachment, ...] = (),
    **more: Any,
) -> Written:
    """Return a letter whose body needs no templates."""
    body = Body("", dict, "en", None)
    body.text, body.html = text, html
    return Written(subject, body, attachments, **more)


def written_by(monkeypatch: pytest.MonkeyPatch, write: Callable[[Letter], Written | None]) -> None:
    """Register the notes of tests, and let them be written by a function."""
    monkeypatch.setitem(kinds(), Note.kind, Note)
    monkeypatch.setattr(Note, "write", lambda _, letter: write(letter))


def order(
    user: User, key: str, about: str = "game:1", *, urgent: bool = False, turn: int = 0, **when: Any
) -> Letter:
    note = Note(name=key, about=about, hurry=urgent, turn=turn)
    return services.notify(note, user=user, **when)


def put_aside(user: User, about: str = "game:1") -> int:
    return services.supersede(topic=about, user=user, asks="orders")


@dataclass
class Desk:
    """Writes letters and sends them, each as it is told, and keeps what was sent."""

    written: Written | None = field(default_factory=lambda: said("Your turn", "t", "<p>h</p>"))
    writing: BaseException | None = None
    before_sending: BaseException | None = None
    after_sending: BaseException | None = None
    sent: list[Letter] = field(default_factory=list)

    def write(self, letter: Letter) -> Written | None:
        if self.writing:
            raise self.writing
        return self.written

    def send(self, letter: Letter, written: Written, address: str) -> None:
        if self.before_sending:
            raise self.before_sending
        self.sent.append(letter)
        if self.after_sending:
            raise self.after_sending

    def well(self) -> None:
        """Work well from now on."""
        self.writing = self.before_sending = self.after_sending = None


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A writer whose mails go nowhere but into its own list."""
    desk = Desk()
    written_by(monkeypatch, desk.write)
    monkeypatch.setattr(transports()[MAIL], "send", desk.send)
    return desk


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A writer whose mails go through the real transport."""
    desk = Desk()
    written_by(monkeypatch, desk.write)
    return desk


class Clock:
    """The moment that the site believes it is; it begins on a Monday at noon."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 12, tzinfo=UTC)

    def go(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The site's clock, in the test's hands."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def pushes(monkeypatch: pytest.MonkeyPatch, settings: Any) -> PushService:
    """The push service that all devices of a test use, in sessions that are only names."""
    settings.CONTACT = "host@hansa.example"
    service = PushService()
    monkeypatch.setattr(public_http, "post", service.post)
    monkeypatch.setattr(channels, "is_signed_in", lambda *_: True)
    return service
