"""Devices that get pushes: connected, tried, and ended with the session they are in."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import merging
from games.accounts import services as accounts
from games.accounts.models import User
from games.accounts.sessions import is_signed_in
from games.post import services
from games.post.models import Channel, Letter, Schedule
from games.post.notifications.notices import notice
from games.post.reports import report_path
from games.post.transports import transports
from tests.factories import UserFactory, sign_in_staff
from tests.post.conftest import Clock, Desk, order, written_by
from tests.post.pushing import PushService
from tests.post.transports.test_webpush import PUBLIC, SECRET

pytestmark = pytest.mark.django_db

ENDPOINT = "https://fcm.googleapis.com/fcm/send/{}"
PASSWORD = "correct horse battery"


def connected(client: Client, name: str = "phone") -> Channel:
    endpoint = ENDPOINT.format(name)
    keys = {"p256dh": PUBLIC, "auth": SECRET}
    answer = client.post(reverse("post:connect"), {"endpoint": endpoint, **keys})
    assert answer.status_code == 204
    return Channel.objects.get(url=endpoint)


def signs_out(user: User, phone: Client, laptop: Client) -> None:
    phone.post(reverse("account_logout"))


def signs_out_elsewhere(user: User, phone: Client, laptop: Client) -> None:
    laptop.post(reverse("accounts:end-other-sessions"))


def is_suspended(user: User, phone: Client, laptop: Client) -> None:
    accounts.suspend(user=user, by=sign_in_staff(Client()), reason="spam")


def changes_password(user: User, phone: Client, laptop: Client) -> None:
    changed = {
        "oldpassword": PASSWORD,
        "password1": "another one 25",
        "password2": "another one 25",
    }
    assert laptop.post(reverse("account_change_password"), changed).status_code == 302


@pytest.mark.parametrize("act", [signs_out, signs_out_elsewhere, is_suspended, changes_password])
def test_pushes_end_where_their_person_is_signed_out_and_nowhere_else(
    act: Callable[[User, Client, Client], None],
    desk: Desk,
    settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.USERSESSIONS_TRACK_ACTIVITY = True
    monkeypatch.setattr(transports()["push"], "send", desk.send)
    user, phone, laptop = UserFactory(), Client(), Client()
    user.set_password(PASSWORD)
    user.save()
    for browser in (phone, laptop):
        browser.force_login(user)
        browser.get("/")
    gone, kept = connected(phone), connected(laptop, "laptop")
    act(user, phone, laptop)
    order(user, "turn")
    services.sweep()
    told = {letter.channel_id for letter in desk.sent if letter.channel_id}
    stays = act is not is_suspended
    assert told == ({kept.pk} if stays else set())
    assert set(Channel.objects.values_list("pk", flat=True)) == ({kept.pk} if stays else set())
    assert not Letter.objects.filter(channel=gone.pk).exists()


def test_a_test_says_that_it_came_or_asks(
    client: Client, desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transports()["push"], "send", desk.send)
    client.force_login(UserFactory())
    device = connected(client)
    clock.go(seconds=5)
    page = client.post(reverse("post:channel", args=[device.pk]), {"try": ""}, follow=True).text
    assert "Sending a test" in page
    services.sweep()
    clock.go(seconds=11)
    trial = reverse("post:trial", args=[Letter.objects.get(kind="trial").pk])
    assert "Did it come?" in client.get(trial).text
    assert "send another test" in client.post(trial, {"missing": ""}, follow=True).text
    assert "The test arrived." in client.post(trial, {"came": ""}, follow=True).text


def test_a_visit_while_a_test_is_under_way_does_not_say_that_it_came(
    client: Client, desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page that waits for the test is a visit itself, and may be in another tab."""
    monkeypatch.setattr(transports()["push"], "send", desk.send)
    client.force_login(UserFactory())
    device = connected(client)
    clock.go(seconds=1)
    client.post(reverse("post:channel", args=[device.pk]), {"try": ""})
    trial = reverse("post:trial", args=[Letter.objects.get(kind="trial").pk])
    services.sweep()
    clock.go(seconds=5)
    client.post(reverse("post:here"), {"endpoint": device.url})
    assert "Sending a test" in client.get(trial).text
    clock.go(seconds=6)
    assert "Did it come?" in client.get(trial).text
    Client().post(report_path(device))
    assert "The test arrived." in client.get(trial).text


def test_every_page_names_a_device_that_has_been_silent_for_a_week(
    client: Client, desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transports()["push"], "send", desk.send)
    client.force_login(UserFactory())
    device = connected(client)
    Channel.objects.update(unanswered_since=clock.now)
    clock.go(days=8)
    services.channels.note_trouble(device.user)
    assert "hasn't answered since 2 March, so emails come instead" in client.get("/").text
    assert "Until then, emails come instead." in client.get(reverse("post:when")).text
    Schedule.objects.update(mode=Schedule.Mode.NONE)
    assert "hasn't answered since 2 March. <a" in " ".join(client.get("/").text.split())
    Schedule.objects.update(mode=Schedule.Mode.LATER)
    other = Channel.objects.create(user=device.user, kind="json", url="https://hook.example/x")
    assert "emails come instead" not in client.get("/").text
    assert "Until then" not in client.get(reverse("post:when")).text
    services.remove_channel(channel=other)
    assert "emails come instead" in client.get("/").text
    client.post(reverse("post:here"), {"endpoint": device.url})
    assert "emails come instead" not in client.get("/").text


def test_an_email_that_comes_instead_of_a_push_says_so(
    clock: Clock, pushes: PushService, writer: Desk, monkeypatch: pytest.MonkeyPatch, mailoutbox
) -> None:
    """From the first one on: nobody has told its reader before."""
    written_by(monkeypatch, lambda each: notice(each, "Yes?", "Yes or no?", path="/", label="Go"))
    user = UserFactory(time_zone="Pacific/Auckland")
    device = pushes.device().connect(user)
    clock.go(minutes=1)

    def mailed(key: str) -> str:
        order(user, key, urgent=True)
        services.sweep()
        return next(mail.body for mail in mailoutbox if "Yes?" in mail.subject)

    assert "comes by email" not in mailed("heard")
    clock.go(days=7, seconds=1)
    mailoutbox.clear()
    assert "phone hasn't answered since 3 March, so this comes by email." in mailed("silent")
    assert all("comes by email" not in str(push.message) for push in pushes.got)
    services.visited(user=user, endpoint=device.url, session_key="")
    mailoutbox.clear()
    assert "comes by email" not in mailed("back")
    pushes.devices.clear()
    order(user, "gone", urgent=True)
    services.sweep()
    mailoutbox.clear()
    assert "phone no longer gets what we send, so this comes by email." in mailed("after")


def test_a_device_stays_connected_when_its_session_goes_on_under_another_key(
    client: Client, settings
) -> None:
    user = UserFactory()
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)
    device = connected(client)
    changes_password(user, Client(), client)
    new = client.session.session_key
    assert device.session_key != new
    device.refresh_from_db()
    assert device.session_key == new
    client.post(reverse("account_logout"))
    assert not Channel.objects.exists()


def here(client: Client, device: Channel) -> dict[str, bool]:
    """What a browser is told at a visit about its device."""
    return client.post(reverse("post:here"), {"endpoint": device.url}).json()


def test_a_browser_that_others_use_gets_nothing_of_the_one_before(client: Client) -> None:
    """Also if they never signed out: a browser may lose its cookies and keep its pushes."""
    client.force_login(UserFactory())
    device = connected(client)
    client.cookies.clear()
    client.force_login(UserFactory())
    assert here(client, device) == {"known": False, "off": False}
    assert not Channel.objects.exists()


def test_a_device_of_an_account_that_was_merged_is_off_until_its_next_session(
    client: Client, writer: Desk, mailoutbox
) -> None:
    """Else no signing out elsewhere would end it."""
    old, kept = UserFactory(), UserFactory()
    client.force_login(old)
    device = connected(client)
    merging.merge(old=old, kept=kept, by=UserFactory(is_staff=True), reason="One person")
    services.sweep()
    (told,) = [mail for mail in mailoutbox if "no longer gets" in mail.subject]
    assert told.to == [kept.email]
    phone = Client()
    phone.force_login(kept)
    assert here(phone, device) == {"known": True, "off": True}
    connected(phone, "renewed")
    again = Channel.objects.get()
    assert (again.pk, again.active, again.user) == (device.pk, True, kept)
    phone.post(reverse("account_logout"))
    assert not Channel.objects.exists()


def test_after_a_merger_nothing_comes_twice_at_once(clock: Clock, client: Client) -> None:
    """Who connects their first device gets emails an hour later, also if it was the other's."""
    old, kept, chooser = UserFactory(), UserFactory(), UserFactory()
    client.force_login(old)
    connected(client)
    staff = UserFactory(is_staff=True)
    merging.merge(old=old, kept=kept, by=staff, reason="One person")
    assert services.schedule_of(kept).mode == Schedule.Mode.LATER
    Schedule.objects.filter(user=kept).update(mode=Schedule.Mode.NOW)
    merging.merge(old=kept, kept=chooser, by=staff, reason="Still one person")
    assert services.schedule_of(chooser).mode == Schedule.Mode.LATER


def test_who_wants_both_at_once_keeps_that_with_another_device(client: Client) -> None:
    user = UserFactory()
    client.force_login(user)
    connected(client)
    Schedule.objects.update(mode=Schedule.Mode.UNSEEN)
    laptop = Client()
    laptop.force_login(user)
    connected(laptop, "laptop")
    assert services.schedule_of(user).mode == Schedule.Mode.UNSEEN


@pytest.mark.parametrize("pruned", [False, True])
def test_whoever_plays_from_notifications_is_told_when_their_session_has_expired(
    pruned: bool,
    client: Client,
    pushes: PushService,
    writer: Desk,
    monkeypatch: pytest.MonkeyPatch,
    mailoutbox,
) -> None:
    """They may never visit the site; when they do, the device goes on as it was."""
    monkeypatch.setattr(services.channels, "is_signed_in", is_signed_in)
    written_by(monkeypatch, lambda each: notice(each, "Yes?", "Yes or no?", path="/", label="Go"))
    user, phone = UserFactory(), pushes.device()
    client.force_login(user)
    endpoint = {"endpoint": phone.endpoint, **phone.keys}
    client.post(reverse("post:connect"), endpoint)
    device = user.channels.get()
    services.set_channel(channel=device, only_asks=True, wait=0)
    order(user, "before")
    services.sweep()
    assert (len(pushes.got), mailoutbox) == (1, [])
    sessions = Session.objects.filter(pk=device.session_key)
    sessions.delete() if pruned else sessions.update(expire_date=timezone.now())

    order(user, "after")
    services.sweep()
    services.sweep()
    assert len(pushes.got) == 1
    told, *asked = sorted(mailoutbox, key=lambda mail: "Yes?" in mail.subject)
    assert "You're no longer signed in on Another program" in told.body
    assert len(asked) == 2, "also the one that has waited since the push"
    for mail in asked:
        assert "no longer signed in on Another program, so this comes by email." in mail.body
    page = Client()
    page.force_login(user)
    assert "To connect it again, open" in page.get(reverse("post:when")).text

    assert here(page, device) == {"known": True, "off": True}
    page.post(reverse("post:connect"), endpoint)
    order(user, "again")
    services.sweep()
    assert len(pushes.got) == 2
    device.refresh_from_db()
    assert (device.active, device.only_asks, device.error) == (True, True, "")


def test_a_device_that_was_turned_off_connects_again_at_a_visit(client: Client) -> None:
    client.force_login(UserFactory())
    device = connected(client)
    Channel.objects.update(active=False, failures=20, only_asks=True)
    assert here(client, device) == {"known": True, "off": True}
    again = connected(client, "renewed")
    assert (again.pk, again.active, again.failures, again.only_asks) == (device.pk, True, 0, True)


def test_a_webhook_is_no_device(client: Client) -> None:
    user = UserFactory()
    client.force_login(user)
    hook = Channel.objects.create(user=user, kind="json", url=ENDPOINT.format("phone"))
    assert here(client, hook) == {"known": False, "off": False}
    client.post(reverse("account_logout"))
    assert Channel.objects.get() == hook
    client.force_login(user)
    assert connected(client).kind == "push"
