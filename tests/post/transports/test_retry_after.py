"""Services that are busy say when to try again, and are not asked before, up to a limit."""

from datetime import UTC, datetime, timedelta

import pytest

from games.post import services
from games.post.models import Channel, Letter
from games.post.transports import public_http
from games.post.transports.posting import LONGEST_PAUSE, pause_of
from tests.factories import UserFactory
from tests.post.conftest import Clock, Desk, order
from tests.post.pushing import PushService
from tests.post.transports.services import Server

HOUR = LONGEST_PAUSE.total_seconds()


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("0", 0), ("30", 30), (" 00120 ", 120), ("3600", HOUR), ("3601", HOUR), ("9" * 9000, HOUR),
        ("", 0), ("-5", 0), ("1.5", 0), ("1e3", 0), ("٣٠", 0), ("soon", 0), ("30, 40", 0),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 37),
        ("Sun Nov  6 08:49:37 1994", 37),
        ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
        ("Mon, 07 Nov 1994 08:49:37 GMT", HOUR),
        ("Sun, 31 Feb 1994 08:49:37 GMT", 0),
    ],
)  # fmt: skip
def test_a_pause_is_seconds_or_lasts_until_a_date(clock: Clock, said: str, seconds: int) -> None:
    """RFC 9110, 10.2.3, with the three forms of dates of its 5.6.7."""
    clock.now = datetime(1994, 11, 6, 8, 49, tzinfo=UTC)
    assert pause_of(said) == timedelta(seconds=seconds)


def test_the_header_is_read(server: Server, to_server) -> None:
    assert to_server("https://hook.example/", b"{}", {}).retry_after == ""
    server.status, server.retry_after = 429, "120"
    assert to_server("https://hook.example/", b"{}", {})[:2] == (429, "120")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "seconds"), [(429, 1800), (503, 1800), (500, 0), (408, 0)], ids=str
)
def test_a_busy_push_service_is_not_asked_before(
    pushes: PushService, desk: Desk, clock: Clock, status: int, seconds: int, caplog
) -> None:
    user = UserFactory()
    pushes.device().connect(user)
    order(user, "wait:1")
    pushes.status, pushes.retry_after = status, "1800"
    services.sweep()
    pushes.status = 201
    letter = Letter.objects.get(channel__isnull=False)
    pause = (letter.due_at - clock.now).total_seconds()
    assert pause == seconds if seconds else pause <= 36
    clock.go(seconds=1799)
    services.sweep()
    assert len(pushes.got) == (not seconds)
    clock.go(seconds=1)
    services.sweep()
    assert len(pushes.got) == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "seconds"),
    [({"retry_after": 240}, 240), ({"retry_after": "x"}, 0), ({"retry_after": True}, 0), ([], 0)],
    ids=str,
)
def test_telegram_says_it_in_its_answer(
    desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch, settings, said, seconds, caplog
) -> None:
    """`ResponseParameters` of the Bot API."""
    settings.TELEGRAM_TOKEN = "1:x"
    monkeypatch.setattr(public_http, "ask", lambda *_: (429, {"ok": False, "parameters": said}))
    user = UserFactory()
    chat = Channel.objects.create(user=user, kind="telegram", url="telegram:4711")
    order(user, "wait:1")
    services.sweep()
    letter = Letter.objects.get(channel=chat)
    assert letter.state == Letter.State.WAITING
    assert letter.due_at - clock.now >= timedelta(seconds=seconds)
    assert letter.due_at - clock.now <= timedelta(seconds=seconds or 36)
