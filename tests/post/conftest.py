"""A room that writes letters of kind "test", and how to lose a mail on the way."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.post import envelope, letters
from games.post.letters import Written
from games.post.models import Letter


class Killed(BaseException):
    """The worker dies here: nothing in the program catches it."""


@dataclass
class Desk:
    """Writes letters and sends them, each as it is told, and keeps what was sent."""

    written: Written | None = field(default_factory=lambda: Written("Your turn", "t", "<p>h</p>"))
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
    monkeypatch.setitem(letters._writers, "test", desk.write)
    monkeypatch.setattr(envelope, "send", desk.send)
    return desk


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A writer whose mails go through the real envelope."""
    desk = Desk()
    monkeypatch.setitem(letters._writers, "test", desk.write)
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
