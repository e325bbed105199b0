"""People who walk through a whole site, and the table of what that cost them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser

from tests.e2e.conftest import PATIENCE, WIDTHS
from tests.e2e.journeys.town import Town, town
from tests.e2e.journeys.walker import Tally, Walker
from tests.running import clock

HEAD = ("journey", "clicks", "keys", "emails", "seconds waited", "longest", "clicks by part")
TALLIES = pytest.StashKey[list[Tally]]()

Walkers = Callable[..., Walker]


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TALLIES] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here is a journey, and takes its time."""
    for item in items:
        if "tests/e2e/journeys/" in item.path.as_posix():
            item.add_marker("journey")
            item.add_marker(pytest.mark.timeout(1800))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print what each way cost, as rows of a table."""
    tallies = config.stash.get(TALLIES, [])
    if not tallies:
        return
    terminalreporter.section("journeys")
    terminalreporter.line(f"| {' | '.join(HEAD)} |")
    terminalreporter.line(f"| {' | '.join('---' for _ in HEAD)} |")
    for tally in tallies:
        parts = ", ".join(f"{name} {clicks}" for name, clicks in tally.parts.items())
        figures = (tally.clicks, tally.keys, tally.mails, f"{tally.waited:.1f}")
        cells = (tally.way, *map(str, figures), f"{tally.longest:.1f}", parts)
        terminalreporter.line(f"| {' | '.join(cells)} |")


@pytest.fixture
def site(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """A whole site with all of its processes, whose clock this process keeps too."""
    monkeypatch.setenv(clock.FILE, str(tmp_path / "clock"))
    monkeypatch.setattr(timezone, "now", clock.now)
    with town(tmp_path) as opened:
        yield opened


@pytest.fixture
def walkers(site: Town, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Walkers]:
    """Who makes walkers, each with a browser of their own, as a phone or at a desk.

    Those of one way count together; None as a way leaves somebody out of the table.
    """
    tallies: dict[str, Tally] = {}
    made: list[Walker] = []
    with ExitStack() as stack:

        def walker(
            way: str | None, mailbox: str = "", width: str = "phone", locale: str = "en-US"
        ) -> Walker:
            tally = tallies.setdefault(way, Tally(way)) if way else Tally("beside")
            walking = walking_in(browser, site, tally, mailbox, width, locale)
            made.append(stack.enter_context(walking))
            return made[-1]

        yield walker
    request.config.stash[TALLIES] += tallies.values()
    assert not [error for walker in made for error in walker.errors]


@contextmanager
def walking_in(
    browser: Browser,
    site: Town,
    tally: Tally,
    mailbox: str,
    width: str = "phone",
    locale: str = "en-US",
) -> Iterator[Walker]:
    """Somebody with a window of their own in a browser, as on a phone or at a desk."""
    hand = {"has_touch": True, "is_mobile": True} if width != "desk" else {}
    context = browser.new_context(
        viewport=WIDTHS[width], reduced_motion="reduce", locale=locale, **hand
    )
    context.set_default_timeout(PATIENCE)
    context.clock.install(time=clock.now())
    yield Walker(context.new_page(), site, tally, mailbox, locale)
    context.close()
