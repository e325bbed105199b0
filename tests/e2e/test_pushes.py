"""Chromium gets pushes: what it shows of them, what a click does, and what its worker keeps."""

from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.play import services as play
from games.play.models import Ballot, Player
from games.post import channels, services
from games.post.models import Channel
from hansa_site import home_screen
from tests.e2e.conftest import Visitor
from tests.e2e.phone import Phone
from tests.play.factories import game_of_people, player_to_move
from tests.play.timepiece import at
from tests.post.conftest import pushes
from tests.post.pushing import PushService

__all__ = ["pushes"]

KEPT = """async () => {
    const kept = [];
    for (const name of await caches.keys())
        for (const each of await (await caches.open(name)).keys()) kept.push(each.url);
    return kept;
}"""
CONTROLS = """async () => {
    let pages = [];
    for (let tries = 0; tries < 200 && !pages.length; tries++) {
        await new Promise(done => setTimeout(done, 50));
        pages = await self.clients.matchAll();
    }
    return pages.map(each => each.url);
}"""
"""The pages that a worker has taken over."""


@pytest.fixture
def phone(phone_visitor: Visitor, pushes: PushService, settings) -> Phone:
    """A phone that can be connected to the site as the browser reaches it."""
    settings.SITE_URL = phone_visitor.address
    return Phone(phone_visitor, pushes)


def connect(phone: Phone, player: Player) -> Channel:
    """Sign in on the phone, and connect it."""
    phone.visitor.sign_in(player.user)
    phone.visitor.go("/post/letters/when/")
    phone.page.get_by_role("button", name="Connect this device").click()
    phone.page.get_by_text("This device is connected.").wait_for()
    return Channel.objects.get(user=player.user)


def test_a_test_is_shown_and_says_that_it_arrived(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine takes more than ten seconds.
    monkeypatch.setattr(channels, "PATIENCE", timedelta(hours=1))
    player = player_to_move(game_of_people())
    connect(phone, player)
    phone.page.locator(".channel").get_by_role("button", name="Send test").last.click()
    phone.page.get_by_text("Sending a test.").wait_for()
    services.sweep()
    phone.take()
    (shown,) = phone.shown()
    assert shown["title"] == "Your notifications arrive"
    phone.page.get_by_text("The test arrived.").wait_for()
    assert phone.click() == [f"{phone.visitor.address}/post/letters/when/"]
    assert (
        phone.page.evaluate("navigator.serviceWorker.ready.then(s => s.getNotifications())") == []
    )


def test_a_vote_is_answered_from_its_notification(phone: Phone) -> None:
    game = game_of_people(3)
    player = at(game, 2)
    connect(phone, player)
    play.open_vote(player=at(game, 0), kind="pause")
    services.sweep()
    phone.take()
    (shown,) = phone.shown()
    assert game.name in shown["title"]
    assert shown["actions"] == ["Yes", "No"]
    assert shown["lang"] == "en"
    assert shown["tag"]
    assert shown["icon"].startswith(phone.visitor.address)
    assert phone.worker.evaluate("self.badge") == 0

    assert phone.click("No") == []
    assert Ballot.objects.get(player=player).choice == "no"
    (answer,) = phone.shown()
    assert answer["body"].startswith("Your vote counts.")
    assert answer["tag"] == shown["tag"]
    assert phone.click() == [phone.visitor.address + game.get_absolute_url()]


def test_what_cannot_be_read_is_shown(phone: Phone) -> None:
    connect(phone, player_to_move(game_of_people()))
    phone.take()
    for data in ("", "{", '{"notification": {}}'):
        phone.push(data)
    assert [each["title"] for each in phone.shown()] == ["Hansa"]


def test_without_a_net_there_is_one_page_and_nothing_else_is_kept(phone: Phone) -> None:
    page, visitor = phone.page, phone.visitor
    game = game_of_people()
    connect(phone, player_to_move(game))
    visitor.go(game.get_absolute_url())
    assert page.evaluate(KEPT) == [f"{visitor.address}/offline/"]
    visitor.line_breaks = True
    page.context.set_offline(True)
    visitor.go(game.get_absolute_url())
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.locator("body").inner_text().count(game.name) == 0
    assert visitor.barriers() == []
    assert visitor.fits()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name=game.name)).to_be_visible()


def test_a_new_worker_is_there_at_the_next_visit(
    phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect(phone, player_to_move(game_of_people()))
    newer = tmp_path / "worker.js"
    newer.write_text(home_screen.WORKER.read_text() + "\nself.newer = true;\n")
    monkeypatch.setattr(home_screen, "WORKER", newer)
    with phone.page.context.expect_event("serviceworker") as found:
        phone.visitor.go("/")
    assert found.value.evaluate("self.newer")
    assert found.value.evaluate(CONTROLS) == [f"{phone.visitor.address}/"]


def visits_again(phone: Phone) -> None:
    """Open the site in a new window, and wait until it has asked about the device."""
    phone.page.evaluate("sessionStorage.clear()")
    with phone.page.expect_response("**/devices/here/"):
        phone.visitor.go("/")


def test_a_device_that_was_turned_off_is_connected_again_at_a_visit(phone: Phone) -> None:
    device = connect(phone, player_to_move(game_of_people()))
    Channel.objects.update(active=False, failures=20)
    with phone.page.expect_response("**/post/devices/"):
        visits_again(phone)
    device.refresh_from_db()
    assert (device.active, device.failures) == (True, 0)


def test_a_device_that_is_off_is_connected_again_by_the_page_that_says_so(phone: Phone) -> None:
    device = connect(phone, player_to_move(game_of_people()))
    Channel.objects.update(active=False, error="Gone.")
    phone.visitor.go("/post/letters/when/")
    phone.page.get_by_text("This device is connected.").wait_for()
    expect(phone.page.get_by_role("button", name="Turn on")).to_have_count(0)
    device.refresh_from_db()
    assert device.active


def test_who_comes_next_in_the_same_browser_ends_the_pushes_of_the_one_before(
    phone: Phone,
) -> None:
    game = game_of_people()
    connect(phone, player_to_move(game))
    other = game.players.exclude(pk=player_to_move(game).pk).first()
    phone.visitor.sign_in(other.user)
    visits_again(phone)
    phone.visitor.wait_until("!localStorage.getItem('pushes')")
    assert not Channel.objects.exists()
