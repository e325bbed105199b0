"""Hints on a phone, in a real browser."""

from playwright.sync_api import expect

from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of


def test_a_hint_asked_for_at_the_end_of_the_sheet_is_read_at_its_top(
    phone_visitor: Visitor,
) -> None:
    page, me = phone_visitor.page, UserFactory()
    game = game_of(me, "journeyman", "journeyman", title="hansa")
    phone_visitor.sign_in(me)
    phone_visitor.go(f"/game/{game.pk}/")
    page.get_by_role("button", name="Hint").click()
    hint = page.locator("#ask .hint")
    expect(hint).to_be_in_viewport(ratio=1)
    handle, found = page.locator("#ask .fold").bounding_box(), hint.bounding_box()
    assert handle is not None
    assert found is not None
    assert found["y"] >= handle["y"] + handle["height"] - 1


def test_a_hint_is_drafted_by_its_own_button(phone_visitor: Visitor) -> None:
    page, me = phone_visitor.page, UserFactory()
    game = game_of(me, "journeyman", "journeyman")
    phone_visitor.sign_in(me)
    phone_visitor.go(f"/game/{game.pk}/")
    page.get_by_role("button", name="Hint").click()
    hint = page.locator("#ask .hint")
    expect(hint).to_be_visible()
    page.reload()
    expect(hint).to_be_visible()
    hint.get_by_role("button", name="Draft it").click()
    expect(page.locator(".draft ol li")).to_have_count(1)
    expect(hint).to_have_count(0)
