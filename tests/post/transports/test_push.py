"""Pushes as a push service and a device see them, and what comes of each answer."""

import json
from dataclasses import dataclass
from datetime import timedelta

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.post import reports, services
from games.post.errors import PostError
from games.post.letters import Answer
from games.post.models import Channel, Letter
from games.post.notifications import kinds, notification_of
from games.post.services import channels
from games.post.services.channels import GIVEN_UP, MOST
from games.post.transports import public_http, transports
from games.post.transports.public_http import Response
from games.post.transports.webpush import LONGEST, DeviceKeys, decoded, encrypt
from tests.cases import first
from tests.factories import UserFactory
from tests.post.conftest import Clock, Desk, Note, order, said
from tests.post.pushing import FOUR_WEEKS, Device, PushService

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return UserFactory()


@pytest.mark.parametrize("size", [0, 1, 41, LONGEST])
def test_others_read_what_we_encrypt(size: int) -> None:
    device = Device()
    message = b"m" * size
    assert device.read(encrypt(message, DeviceKeys.read(**device.keys))) == message


def test_we_encrypt_as_others_do() -> None:
    device, own, salt = Device(), ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
    keys = DeviceKeys.read(**device.keys)
    theirs = http_ece.encrypt(
        b"Your move",
        salt=salt,
        private_key=own,
        dh=decoded(device.keys["p256dh"]),
        auth_secret=device.secret,
    )
    assert encrypt(b"Your move", keys, salt=salt, own=own) == theirs


def test_a_push_says_what_a_locked_screen_may_show(
    user: User, pushes: PushService, desk: Desk, clock: Clock
) -> None:
    device = pushes.device()
    channel = device.connect(user)
    clock.go(minutes=1)
    desk.written = said(
        "Lübeck: your move", "", "", short="Ann has cards.", push="It is your move.",
        url="https://x.example/1", until=clock.now + timedelta(hours=3),
        answers=(Answer("yes", "Yes", "https://x.example/answer/t/"),), language="de",
    )  # fmt: skip
    order(user, "wait:1")
    services.sweep()
    (push,) = pushes.got
    shown = push.message["notification"]
    assert push.message["web_push"] == 8030
    assert (shown["title"], shown["body"]) == ("Lübeck: your move", "It is your move.")
    assert (shown["navigate"], shown["lang"]) == ("https://x.example/1", "de")
    assert shown["actions"] == [
        {"action": "yes", "title": "Yes", "navigate": "https://x.example/answer/t/"}
    ]
    assert "cards" not in json.dumps(push.message)
    assert push.headers["ttl"] == str(3 * 60 * 60)
    assert push.headers["urgency"] == "normal"
    assert shown["tag"] == push.headers["topic"]
    channel.refresh_from_db()
    assert channel.sent_at == channel.unanswered_since == clock.now
    clock.go(minutes=1)
    Client().post(shown["data"]["report"].removeprefix(settings.SITE_URL))
    channel.refresh_from_db()
    assert (channel.answered_at, channel.unanswered_since) == (clock.now, None)


def test_a_device_may_answer_before_its_push_service_does(
    user: User, pushes: PushService, desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = pushes.device().connect(user)
    clock.go(minutes=1)

    def post(url: str, body: bytes, headers: dict[str, str]) -> Response:
        response = pushes.post(url, body, headers)
        Client().post(reports.report_path(channel))
        return response

    monkeypatch.setattr(public_http, "post", post)
    order(user, "wait:1")
    services.sweep()
    clock.go(days=8)
    channel.refresh_from_db()
    assert (channel.sent_at, channel.is_silent) == (channel.answered_at, False)


def test_a_later_push_about_the_same_game_replaces_the_one_before(
    user: User, pushes: PushService, desk: Desk
) -> None:
    pushes.device().connect(user)
    desk.written = said("s", "", "", short="w" * 9000 + "ü" * 9000)
    order(user, "wait:1", urgent=True)
    order(user, "wait:2")
    order(user, "wait:3", "game:2")
    services.sweep()
    first, second, other = (push.headers for push in pushes.got)
    assert first["topic"] == second["topic"] != other["topic"]
    assert "game" not in first["topic"]
    assert (first["urgency"], first["ttl"]) == ("high", str(FOUR_WEEKS))


@dataclass(frozen=True)
class Gossip(Note):
    """News that asks for nothing."""

    kind = "gossip"
    asks = ""


def test_news_do_not_hide_what_waits_for_an_answer(
    user: User, pushes: PushService, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(kinds(), Gossip.kind, Gossip)
    pushes.device().connect(user)
    order(user, "wait:1")
    services.notify(Gossip(name="chat:1", about="game:1"), user=user)
    services.notify(Gossip(name="chat:2", about="game:1"), user=user)
    services.sweep()
    for one, other, newer in (
        [push.headers["topic"] for push in pushes.got],
        [push.message["notification"]["tag"] for push in pushes.got],
    ):
        assert one != other == newer


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_off_at_once_and_mail_steps_in(
    user: User, pushes: PushService, desk: Desk, clock: Clock, status: int, caplog
) -> None:
    channel = pushes.device().connect(user)
    mail = order(user, "wait:1")
    order(user, "wait:2")
    assert mail.due_at == clock.now + timedelta(hours=1)
    pushes.status = status
    services.sweep()
    channel.refresh_from_db()
    user.refresh_from_db()
    assert (channel.active, pushes.asked, user.channel_fails) == (False, 1, True)
    assert str(status) in channel.error
    services.sweep()
    assert [letter.kind for letter in desk.sent].count("test") == 2
    (told,) = [letter for letter in desk.sent if letter.kind == "channel_off"]
    assert "phone" in notification_of(told).write(told).text
    order(user, "wait:3")
    services.sweep()
    assert pushes.asked == 1
    assert [letter.kind for letter in desk.sent].count("channel_off") == 1


@pytest.mark.parametrize(
    ("status", "state"),
    [(201, "sent"), (202, "sent"), (302, "failed"), (400, "failed"), (403, "failed"),
     (413, "failed"), (429, "waiting"), (500, "waiting"), (503, "waiting")],
)  # fmt: skip
def test_what_may_pass_is_tried_again_and_what_fails_is_mailed(
    user: User, pushes: PushService, desk: Desk, clock: Clock, status: int, state: str, caplog
) -> None:
    channel = pushes.device().connect(user)
    order(user, "wait:1")
    pushes.status = status
    services.sweep()
    letter = Letter.objects.get(channel=channel)
    channel.refresh_from_db()
    assert (letter.state, channel.failures) == (state, int(state != "sent"))
    services.sweep()
    assert len(desk.sent) == (state != "sent"), "the mail waits for an hour, or comes instead"
    pushes.status = 201
    clock.go(minutes=1)
    services.sweep()
    order(user, "wait:2")
    services.sweep()
    channel.refresh_from_db()
    assert (channel.failures, channel.error, channel.active) == (0, "", True)
    assert pushes.asked == (2 if state != "waiting" else 3)
    clock.go(hours=2)
    services.sweep()
    assert len(desk.sent) == 2, "each ask by mail once"


@pytest.fixture
def _mails_wait(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Emails are sent two minutes after they are ordered, as on a site."""
    monkeypatch.setattr(Note, "seeable", True)
    settings.UNSEEN_MINUTES = 2


@pytest.mark.usefixtures("_mails_wait")
def test_what_comes_after_an_outage_is_not_mailed_as_well(
    user: User, pushes: PushService, desk: Desk, clock: Clock
) -> None:
    channel = pushes.device().connect(user)
    Channel.objects.filter(pk=channel.pk).update(failures=1, failing_since=clock.now)
    mail = order(user, "wait:1")
    assert mail.due_at == clock.now + timedelta(minutes=2), "nothing is known to work"
    services.sweep()
    mail.refresh_from_db()
    assert len(pushes.got) == 1
    assert mail.due_at == clock.now + timedelta(hours=1)


@pytest.mark.usefixtures("_mails_wait")
def test_a_device_that_answers_again_is_not_mailed_as_well(
    user: User, pushes: PushService, desk: Desk, clock: Clock
) -> None:
    channel = pushes.device().connect(user)
    Channel.objects.filter(pk=channel.pk).update(unanswered_since=clock.now - timedelta(days=8))
    mail = order(user, "wait:1")
    services.sweep()
    Client().post(reports.report_path(channel))
    mail.refresh_from_db()
    assert (mail.state, mail.due_at) == ("waiting", clock.now + timedelta(hours=1))


def test_failing_again_does_not_put_mail_off_again(
    user: User, pushes: PushService, desk: Desk, clock: Clock, caplog
) -> None:
    """A phone that works must not let mail wait anew each time that another thing fails."""
    pushes.device().connect(user, "a")
    Channel.objects.create(user=user, kind="push", url="https://fcm.googleapis.com/broken")
    for number in range(GIVEN_UP + 3):
        order(user, f"wait:{number}")
        services.sweep()
        clock.go(minutes=10)
    services.sweep()
    assert len([letter for letter in desk.sent if letter.kind == "test"]) >= GIVEN_UP - 4


@pytest.mark.parametrize("status", first(1, [503, 429, 403]))
def test_an_outage_of_hours_turns_no_device_off(
    user: User, pushes: PushService, desk: Desk, clock: Clock, status: int, caplog
) -> None:
    channel = pushes.device().connect(user)
    pushes.status = status
    for number in range(2 * GIVEN_UP):
        order(user, f"wait:{number}")
    for _ in range(12):
        services.sweep()
        clock.go(minutes=30)
    asked = [letter for letter in desk.sent if letter.kind == "test"]
    assert len(asked) == 2 * GIVEN_UP, "each by mail instead, once"
    pushes.status = 201
    order(user, "wait:after")
    services.sweep()
    channel.refresh_from_db()
    assert (channel.active, channel.failures, channel.failing_since) == (True, 0, None)
    assert pushes.got
    assert "channel_off" not in {letter.kind for letter in desk.sent}


def test_what_a_new_device_has_never_told_is_mailed_in_time(
    user: User, pushes: PushService, desk: Desk, clock: Clock
) -> None:
    old = pushes.device("old").connect(user, "old")
    mail = order(user, "wait:1")
    pushes.device("new").connect(user, "new")
    services.remove_channel(channel=old)
    mail.refresh_from_db()
    assert mail.due_at <= clock.now + timedelta(minutes=15)


def test_a_renewed_subscription_keeps_its_settings_and_gets_what_waits(
    user: User, pushes: PushService, desk: Desk, clock: Clock
) -> None:
    old = pushes.device("old").connect(user, "session")
    services.set_channel(channel=old, only_asks=True, wait=5)
    order(user, "wait:1")
    new = pushes.device("new").connect(user, "session")
    assert (new.pk, new.only_asks, new.wait, user.channels.count()) == (old.pk, True, 5, 1)
    pushes.devices.pop(old.url)
    clock.go(minutes=5)
    services.sweep()
    assert len(pushes.got) == 1


def test_waits_of_channels_end_when_time_runs_short(
    user: User, pushes: PushService, desk: Desk, clock: Clock
) -> None:
    channel = pushes.device().connect(user)
    services.set_channel(channel=channel, only_asks=True, wait=600)
    order(user, "wait:1", until=clock.now + timedelta(days=3))
    services.sweep()
    assert not pushes.got
    services.hurry(topic="game:1", user=user, asks="orders")
    services.sweep()
    assert len(pushes.got) == 1


REAL = [
    "https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91bHqjZxM0VImWWqDRN7U0a3AycjUf4O",
    "https://jmt17.google.com/fcm/send/dpH5lCsTSSM:APA91bHqjZxM0VImWWqDRN7U0a3AycjUf4O",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABY0a-_=",
    "https://web.push.apple.com/QGhSmjq0D3oRkZgAwqEBxYcnGqR",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAACgyFYrVvYFb%2bYJw%3d%3d",
]
FALSE = [
    "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:444/x",
    "https://fcm.googleapis.com:443/x", "https://FCM.googleapis.com/x", "HTTPS://fcm.googleapis.com/",
    "https://fcm.googleapis.com./x", "https://fcm.googleapis.com", "https://@fcm.googleapis.com/x",
    "https://me:pw@fcm.googleapis.com/x", "https://fcm.googleapis.com@10.0.0.1/x",
    "https://10.0.0.1\\@fcm.googleapis.com/x", "https://10.0.0.1#@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x", "https://evilfcm.googleapis.com/x",
    "https://a.jmt17.google.com/x", "https://google.com/x",
    "https://notpush.apple.com/x", "https://push.apple.com.evil.example/x",
    "https://a.b.c.d.push.apple.com/x", "https://fcm.googleаpis.com/x",
    "https://fcm。googleapis.com/x", "https://fcm.goo\ngleapis.com/x", "https://fcm.googleapis.com/x#1",
    " https://fcm.googleapis.com/x", "https://fcm.googleapis.com/x\n", "https://fcm.googleapis.com/ä",
    "https://127.0.0.1/x", "https://[::1]/x", "https://metadata.google.internal/x", "",
]  # fmt: skip


def test_endpoints_are_those_of_known_services_as_browsers_write_them(pushes: PushService) -> None:
    push = transports()["push"]
    for endpoint in REAL:
        push.check(endpoint)
    for endpoint in FALSE:
        with pytest.raises(PostError):
            push.check(endpoint)


def test_an_address_that_is_no_longer_known_is_not_asked(
    user: User, pushes: PushService, desk: Desk, caplog
) -> None:
    channel = pushes.device().connect(user)
    order(user, "wait:1")
    Channel.objects.filter(pk=channel.pk).update(url="https://10.0.0.1/x")
    services.sweep()
    channel.refresh_from_db()
    assert (pushes.asked, channel.active) == (0, False)


def test_a_device_is_that_of_who_used_it_last(
    user: User, pushes: PushService, desk: Desk, clock: Clock
) -> None:
    other, device = UserFactory(), pushes.device()
    device.connect(other, "theirs")
    mail = order(other, "wait:1")
    User.objects.filter(pk=other.pk).update(channel_fails=True)
    device.connect(user, "mine")
    services.sweep()
    assert not pushes.got, "nothing of the one before is shown to the next"
    assert [channel.user for channel in Channel.objects.all()] == [user]
    mail.refresh_from_db()
    other.refresh_from_db()
    assert mail.due_at <= clock.now + timedelta(minutes=15)
    assert not other.channel_fails


def test_a_person_has_a_few_devices(user: User, pushes: PushService, client: Client) -> None:
    client.force_login(user)
    for number in range(MOST):
        Device(f"{number}").connect(user, f"{number}")
    one = {"endpoint": Device("more").endpoint, **Device("more").keys}
    refused = client.post(reverse("post:connect"), one)
    assert refused.status_code == 400
    assert "Remove one" in refused.content.decode()
    Device("3").connect(user, "again")
    assert user.channels.count() == MOST


def test_devices_that_get_nothing_any_more_leave_room_for_others(
    user: User, pushes: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone that gets another endpoint with each sign-in is one phone."""
    for number in range(MOST):
        Device(f"{number}").connect(user, f"{number}")
    Channel.objects.filter(session_key="1").update(active=False)
    monkeypatch.setattr(channels, "is_signed_in", lambda _, key: key != "2")
    new = Device("new").connect(user, "new")
    assert user.channels.count() == MOST - 1
    left = set(user.channels.values_list("session_key", flat=True))
    assert left == {f"{number}" for number in range(MOST)} - {"1", "2"} | {new.session_key}


def test_reports_hold_for_their_device_alone_while_it_is_there(
    user: User, client: Client, clock: Clock
) -> None:
    channel, other = Device("a").connect(user, "a"), Device("b").connect(user, "b")
    path, long_ago = reports.report_path(channel), timezone.now()
    clock.go(days=8)
    Channel.objects.update(unanswered_since=long_ago)
    forged = path.replace(f"/{channel.pk}:", f"/{other.pk}:")
    assert (client.post(forged).status_code, client.get(path).status_code) == (204, 405)
    assert all(each.is_silent for each in Channel.objects.all())
    assert client.post(path).status_code == 204
    assert [each.is_silent for each in Channel.objects.order_by("pk")] == [False, True]
    services.remove_channel(channel=channel)
    assert client.post(path).status_code == 204
    assert Channel.objects.get().is_silent
