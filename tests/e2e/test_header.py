"""The header in a browser: the menu under one's name, and on a phone the menu of everything."""

import pytest

from tests.e2e.conftest import WIDTHS, Visitor
from tests.factories import UserFactory

OPENERS = {"desk": "Agnes: your account", "phone": "Menu", "small phone": "Menu"}


@pytest.mark.parametrize("width", OPENERS)
def test_the_menu_opens_and_closes_by_keys_and_has_no_barrier(visitor: Visitor, width: str) -> None:
    page = visitor.page
    page.set_viewport_size(WIDTHS[width])
    visitor.sign_in(UserFactory(username="Agnes"))
    visitor.go("/learn/")
    settings = page.get_by_role("link", name="Settings")
    opener = page.get_by_role("button", name=OPENERS[width])
    assert not settings.is_visible()
    opener.focus()
    page.keyboard.press("Enter")
    settings.wait_for()
    assert visitor.barriers() == []
    page.keyboard.press("Escape")
    settings.wait_for(state="hidden")
    assert opener.evaluate("button => button === document.activeElement")
    page.keyboard.press("Enter")
    settings.click()
    page.get_by_role("heading", name="Your account").wait_for()
    assert visitor.fits()


@pytest.mark.parametrize("width", OPENERS)
def test_the_header_is_one_line(visitor: Visitor, width: str) -> None:
    page = visitor.page
    page.set_viewport_size(WIDTHS[width])
    for person in (None, UserFactory(username="A name as long as a name is")):
        if person:
            visitor.sign_in(person)
        visitor.go("/learn/")
        assert page.locator(".masthead").bounding_box()["height"] <= 57
        assert visitor.fits()
