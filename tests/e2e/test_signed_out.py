"""A page whose person is signed out in another tab: the table stays, and a notice leads back."""

import pytest
from playwright.sync_api import Page

from games.play import services
from games.play.models import Draft, Game
from tests.cases import first
from tests.e2e.conftest import POLL, Visitor
from tests.factories import PASSWORD, UserFactory
from tests.play.factories import game_of

BROKEN = "<!doctype html><html><body><h1>Bad gateway</h1></body></html>"
LOST = "answer didn't come through"


@pytest.fixture
def table(desk_visitor: Visitor, settings) -> Visitor:
    """A player at a private table, with an order drafted."""
    # With DEBUG, django-htmx would put a page of errors in the place of the page.
    settings.DEBUG = True
    user = UserFactory()
    game = game_of(user, "journeyman", "journeyman", private=True)
    player = game.players.get(seat=0)
    services.draft_order(player=player, version=game.version, draft_version=0, order="income 1t")
    desk_visitor.sign_in(user)
    desk_visitor.go(game.get_absolute_url())
    desk_visitor.page.get_by_role("heading", name="Your draft").wait_for()
    desk_visitor.user = user
    desk_visitor.line_breaks = True
    return desk_visitor


def sign_out_elsewhere(visitor: Visitor) -> None:
    tab = visitor.page.context.new_page()
    tab.goto(visitor.address + "/accounts/logout/")
    tab.get_by_role("main").get_by_role("button", name="Sign out").click()
    tab.wait_for_url(visitor.address + "/")
    tab.close()


def sign_in_and_come_back(page: Page, visitor: Visitor, notice: str = "") -> None:
    page.get_by_role("link", name="Sign in again").click()
    page.get_by_label("Name or email").fill(visitor.user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(visitor.address + Game.objects.get().get_absolute_url())
    page.get_by_role("heading", name="Your draft").wait_for()
    assert notice in page.locator("#notice").inner_text()
    assert bool(notice) == bool(page.locator("#notice").inner_text())


def test_the_poll_leaves_the_table_and_says_so(table: Visitor) -> None:
    sign_out_elsewhere(table)
    table.page.clock.fast_forward(POLL)
    notice = table.page.get_by_role("alert").filter(has_text="no longer signed in")
    notice.wait_for()

    assert table.page.get_by_role("heading", name="Your draft").is_visible()
    assert table.page.locator("#live").count() == 1
    assert table.barriers() == []
    sign_in_and_come_back(table.page, table)


@pytest.mark.parametrize("button", first(1, ["Take 2 traders", "Undo", "Confirm and end the turn"]))
def test_a_click_is_not_done_and_nothing_is_lost(table: Visitor, button: str) -> None:
    sign_out_elsewhere(table)
    table.page.get_by_role("button", name=button).first.click()
    table.page.get_by_role("alert").filter(has_text="no longer signed in").wait_for()

    assert Draft.objects.get().orders == ["income 1t"]
    assert not Game.objects.get().moves.filter(order="income 1t", seat=0).exists()
    sign_in_and_come_back(table.page, table, "Your last click wasn't sent")


def test_what_was_clicked_is_sent_after_signing_in_again(table: Visitor) -> None:
    page = table.page
    sign_out_elsewhere(table)
    page.get_by_role("button", name="Take 2 traders").first.click()
    page.get_by_role("alert").filter(has_text="no longer signed in").wait_for()
    page.clock.fast_forward(POLL)
    sign_in_and_come_back(page, table, "Your last click wasn't sent")
    page.get_by_role("button", name="Send it now").click()
    page.get_by_text("Your last click wasn't sent").wait_for(state="detached")
    assert Draft.objects.get().orders == ["income 1t", "income 2t"]
    page.reload()
    assert page.locator("#notice").inner_text() == ""


def sign_in_elsewhere(visitor: Visitor) -> None:
    tab = visitor.page.context.new_page()
    tab.goto(visitor.address + "/accounts/login/")
    tab.get_by_label("Name or email").fill(visitor.user.username)
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("main").get_by_role("button", name="Sign in").click()
    tab.wait_for_url(visitor.address + "/")
    tab.close()


def test_an_old_tab_of_the_same_person_goes_on_as_if_nothing_had_happened(table: Visitor) -> None:
    sign_out_elsewhere(table)
    sign_in_elsewhere(table)
    with table.page.expect_response("**/order") as answer:
        table.page.get_by_role("button", name="Take 2 traders").first.click()
    assert answer.value.status == 200
    assert table.page.locator("#notice").inner_text() == ""
    assert Draft.objects.get().orders == ["income 1t", "income 2t"]


def test_news_of_the_table_do_not_hide_that_a_click_was_refused(table: Visitor) -> None:
    page = table.page
    page.route("**/game/*/order", lambda route: route.fulfill(status=403, body=BROKEN))
    page.get_by_role("button", name="Take 2 traders").first.click()
    page.get_by_text(LOST).wait_for()
    with page.expect_response("**/poll?*"):
        page.clock.fast_forward(POLL)
    page.wait_for_timeout(200)
    assert page.get_by_text(LOST).is_visible()


@pytest.mark.parametrize("status", first(2, [200, 502, 404, 500]))
def test_what_is_no_table_never_replaces_it(table: Visitor, status: int) -> None:
    page = table.page
    page.route("**/poll?*", lambda route: route.fulfill(status=status, body=BROKEN))
    page.clock.fast_forward(POLL)
    page.get_by_text(LOST).wait_for()
    assert page.get_by_role("heading", name="Your draft").is_visible()
    assert not page.get_by_text("Bad gateway").count()

    page.unroute("**/poll?*")
    page.clock.fast_forward(POLL)
    page.get_by_text(LOST).wait_for(state="detached")


def test_a_table_that_cannot_be_reached_says_so(table: Visitor) -> None:
    table.page.route("**/game/*/order", lambda route: route.abort())
    table.page.get_by_role("button", name="Take 2 traders").click()
    table.page.get_by_text("Your last click is sent when it's back").wait_for()
    assert table.page.get_by_role("heading", name="Your draft").is_visible()


def test_without_scripts_a_form_leads_back_to_its_table(
    visitor_without_javascript: Visitor,
) -> None:
    visitor, page = visitor_without_javascript, visitor_without_javascript.page
    visitor.user = user = UserFactory()
    game = game_of(user, "journeyman", "journeyman", private=True)
    player = game.players.get(seat=0)
    services.draft_order(player=player, version=game.version, draft_version=0, order="income 1t")
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    sign_out_elsewhere(visitor)
    page.get_by_role("button", name="Confirm and end the turn").click()
    page.get_by_label("Name or email").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(visitor.address + game.get_absolute_url())

    assert page.get_by_role("heading", name="Your draft").is_visible()
