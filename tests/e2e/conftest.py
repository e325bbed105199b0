"""A real browser before a real server."""

import os
import time
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect, sync_playwright

from games.accounts.models import User
from games.bots import BOTS, THINKERS
from games.bots.bot import Advice
from games.play.models import Game
from tests import parts
from tests.factories import UserFactory
from tests.play.factories import game_of

# Playwright runs a loop of its own in this thread; Django would take that for an async view.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

WIDTHS = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "small phone": {"width": 360, "height": 740},
}
AXE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
"""All that axe looks for unasked, and targets of at least 24 pixels."""
SMALL_FIELDS = """() =>
    [...document.querySelectorAll("input, select, textarea")]
        .filter((field) => !["hidden", "checkbox", "radio"].includes(field.type))
        .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 80))
"""
"""Fields with letters under 16 pixels, on which iOS zooms in."""
POLL = 5_000
"""Milliseconds after which a page looks for news."""
PATIENCE = 15_000
"""Milliseconds that anything may take on a busy machine."""
DISABLED = (
    # Playwright's own list, which this one replaces.
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "TcpPortRandomizationWin,ThirdPartyStoragePartitioning,"
    # Two pages that every new window loads for suggestions below an address bar nobody sees.
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup"
)
"""Features of Chromium that only take time here."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser and commits for real."""
    for item in items:
        if "tests/e2e/" in item.path.as_posix():
            item.add_marker("browser")
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=parts.chromium(),
            args=["--no-sandbox", "--disable-dev-shm-usage", f"--disable-features={DISABLED}"],
        )
        yield browser
        browser.close()


class Visitor:
    """Somebody before a browser, on a site whose address they need not spell out."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        self.line_breaks = False
        """Whether answers are broken on purpose: what the browser says of them is no error."""
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._listen)

    def _listen(self, message: object) -> None:
        broken = message.text.startswith(
            ("htmx:afterRequest", "htmx:sendError", "htmx:responseError", "Failed to load")
        )
        if message.type == "error" and not (broken and self.line_breaks):
            self.errors.append(message.text)

    def go(self, path: str) -> None:
        """Open a page of the site."""
        self.page.goto(self.address + path)

    def wait_until(self, expression: str) -> None:
        """Wait until something is true on the page. Playwright's own wait needs eval there."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(expression):
            assert time.monotonic() < deadline, expression
            time.sleep(0.05)

    def open_panel(self, name: str) -> None:
        """Turn to Chat or Notes beside a board: with a tab, or where there is none, unfold it."""
        tab = self.page.get_by_role("tab", name=name)
        folded = self.page.locator(f"#{name.lower()}:not([open]) > summary")
        if tab.is_visible():
            tab.click()
        elif folded.is_visible():
            folded.click()

    def sign_in(self, person: User) -> None:
        """Bring a session of this user along; the page with the form has tests of its own."""
        client = Client()
        client.force_login(person)
        name = settings.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": client.cookies[name].value, "url": self.address}
        self.page.context.add_cookies([cookie])

    def barriers(self, within: str | None = None, without: str | None = None) -> list[str]:
        """Return what axe finds on the page, `within` or `without` a part of it, as sentences."""
        context = {"exclude": [[without]]} if without else within
        found = Axe().run(self.page, context=context, options=AXE).response["violations"]
        return [
            f"{one['id']}: {node['html'][:120]} {node['failureSummary']}"
            for one in found
            for node in one["nodes"]
        ]

    def fits(self) -> bool:
        """Whether nothing sticks out of the page to the right."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )

    def strains_a_phone(self) -> list[str]:
        """What makes a phone zoom or scroll sideways, also with larger letters, as sentences."""
        self.page.set_viewport_size(WIDTHS["phone"])
        small = self.page.evaluate(SMALL_FIELDS)
        found = [f"a phone zooms in on {field}" for field in small]
        found += [] if self.fits() else ["too wide for a phone"]
        self.page.evaluate("document.documentElement.style.fontSize = '150%'")
        found += [] if self.fits() else ["too wide for a phone with letters of 150 %"]
        self.page.evaluate("document.documentElement.style.fontSize = ''")
        return found


def _visitor(browser: Browser, live_server, **context: object) -> Iterator[Visitor]:
    # Painting what moves without end would take half of a processor.
    opened = browser.new_context(reduced_motion="reduce", **context)
    opened.set_default_timeout(PATIENCE)
    if context.get("java_script_enabled", True):
        opened.clock.install()
    visitor = Visitor(opened.new_page(), live_server.url)
    yield visitor
    opened.close()
    assert not visitor.errors


@pytest.fixture(params=[pytest.param("desk", marks=pytest.mark.long), "phone"])
def visitor(request: pytest.FixtureRequest, browser: Browser, live_server) -> Iterator[Visitor]:
    """Somebody with a phone, which is harder, and in the soak once more somebody at a desk."""
    yield from _visitor(browser, live_server, viewport=WIDTHS[request.param])


@pytest.fixture
def desk_visitor(browser: Browser, live_server) -> Iterator[Visitor]:
    """Somebody at a desk."""
    yield from _visitor(browser, live_server, viewport=WIDTHS["desk"])


@pytest.fixture
def phone_visitor(browser: Browser, live_server) -> Iterator[Visitor]:
    """Somebody with a phone."""
    yield from _visitor(browser, live_server, viewport=WIDTHS["phone"])


@pytest.fixture
def visitor_without_javascript(browser: Browser, live_server) -> Iterator[Visitor]:
    """Somebody whose browser runs no scripts."""
    yield from _visitor(browser, live_server, viewport=WIDTHS["desk"], java_script_enabled=False)


@pytest.fixture
def thinking_game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of a person that a merchant begins; it thinks no longer than a journeyman."""
    monkeypatch.setitem(THINKERS, "merchant", lambda *asked: Advice(BOTS["journeyman"](*asked[:3])))
    game = game_of(UserFactory(), "merchant", "journeyman")
    while game.thinking_since is None:
        # Nobody is in the way of who begins, so nobody is asked in the middle of their turn.
        game = game_of(UserFactory(), "merchant", "journeyman")
    return game
