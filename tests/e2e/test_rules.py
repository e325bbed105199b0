"""The rules pages in a browser: the contents stay in view, with and without JavaScript."""

import pytest
from playwright.sync_api import Browser

from games.rules import TITLES
from tests.e2e.conftest import WIDTHS, Visitor

each_title = pytest.mark.parametrize("title", TITLES)


def top(visitor: Visitor, place: str) -> float:
    """Return how far below the window's upper edge a place is."""
    box = visitor.page.locator(place).bounding_box()
    assert box is not None
    return box["y"]


@each_title
def test_at_a_desk_the_contents_stay_beside_the_text(
    visitor_without_javascript: Visitor, title: str
) -> None:
    visitor = visitor_without_javascript
    visitor.go(f"/rules/{title}/")
    links = visitor.page.locator("#contents a:visible")
    middle = links.nth(links.count() // 2)
    middle.focus()
    visitor.page.keyboard.press("Enter")

    heading = f"[id='{middle.get_attribute('href')[1:]}']"
    assert 0 <= top(visitor, heading) < WIDTHS["desk"]["height"]
    assert 0 <= top(visitor, "#contents") < 30
    for link in links.all():
        assert link.evaluate("one => one.scrollWidth <= one.clientWidth"), link.inner_text()


@each_title
def test_on_a_phone_the_contents_unfold_and_fold_again(
    browser: Browser, live_server, title: str
) -> None:
    opened = browser.new_context(viewport=WIDTHS["phone"], java_script_enabled=False)
    visitor = Visitor(opened.new_page(), live_server.url)
    contents, bar = visitor.page.locator("#contents"), visitor.page.locator("#contents-bar a")
    visitor.go(f"/rules/{title}/#how-the-game-ends")
    assert not contents.is_visible()
    read = top(visitor, "#how-the-game-ends")
    assert top(visitor, "#contents-bar") + 40 < read < 100

    bar.press("Enter")
    assert contents.is_visible()
    visitor.page.get_by_text("Close contents").click()
    assert not contents.is_visible()
    assert top(visitor, "#how-the-game-ends") == pytest.approx(read, abs=2)

    bar.click()
    contents.get_by_role("link", name="Your first turn").click()
    assert not contents.is_visible()
    assert top(visitor, "#contents-bar") + 40 < top(visitor, "#your-first-turn") < 100
    opened.close()
