"""Anything on the table can be pointed at, pressed, held or asked by key; orders stay orders."""

from playwright.sync_api import Locator, Page

from games.accounts.models import User
from games.play.models import Draft, Game, Player
from tests.e2e.conftest import Visitor
from tests.e2e.test_map import hand, middle, table, zoom
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, laid, play_fast

__all__ = ["hand"]


def sit(visitor: Visitor, title: str = "teutonica", moves: int = 60) -> Game:
    """Open a table where it is the visitor's turn."""
    user: User = UserFactory()
    game = play_fast(game_of(user, "journeyman", "journeyman", title=title), moves)
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    return game


def city(page: Page) -> Locator:
    """A city that is no target now."""
    return page.locator(".map g[data-about^='city:'] > text").first


def card(page: Page) -> Locator:
    return page.locator("#about:popover-open")


def held(page: Page, x: float, y: float, milliseconds: int = 800) -> None:
    """Put a finger on the screen and lift it after a while."""
    session = page.context.new_cdp_session(page)
    points = [{"x": x, "y": y}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    page.wait_for_timeout(milliseconds)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_mouse_asks_by_resting_and_by_a_click_where_no_order_is(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    game = sit(desk_visitor)
    name = city(page).text_content()
    x, y = middle(city(page))
    page.mouse.move(x, y)
    page.get_by_role("dialog", name=name).wait_for()
    assert card(page).evaluate("card => getComputedStyle(card).pointerEvents") == "none"
    page.mouse.move(5, 5)
    card(page).wait_for(state="hidden")

    page.mouse.click(x, y)
    page.get_by_role("dialog", name=name).wait_for()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert desk_visitor.barriers("#about") == []
    route = card(page).get_by_role("link").first
    words = route.inner_text()
    route.click()
    page.get_by_role("dialog", name=words).wait_for()
    page.keyboard.press("Escape")
    card(page).wait_for(state="hidden")

    # The same without scripts: a page for each thing.
    for path in ("", "desk:actions/"):
        desk_visitor.go(f"{game.get_absolute_url()}about/{path}")
        assert desk_visitor.barriers() == []


def test_pointing_is_never_in_the_way_of_an_order(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    sit(desk_visitor, moves=0)
    space = page.locator("a.target[aria-label^='Place on']").nth(30)
    x, y = middle(space.locator(".ring"))
    page.mouse.move(x, y)
    card(page).wait_for()
    page.mouse.click(x, y)
    page.locator("#ask .draft").wait_for()
    assert not card(page).is_visible()


@every_title
def test_keys_ask_about_what_has_the_focus(desk_visitor: Visitor, title: str) -> None:
    page = desk_visitor.page
    sit(desk_visitor, title)
    target = page.locator("#live a.target:has(.ring)").first
    target.focus()
    page.keyboard.press("i")
    card(page).wait_for()
    assert page.evaluate("document.activeElement.id") == "about-title"
    assert desk_visitor.barriers("#about") == []
    page.keyboard.press("Escape")
    card(page).wait_for(state="hidden")
    assert target.evaluate("target => target === document.activeElement")
    # In a field the letter is only a letter.
    desk_visitor.open_panel("Chat")
    page.locator(".chat textarea").fill("")
    page.locator(".chat textarea").press("i")
    assert not card(page).is_visible()


def test_a_finger_asks_by_a_tap_where_no_order_is_or_by_staying(hand: Visitor) -> None:
    page = hand.page
    game = table(hand, moves=60)
    page.locator(".fold").click()
    held(page, *middle(page.locator("#live a.target .ring").first))
    card(page).wait_for()
    page.wait_for_timeout(100)
    assert card(page).is_visible()
    assert hand.barriers("#about") == []
    assert hand.fits()
    assert not Draft.objects.exists()
    assert page.url.endswith(game.get_absolute_url())
    assert not page.locator(".target.chosen").count()

    page.keyboard.press("Escape")
    page.locator(".fold").click()
    page.get_by_role("button", name="What can't I do now?").tap()
    page.get_by_role("dialog", name="What you can't do now").wait_for()
    assert hand.barriers("#cannot") == []
    page.keyboard.press("Escape")

    # The last field of the track is empty, and no target is near.
    if zoom(page) > 1:
        page.locator(".near-label").tap()
    page.locator(".board").scroll_into_view_if_needed()
    x, y, wide, high = page.locator(".map [data-about='track:prestige']").bounding_box().values()
    page.touchscreen.tap(x + wide - 4, y + high - 4)
    page.get_by_role("dialog", name="Prestige track").wait_for()


def test_with_something_picked_a_press_elsewhere_picks_that_or_nothing(
    desk_visitor: Visitor,
) -> None:
    page = desk_visitor.page
    sit(desk_visitor, moves=0)
    pieces = page.locator("#live .target.piece")
    spaces = page.locator(".map use[data-about^='space:']")
    one, other = (spaces.nth(number) for number in (10, 60))

    page.mouse.click(*middle(one), button="right")
    pieces.first.wait_for()
    page.mouse.click(*middle(other))
    wanted = f"?pick={other.get_attribute('data-about')}"
    page.locator(f"#live .target.piece[href='{wanted}']").first.wait_for()
    page.mouse.click(*middle(city(page)))
    pieces.first.wait_for(state="detached")
    assert not card(page).is_visible()

    page.mouse.click(*middle(one), button="right")
    pieces.first.wait_for()
    page.keyboard.press("Escape")
    pieces.first.wait_for(state="detached")
    assert not Draft.objects.exists()


def test_goods_are_picked_anew_on_the_desk(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    user: User = UserFactory()
    desk_visitor.sign_in(user)
    desk_visitor.go(two_goods(user).get_absolute_url())
    goods = page.locator(".desk.mine a[data-about^='good:']")
    first_good, second_good = (good.get_attribute("data-about") for good in goods.all()[:2])
    goods.first.click()
    page.locator(f".desk.mine [data-about='{first_good}'][aria-current]").wait_for()
    page.locator(f".desk.mine [data-about='{second_good}']").click()
    page.locator(f".desk.mine [data-about='{second_good}'][aria-current]").wait_for()
    page.keyboard.press("Escape")
    page.locator("#unpick").wait_for(state="detached")


def two_goods(user: User) -> Game:
    """A game of Hansa in which the visitor may put up booths for goods, or discard them."""
    game = play_fast(game_of(user, "journeyman", "journeyman", title="hansa"), 60)
    seat = Player.objects.get(game=game, user=user).seat
    state = game.position().copy()
    assert state.stage == "turn"
    state.unsold = tuple(
        bytes((1, 4, 7, 10)) if other == seat else row for other, row in enumerate(state.unsold)
    )
    return laid(game, state)
