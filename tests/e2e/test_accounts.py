"""The way in, through a real browser."""

import re

import pytest

from games.accounts.models import User
from games.post import services as post
from tests.e2e.conftest import Visitor
from tests.factories import PASSWORD, UserFactory

HIT = """link => {
  const box = link.getBoundingClientRect();
  return [[box.left + 1, box.top + 1], [box.right - 1, box.bottom - 1]].every(
    ([x, y]) => link.contains(document.elementFromPoint(x, y)));
}"""
"""Whether two opposite corners of a link can be hit."""


def test_signing_up_and_following_the_letter(visitor: Visitor, mailoutbox) -> None:
    page = visitor.page
    visitor.go("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name").fill("Hildegard")
    page.get_by_label("Email").fill("hildegard@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name="Check your email").wait_for()
    post.sweep()
    (letter,) = mailoutbox
    visitor.go(re.search(r"http://testserver(\S+)", letter.body)[1])
    page.get_by_role("button", name="Confirm address").click()
    page.wait_for_url(visitor.address + "/")
    assert page.locator(".masthead .me", has_text="Hildegard").count() == 1
    assert User.objects.get().time_zone == page.evaluate(
        "Intl.DateTimeFormat().resolvedOptions().timeZone"
    )


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("name", [None, "Li", "A merchant with a long name."])
def test_all_of_the_navigation_is_seen_on_phones(
    phone_visitor: Visitor, name: str | None, width: int
) -> None:
    visitor = phone_visitor
    visitor.page.set_viewport_size({"width": width, "height": 700})
    if name:
        visitor.sign_in(UserFactory(username=name))
    visitor.go("/")
    menu = visitor.page.get_by_role("button", name="Menu")
    lines = visitor.page.get_by_role("navigation", name="Site").get_by_role("link").all()
    assert len(lines) == (1 if name else 2)
    for control in (*lines, menu):
        box = control.bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
    menu.click()
    links = visitor.page.locator("#menu").get_by_role("link").all()
    assert len(links) == (9 if name else 5)
    for link in links:
        # What is cut off cannot be hit at its corners.
        assert link.evaluate(HIT), link.inner_text()
    assert visitor.fits()


def test_the_keyboard_finds_the_way(desk_visitor: Visitor) -> None:
    visitor = desk_visitor
    visitor.go("/accounts/login/")
    page = visitor.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "login"
