"""Webhooks: what they are told, and when they are given up."""

import hashlib
import hmac
import json
from urllib.parse import urlsplit

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone
from django.utils.translation import override

from games.accounts.models import User
from games.post import services
from games.post.errors import PostError, told
from games.post.models import Channel, Letter
from games.post.notifications import notification_of
from games.post.services.channels import GIVEN_UP, GIVEN_UP_AFTER, MOST
from games.post.transports import public_http, transports
from games.post.transports.base import Rejected
from games.post.transports.webhook import PlainJson
from tests.factories import UserFactory
from tests.post import conftest
from tests.post.conftest import Clock, Desk, said
from tests.post.transports.services import Server


@pytest.fixture
def hook(
    db: None, server: Server, to_server, monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> Channel:
    monkeypatch.setattr(public_http, "post", to_server)
    return Channel.objects.create(user=UserFactory(), kind="json", url="https://hook.example/x")


def order(hook: Channel, key: str = "wait:1") -> Letter:
    conftest.order(hook.user, key)
    return Letter.objects.get(key=f"{key}@{hook.pk}")


def test_beside_the_mail_each_webhook_is_told_once(
    hook: Channel, server: Server, desk: Desk
) -> None:
    desk.written = said("Your move", "", "", short="It is your move.", url="https://x.org/1")
    Channel.objects.create(
        user=hook.user, kind="json", url="https://hook.example/off", active=False
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
    digest = hmac.new(transports()["json"].secret(hook).encode(), body, hashlib.sha256).hexdigest()
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
    desk.written = said("s", "", "", short="@everyone <b> & all", url="https://x.org/1")
    Channel.objects.filter(pk=hook.pk).update(kind=kind)
    order(hook)
    services.sweep()
    told = json.loads(server.got[0][2])
    assert told.pop(field) == expected
    assert told == ({"allowed_mentions": {"parse": []}} if kind == "discord" else {})


def test_a_long_text_fits_and_keeps_its_link(hook: Channel, server: Server, desk: Desk) -> None:
    desk.written = said("s", "", "", short="w" * 5000, url="https://x.org/1")
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
    hook: Channel, server: Server, desk: Desk, clock: Clock, caplog
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
    for number in range(GIVEN_UP - 1):
        order(hook, f"again:{number}")
    services.sweep()
    clock.go(seconds=GIVEN_UP_AFTER.total_seconds())
    for number in range(3):
        order(hook, f"a day later:{number}")
    services.sweep()
    hook.refresh_from_db()
    assert not hook.active
    assert hook.failures == GIVEN_UP
    assert "404" in hook.error
    assert len(server.got) == 2 * GIVEN_UP, "the last two were not even tried"
    services.set_schedule(user=hook.user, mode="none", minutes=15, hour=7, reminders=[])
    services.sweep()
    (told,) = [letter for letter in desk.sent if letter.kind == "channel_off"]
    written = notification_of(told).write(told)
    host = urlsplit(hook.url).hostname
    assert f"Plain JSON ({host})" in written.text
    assert hook.url not in written.text + written.html + written.short
    failed = Letter.objects.filter(state=Letter.State.FAILED, error__contains="turned off")
    assert failed.count() == 2
    assert not Letter.objects.waiting().exists()
    services.switch_on(channel=hook)
    assert Channel.objects.get(pk=hook.pk).active


@pytest.mark.parametrize("error", [UnicodeError, ValueError, KeyError, SoftTimeLimitExceeded])
def test_whatever_a_post_raises_counts_against_the_webhook(
    hook: Channel, monkeypatch: pytest.MonkeyPatch, error: type[Exception], caplog
) -> None:
    def fail(*_: object) -> None:
        raise error("in the middle of a post")

    monkeypatch.setattr(public_http, "post", fail)
    order(hook, "first")
    services.sweep()
    Channel.objects.update(failing_since=timezone.now() - GIVEN_UP_AFTER)
    letters = [order(hook, f"wait:{number}") for number in range(GIVEN_UP - 1)]
    services.sweep()
    hook.refresh_from_db()
    assert (hook.failures, hook.active) == (GIVEN_UP, False)
    assert error.__name__ in hook.error
    assert not Letter.objects.waiting().filter(channel=hook).exists()
    letters[0].refresh_from_db()
    assert letters[0].attempts == 1
    assert error.__name__ in caplog.text


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
    services.unsubscribe(user=hook.user, topic=about)
    order(hook)
    services.sweep()
    assert len(server.got) == told


def test_they_keep_quiet_hours_but_wait_for_no_digest(
    hook: Channel, server: Server, clock: Clock
) -> None:
    services.set_schedule(
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
    with pytest.raises(PostError, match="Remove one"):
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


def test_a_closed_account_gets_nothing_anywhere(hook: Channel, server: Server, desk: Desk) -> None:
    letter = order(hook)
    User.objects.filter(pk=hook.user_id).update(is_active=False)
    order(hook, "wait:2")
    services.sweep()
    assert server.got == desk.sent == []
    letter.refresh_from_db()
    assert letter.state == Letter.State.FAILED


def test_trying_it_out_sends_one_message(hook: Channel, server: Server) -> None:
    services.try_channel(channel=hook)
    services.sweep()
    assert "test" in json.loads(server.got[0][2])["text"]


def test_errors_are_told_in_the_language_of_the_page(settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    rejected = str(Rejected(PlainJson.answered, 404))
    broken = "ValueError: 100% {broken}"
    assert told(rejected) == "The webhook answered with an error: 404"
    with override("de"):
        assert told(rejected) == "Der Webhook hat mit einem Fehler geantwortet: 404"
        assert told(broken) == broken
