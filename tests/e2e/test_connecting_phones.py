"""Two fresh people connect their phones, each in at most three taps and a yes to the browser."""

import pytest
from playwright.sync_api import Browser, Locator

from games.post.models import Channel
from tests.e2e.conftest import WIDTHS, Visitor, _visitor
from tests.e2e.phone import CAN_INSTALL, Phone
from tests.play.factories import game_of_people, player_to_move
from tests.post.conftest import pushes
from tests.post.pushing import PushService

__all__ = ["pushes"]

MOST = 3
HOME_SCREEN = "Object.defineProperty(Navigator.prototype, 'standalone', {get: () => true});"
ONLY_IN_APPS = "delete ServiceWorkerRegistration.prototype.pushManager;"
AGENTS = {
    "android": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Mobile Safari/537.36",
    "iphone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1",
    "mac": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.4 Safari/605.1.15",
}
SAFARI = """
    Object.defineProperty(Navigator.prototype, 'standalone', {get: () => %s});
    Object.defineProperty(Navigator.prototype, 'maxTouchPoints', {get: () => %d});
"""
"""What Safari tells: whether it shows an app on the home screen, and for how many fingers."""


@pytest.fixture(params=["android", "iphone"])
def agent(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def visitor(agent: str, browser: Browser, live_server) -> Visitor:
    touch = {"viewport": WIDTHS["phone"], "has_touch": True, "user_agent": AGENTS[agent]}
    yield from _visitor(browser, live_server, **touch)


def tap(*places: Locator) -> int:
    """Tap on places one after the other; return how many they are."""
    for place in places:
        place.tap()
    return len(places)


@pytest.mark.parametrize("begin", ["settings", "my games", "table", "waiting table"])
def test_a_phone_is_connected_in_three_taps(
    begin: str, agent: str, visitor: Visitor, pushes: PushService, settings
) -> None:
    settings.SITE_URL = visitor.address
    phone, page = Phone(visitor, pushes), visitor.page
    if agent == "iphone":
        page.add_init_script(HOME_SCREEN)
    game = game_of_people()
    waits = begin == "waiting table"
    player = (
        game.players.exclude(pk=player_to_move(game).pk).first() if waits else player_to_move(game)
    )
    visitor.sign_in(player.user)
    table = game.get_absolute_url()
    visitor.go({"settings": "/post/letters/when/", "my games": "/"}.get(begin, table))
    button = page.get_by_role("button", name="Connect this device")
    taps = 0
    if begin == "my games":
        button = page.get_by_role("button", name="Get your turns on this device")
    elif begin == "table":
        menu = page.get_by_role("button", name="Menu")
        taps += tap(menu, page.get_by_role("link", name="Notifications"))
    elif waits:
        taps += tap(page.get_by_role("link", name="How you hear about your turn"))
    taps += tap(button)
    page.get_by_text("This device is connected.").wait_for()
    assert taps <= MOST
    assert phone.questions == 1
    assert Channel.objects.get(user=player.user).url == phone.device.endpoint
    assert visitor.fits()


def test_an_iphone_is_told_to_put_the_site_on_its_home_screen(
    browser: Browser, live_server
) -> None:
    touch = {"viewport": WIDTHS["phone"], "user_agent": AGENTS["iphone"]}
    for visitor in _visitor(browser, live_server, **touch):
        visitor.page.add_init_script(ONLY_IN_APPS)
        visitor.sign_in(player_to_move(game_of_people()).user)
        visitor.go("/")
        visitor.page.get_by_role("button", name="Get your turns on this device").click()
        steps = visitor.page.locator("#pushes-on-ios")
        steps.get_by_text("'Add to Home Screen'").wait_for()
        assert not visitor.page.get_by_role("button", name="Connect this device").is_visible()
        assert not visitor.page.get_by_text("This device is connected.").count()
        assert visitor.fits()
        assert visitor.barriers("#pushes-on-ios") == []


@pytest.mark.parametrize(
    ("installed", "fingers", "connects"),
    [("false", 5, False), ("true", 5, True), ("false", 0, True)],
    ids=["iPad", "iPad with the app", "Mac"],
)
def test_an_ipad_that_says_it_is_a_mac_needs_its_home_screen(
    installed: str, fingers: int, connects: bool, browser: Browser, live_server
) -> None:
    for visitor in _visitor(browser, live_server, user_agent=AGENTS["mac"]):
        visitor.page.add_init_script(SAFARI % (installed, fingers))
        visitor.sign_in(player_to_move(game_of_people()).user)
        visitor.go("/post/letters/when/")
        steps = visitor.page.locator("#pushes-on-ios")
        button = visitor.page.get_by_role("button", name="Connect this device")
        (button if connects else steps).wait_for()
        assert button.is_visible() == connects
        assert steps.is_visible() != connects


def test_a_browser_that_can_install_the_site_does_so_with_one_tap(
    browser: Browser, live_server
) -> None:
    touch = {"viewport": WIDTHS["phone"], "has_touch": True, "user_agent": AGENTS["android"]}
    for visitor in _visitor(browser, live_server, **touch):
        page = visitor.page
        visitor.sign_in(player_to_move(game_of_people()).user)
        visitor.go("/post/letters/when/")
        tap(page.get_by_text("How do I put the site on my home screen?"))
        page.get_by_text("'Install app'").wait_for()
        button = page.get_by_role("button", name="Install the app")
        assert not button.is_visible()
        page.evaluate(CAN_INSTALL)
        tap(button)
        visitor.wait_until("window.installed === 1")
        button.wait_for(state="hidden")
        assert visitor.fits()
        assert visitor.barriers("#home-screen") == []
