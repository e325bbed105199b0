"""A click on the map gives what is usually meant, and the rest is a long press or a switch away."""

from playwright.sync_api import Page, Route, expect

from games.accounts.models import User
from games.play.models import Draft, Game
from tests.e2e.conftest import Visitor
from tests.e2e.test_about import held
from tests.e2e.test_map import middle
from tests.factories import UserFactory
from tests.play.factories import game_of, laid
from tests.rules import hansa_positions
from tests.rules.positions import play, position

SPACES = "#live a.target[data-other^='place m']"


def table_of(visitor: Visitor, title: str = "teutonica") -> Game:
    user: User = UserFactory()
    game = game_of(user, "journeyman", "journeyman", title=title)
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    return game


def drafted(page: Page, words: str) -> None:
    page.locator("#ask .draft").get_by_text(words).wait_for()


def test_one_click_places_a_trader_and_the_switch_a_merchant_until_it_is_turned_off(
    desk_visitor: Visitor,
) -> None:
    page = desk_visitor.page
    table_of(desk_visitor)
    spaces = page.locator(SPACES)
    page.mouse.click(*middle(spaces.nth(30).locator(".ring")))
    drafted(page, "places a trader")
    page.get_by_label("Place merchants").check()
    page.mouse.click(*middle(spaces.nth(50).locator(".ring")))
    drafted(page, "places a merchant")
    page.get_by_role("button", name="Undo all").click()
    page.reload()
    box = page.get_by_label("Place merchants")
    expect(box).to_be_checked()
    box.uncheck()
    page.mouse.click(*middle(spaces.nth(30).locator(".ring")))
    drafted(page, "places a trader")


def test_the_other_button_and_a_finger_that_stays_lead_to_both_pieces(
    desk_visitor: Visitor, phone_visitor: Visitor
) -> None:
    page = desk_visitor.page
    table_of(desk_visitor)
    page.mouse.click(*middle(page.locator(SPACES).nth(30).locator(".ring")), button="right")
    page.get_by_role("button", name="Merchant to").click()
    drafted(page, "places a merchant")

    page = phone_visitor.page
    table_of(phone_visitor)
    held(page, *middle(page.locator(SPACES).nth(30).locator(".ring")))
    page.get_by_role("button", name="Trader to").wait_for()
    assert Draft.objects.filter(orders=[]).count() == Draft.objects.count() - 1


def test_the_switch_is_in_view_on_a_phone(phone_visitor: Visitor) -> None:
    page = phone_visitor.page
    table_of(phone_visitor)
    switch, first = page.get_by_label("Place merchants"), page.locator("#ask .group").first
    expect(switch).to_be_in_viewport(ratio=1)
    assert switch.bounding_box()["y"] < first.bounding_box()["y"]


def test_a_click_shows_at_once_and_no_longer_when_it_is_lost(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    table_of(desk_visitor)
    desk_visitor.line_breaks = True
    lost: list[Route] = []
    page.route("**/order", lambda route: lost.append(route))
    target = page.locator(SPACES).nth(30)
    told = page.locator("#told").inner_text()
    page.mouse.click(*middle(target.locator(".ring")))
    page.locator(f"{SPACES}.htmx-request").wait_for()
    assert page.locator("#told").inner_text() == told
    assert not page.locator("#live .drafted").count()
    lost[0].abort()
    page.locator(f"{SPACES}.htmx-request").wait_for(state="detached")


def test_a_click_further_on_sails_there_and_buys(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    game = table_of(desk_visitor, "hansa")
    stored = {"riga": "red2"}
    laid(game, hansa_positions.position(players=3, talers=5, warehouses=stored, ship="danzig"))
    page.reload()
    goods = page.locator("#live a.short[href*='warehouse']").last
    orders = goods.get_attribute("hx-vals") or ""
    page.mouse.click(*middle(goods.locator(".ring")))
    page.locator("#ask .draft").wait_for()
    draft = Draft.objects.get()
    assert f'"{";".join(draft.orders)}"' in orders


def test_a_click_on_an_office_fills_a_route_that_is_begun_and_claims_it(
    desk_visitor: Visitor,
) -> None:
    page = desk_visitor.page
    game = table_of(desk_visitor)
    begun = {"hamburg-stade": "red t, -, -"}
    laid(game, position(players=3, actions=4, spaces=begun, supply={"red": "1t"}))
    page.reload()
    page.get_by_role("link", name="claim it: Develop Privilege").hover()
    page.locator("#about").get_by_text("claim it: Develop Privilege").wait_for()
    office = page.get_by_role("link", name="claim it: Office in Hamburg")
    page.mouse.move(*middle(office.locator(".ring")))
    expect(page.locator("#about")).to_contain_text("Take 3 traders, place 2 traders on")
    page.mouse.click(*middle(office.locator(".ring")))
    drafted(page, "takes 3 traders")
    drafted(page, "claims Hamburg–Stade")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#ask .draft")).not_to_contain_text("claims")
    page.get_by_role("button", name="Undo all").click()
    page.mouse.click(
        *middle(page.get_by_role("link", name="claim it: Develop Privilege").locator(".ring"))
    )
    drafted(page, "develops Privilege")


def test_two_clicks_move_two_pieces_and_one_places_what_was_displaced(
    desk_visitor: Visitor,
) -> None:
    page = desk_visitor.page
    game = table_of(desk_visitor)
    stood = {"hamburg-stade": "red t, red t, -"}
    laid(game, position(players=3, actions=2, spaces=stood, supply={"red": "1t"}))
    page.reload()
    pieces = page.get_by_role("link", name="Move from Hamburg–Stade 1")
    page.mouse.click(*middle(pieces.locator(".ring")))
    badge = page.get_by_role("link", name="2 pieces to Bremen–Hamburg")
    badge.wait_for()
    page.mouse.move(*middle(badge.locator(".ring")))
    page.locator("#about").get_by_text("2 pieces to Bremen–Hamburg").wait_for()
    page.mouse.click(*middle(badge.locator(".ring")))
    page.locator("#ask .draft").wait_for()
    assert Draft.objects.get().orders == [
        "move hamburg-stade.1 > bremen-hamburg.1",
        "move hamburg-stade.2 > bremen-hamburg.2",
    ]
    page.get_by_role("button", name="Undo all").click()
    state = position(players=3, turn="green", spaces=stood, supply={"green": "2t"})
    laid(game, play(state, "displace t hamburg-stade.1 paying 1t"))
    page.reload()
    badge = page.get_by_role("link", name="Place 2 traders on Bremen–Hamburg")
    page.mouse.click(*middle(badge.locator(".ring")))
    page.locator("#ask .draft").wait_for()
    assert len(Draft.objects.get().orders) == 2
