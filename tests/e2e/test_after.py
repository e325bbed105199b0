"""After a game, in a browser: a number of the score sheet lights where its points come from."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of, play_out

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_number_lights_its_cities_by_keyboard_and_by_a_click(phone_visitor: Visitor):
    user = UserFactory()
    game = play_out(game_of(user, "journeyman", title="hansa"))
    page = phone_visitor.page
    phone_visitor.sign_in(user)
    phone_visitor.go(game.get_absolute_url())
    links = page.get_by_role("row", name="Cities with booths").get_by_role("link")
    first, second = links.nth(0), links.nth(1)
    expect(page.locator("#lit")).to_have_count(0)

    first.focus()
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-current", "true")
    expect(first).to_be_focused()
    expect(page.locator(".sheet .source")).to_contain_text("has booths")
    lit = page.locator("#lit > [id]")
    expect(lit.first).to_be_in_viewport()

    second.click()
    expect(second).to_have_attribute("aria-current", "true")
    expect(first).not_to_have_attribute("aria-current", "true")
    assert phone_visitor.barriers() == []
    second.click()
    expect(lit).to_have_count(0)


def test_the_analysis_is_offered_and_stays_while_the_table_changes(phone_visitor: Visitor):
    user = UserFactory()
    game = play_out(game_of(user, "journeyman", title="hansa"))
    page = phone_visitor.page
    phone_visitor.sign_in(user)
    phone_visitor.go(game.get_absolute_url())
    ask = page.get_by_role("button", name="Analyse this game")
    ask.evaluate("button => (button.dataset.first = 'yes')")
    number = page.get_by_role("row", name="Cities with booths").get_by_role("link").first
    number.click()
    expect(number).to_have_attribute("aria-current", "true")
    expect(ask).to_have_attribute("data-first", "yes")
    ask.click()
    expect(page.get_by_text("The Master bot will look at this game soon.")).to_be_visible()
