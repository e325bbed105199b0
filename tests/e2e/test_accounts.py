"""The way in, through a real browser."""

import re

import pytest

from games.accounts.models import User
from games.post import services as post
from tests.e2e.conftest import Visitor
from tests.factories import PASSWORD, LetterFactory, UserFactory


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
    assert page.get_by_role("link", name="Hildegard").is_visible()
    assert User.objects.get().time_zone == page.evaluate(
        "Intl.DateTimeFormat().resolvedOptions().timeZone"
    )


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/no/such/page/"])
def test_strangers_meet_no_barrier(visitor: Visitor, path: str) -> None:
    visitor.go(path)
    visitor.errors.clear()  # the browser itself complains of a page that is not there
    assert visitor.barriers() == []
    assert visitor.fits()


def test_an_account_has_no_barrier(visitor: Visitor) -> None:
    person = UserFactory(username="A merchant with a long name.")
    for state in ("waiting", "sent", "failed", "superseded"):
        LetterFactory(recipient=person, state=state, error="550 no such person")
    visitor.sign_in(person)
    pages = ("profile", "email", "2fa", "sessions", "data", "delete")
    for path in (*(f"/accounts/{page}/" for page in pages), "/post/letters/"):
        visitor.go(path)
        assert visitor.barriers() == []
        assert visitor.fits(), path


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
