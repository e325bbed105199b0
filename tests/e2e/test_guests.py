"""A guest in a browser: one click to a table, and one more to the first order."""

import pytest

from games.accounts.models import User
from games.play.models import Draft, Game
from tests.e2e.conftest import Visitor
from tests.play.factories import play_out

ORDERS = {"teutonica": "#ask button[name=order]", "hansa": "#live a.target"}


@pytest.mark.parametrize("title", ORDERS)
def test_one_click_to_a_table_and_one_to_an_order(visitor: Visitor, title: str) -> None:
    visitor.go("/")
    visitor.page.locator(f"form[action='/play/{title}/'] > button").click()
    visitor.page.locator("#ask").wait_for()
    game = Game.objects.get()
    assert visitor.page.url.endswith(game.get_absolute_url())
    assert game.title == title
    visitor.page.locator(ORDERS[title]).first.click()
    visitor.page.locator(".draft ol li").wait_for()
    assert len(Draft.objects.get(player__user__guest=True).orders) == 1
    visitor.page.reload()
    assert visitor.page.locator(".draft ol li").count() == 1
    assert visitor.fits()


def test_signing_up_from_the_table_says_what_stays(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.page.locator("form[action='/play/hansa/'] > button").click()
    visitor.page.locator("#ask").wait_for()
    assert visitor.fits()
    header = visitor.page.get_by_role("banner")
    assert header.get_by_role("link", name="Sign in").is_visible()
    header.get_by_role("link", name="Sign up").click()
    guest = User.objects.get(guest=True)
    visitor.page.get_by_text(f"You'll keep your games as {guest.username}").wait_for()
    assert visitor.fits()


@pytest.mark.parametrize("title", ORDERS)
def test_a_game_that_is_over_can_be_kept(visitor: Visitor, title: str) -> None:
    visitor.go("/")
    visitor.page.locator(f"form[action='/play/{title}/'] > button").click()
    visitor.page.locator("#ask").wait_for()
    game = play_out(Game.objects.get())
    visitor.go(game.get_absolute_url())
    visitor.page.locator("#ask.over").get_by_role("link", name="Keep this game: sign up").click()
    back = visitor.page.locator("main input[name=next]")
    assert back.get_attribute("value") == game.get_absolute_url()
