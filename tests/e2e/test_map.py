"""The table in the hand: fingers move the map, and the order sheet folds."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.accounts.models import User
from games.play.models import Draft, Game
from tests.cases import first
from tests.e2e.conftest import Visitor, _visitor
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of, play_fast, short_title

SIZES = {"tall": (390, 844), "small": (360, 740), "wide": (844, 390)}
every_size = pytest.mark.parametrize("hand", first(1, list(SIZES)), indirect=True)


@pytest.fixture
def hand(request: pytest.FixtureRequest, browser: Browser, live_server) -> Iterator[Visitor]:
    """Somebody with a phone that feels fingers, 390 wide or as the parameter says."""
    width, height = SIZES[getattr(request, "param", "tall")]
    viewport = {"width": width, "height": height}
    yield from _visitor(browser, live_server, viewport=viewport, has_touch=True, is_mobile=True)


def table(hand: Visitor, title: str = "teutonica", moves: int = 0) -> Game:
    """Open a table where it is the visitor's turn."""
    user: User = UserFactory()
    game = play_fast(game_of(user, "journeyman", "journeyman", title=title), moves)
    hand.sign_in(user)
    hand.go(game.get_absolute_url())
    hand.page.locator(".fold").wait_for()
    return game


def touch(page: Page, *steps: list[tuple[float, float]]) -> None:
    """Put fingers on the screen, move them to each further step, and lift them."""
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(steps) - 1)]
    for kind, points in zip(kinds, steps, strict=True):
        places = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def pinch(page: Page, x: float, y: float, start: float, end: float) -> None:
    """Move two fingers around a point from one distance to another."""
    steps = [start + (end - start) * part / 5 for part in range(6)]
    touch(page, *([(x - apart / 2, y), (x + apart / 2, y)] for apart in steps))


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def zoom(page: Page) -> float:
    return page.evaluate(
        "document.querySelector('.board-stage').offsetWidth"
        " / document.querySelector('.board-view').clientWidth"
    )


def scrolled(page: Page) -> list[int]:
    return page.evaluate(
        "(({scrollLeft, scrollTop}) => [scrollLeft, scrollTop].map(Math.round))"
        "(document.querySelector('.board-view'))"
    )


def wait(page: Page, reached: Callable[[], bool]) -> None:
    """Wait for what no selector tells; the site's policy forbids Playwright's own way."""
    for _ in range(50):
        if reached():
            return
        page.wait_for_timeout(50)
    pytest.fail("it did not come")


def still(page: Page) -> list[int]:
    """Where the map has come to rest after a drag."""
    places = [scrolled(page)]
    while places[-3:] != [places[-1]] * 3:
        page.wait_for_timeout(100)
        places.append(scrolled(page))
    return places[-1]


def space(page: Page, number: int = 0) -> Locator:
    return page.locator("a.target[aria-label^='Place on']").nth(number)


def test_two_fingers_zoom_around_themselves_and_a_tap_then_means_the_same_space(
    hand: Visitor,
) -> None:
    page = hand.page
    table(hand)
    assert zoom(page) == 1
    wanted = space(page, 40)
    name = wanted.get_attribute("aria-label") or ""
    before = middle(wanted.locator(".ring"))
    pinch(page, *before, 60, 240)
    assert zoom(page) == pytest.approx(4, abs=0.05)
    after = middle(wanted.locator(".ring"))
    assert after == pytest.approx(before, abs=4)
    assert hand.fits()

    page.touchscreen.tap(*after)
    page.locator("#ask .draft").get_by_text(name.removeprefix("Place on ")).wait_for()
    assert zoom(page) == pytest.approx(4, abs=0.05)

    pinch(page, *before, 240, 40)
    assert zoom(page) == 1


def test_one_finger_drags_a_zoomed_map_and_its_place_outlives_orders_and_a_reload(
    hand: Visitor,
) -> None:
    page = hand.page
    table(hand)
    x, y = middle(page.locator(".board-view"))
    pinch(page, x, y, 60, 180)
    before = scrolled(page)
    touch(page, *([(x - 20 * step, y - 10 * step)] for step in range(6)))
    wait(page, lambda: scrolled(page)[0] > before[0] + 40)
    page.locator("#ask").get_by_role("button", name="Take a trader").click()
    page.get_by_role("heading", name="Your draft").wait_for()
    place, near = still(page), zoom(page)
    assert near > 2
    page.reload()
    page.locator(".fold").wait_for()
    assert zoom(page) == pytest.approx(near, abs=0.01)
    assert scrolled(page) == pytest.approx(place, abs=3)


def test_two_taps_zoom_in_and_out_where_nothing_is_meant(hand: Visitor) -> None:
    page = hand.page
    table(hand)
    box = page.locator(".board-view").bounding_box()
    assert box
    corner = (box["x"] + 12, box["y"] + 12)
    for expected in (2.5, 1):
        page.touchscreen.tap(*corner)
        page.touchscreen.tap(*corner)
        wait(page, lambda to=expected: abs(zoom(page) - to) < 0.05)
    assert not Draft.objects.exists()


@every_size
def test_every_space_is_a_target_of_40_pixels_or_offered_enlarged(hand: Visitor) -> None:
    page = hand.page
    table(hand)
    page.locator(".fold").click()
    draft = page.locator("#ask .draft li")
    bubble = page.get_by_role("dialog", name="Which one?")
    links = page.locator("a.target[aria-label^='Place on']").all()
    assert len(links) > 90
    for number in range(0, len(links), 9):
        link = links[number]
        name = link.get_attribute("aria-label") or ""
        # Off its middle, as fingers are.
        x, y = middle(link.locator(".ring"))
        page.touchscreen.tap(x + 5, y - 4)
        wait(page, lambda: bubble.is_visible() or draft.count() > 0)
        if bubble.is_visible():
            choice = bubble.get_by_role("button").filter(has_text=re.compile(f"{re.escape(name)}$"))
            assert choice.count() == 1
            box = choice.bounding_box()
            assert box
            assert box["height"] >= 40
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= page.viewport_size["height"]
            page.keyboard.press("Escape")
            bubble.wait_for(state="hidden")
        else:
            assert name.removeprefix("Place on ") in draft.first.inner_text()
            # The sheet is folded.
            page.locator("[name=undo]").first.dispatch_event("click")
            draft.first.wait_for(state="detached")
        # So that no tap is the second of two.
        page.wait_for_timeout(400)


def test_the_bubble_orders_what_is_chosen_in_it(hand: Visitor) -> None:
    page = hand.page
    table(hand)
    bubble = page.get_by_role("dialog", name="Which one?")
    for choose in ("button", "svg"):
        wanted = space(page, 40)
        name = wanted.get_attribute("aria-label") or ""
        page.touchscreen.tap(*middle(wanted.locator(".ring")))
        bubble.wait_for()
        assert hand.barriers() == []
        button = bubble.get_by_role("button", name=f"A. {name}", exact=True)
        if choose == "button":
            button.tap()
        else:
            x, y = middle(bubble.locator("svg > g").first)
            page.touchscreen.tap(x, y)
        bubble.wait_for(state="hidden")
        draft = page.locator("#ask .draft li")
        draft.get_by_text(name.removeprefix("Place on ")).wait_for()
        page.get_by_role("button", name="Undo", exact=True).click()
        draft.first.wait_for(state="detached")


def test_a_tap_after_a_choice_is_not_the_second_of_two(hand: Visitor) -> None:
    page = hand.page
    table(hand)
    spot = middle(space(page, 40).locator(".ring"))
    page.touchscreen.tap(*spot)
    page.get_by_role("dialog", name="Which one?").get_by_role("button").first.tap()
    page.touchscreen.tap(*spot)
    assert zoom(page) == 1


def test_a_small_window_opens_where_something_can_be_done(hand: Visitor) -> None:
    page = hand.page
    table(hand, "hansa", 60)
    rings = page.locator("#live .target .ring")
    view = page.locator(".board-view").bounding_box()
    assert view
    for ring in rings.all():
        x, y = middle(ring)
        assert view["x"] < x < view["x"] + view["width"]
        assert view["y"] < y < view["y"] + view["height"]


@pytest.mark.parametrize("hand", first(1, ["wide", "tall", "small"]), indirect=True)
def test_a_drafted_turn_is_read_and_confirmed_without_scrolling(hand: Visitor) -> None:
    page = hand.page
    game = table(hand, moves=60)
    draft_turn(game)
    page.reload()
    page.locator(".fold").wait_for()
    window, masthead = page.viewport_size, page.locator(".masthead").bounding_box()
    assert masthead["height"] <= 56
    for part in (".board-view", "#ask .sentence", "#ask .confirm button"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] >= masthead["height"] - 1, part
        assert box["y"] + box["height"] <= window["height"], part


@every_size
@short_title
def test_a_sheet_folds_to_its_sentence_and_confirmation(hand: Visitor, title: str) -> None:
    page = hand.page
    table(hand, title, 60)
    handle = page.locator(".fold")
    sheet, window = page.locator("#ask"), page.viewport_size
    assert window
    full = sheet.bounding_box()
    assert full
    assert page.locator("#ask .group").first.is_visible()

    # All of the sheet can be reached, and it lies over no part of the map.
    sheet.evaluate("sheet => sheet.scrollTo(0, sheet.scrollHeight)")
    things = sheet.locator("button, a, select, summary")
    last = things.filter(visible=True).last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= window["height"]
    view = page.locator(".board-view").bounding_box()
    assert view
    assert view["y"] + view["height"] <= full["y"] or view["x"] + view["width"] <= full["x"]

    x, y = middle(handle)
    touch(page, *([(x, y + 10 * step)] for step in range(6)))
    page.locator("#ask .group").first.wait_for(state="hidden")
    assert handle.get_attribute("aria-expanded") == "false"
    assert sheet.locator(".sentence").is_visible()
    folded = sheet.bounding_box()
    assert folded
    assert folded["height"] < 130
    for button in sheet.locator(".confirm button").all():
        assert button.is_visible() or page.locator("#ask .primary").is_visible()
    assert hand.barriers() == []
    assert hand.fits()

    # It stays folded over a reload, and the end of the page is above it.
    page.reload()
    handle.wait_for()
    assert not page.locator("#ask .group").first.is_visible()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    end = page.locator(".column").evaluate("e => e.lastElementChild.getBoundingClientRect().bottom")
    assert end <= folded["y"] + 2

    x, y = middle(handle)
    touch(page, *([(x, y - 10 * step)] for step in range(6)))
    page.locator("#ask .group").first.wait_for()
    handle.focus()
    page.keyboard.press("Enter")
    page.locator("#ask .group").first.wait_for(state="hidden")


@short_title
def test_each_new_question_begins_at_the_top_of_the_sheet(hand: Visitor, title: str) -> None:
    page = hand.page
    table(hand, title, 60)
    sheet, owned = page.locator("#ask"), page.locator("#ask .owned")
    scroll = "sheet => sheet.scrollTo(0, sheet.scrollHeight)"

    # What one has stays in view wherever the sheet is scrolled to.
    sheet.evaluate(scroll)
    assert sheet.evaluate("sheet => sheet.scrollTop") > 0
    top, line, handle = (part.bounding_box() for part in (sheet, owned, page.locator(".fold")))
    assert top["y"] <= line["y"] < handle["y"] + handle["height"] + 4
    assert owned.inner_text().strip()

    # A refused line is shown with its field; a new question is not.
    typed = page.locator("#typed")
    sheet.get_by_text("Type orders").click()
    typed.fill("nonsense")
    typed.press("Enter")
    page.locator(".typed").get_by_role("alert").wait_for()
    box, window = typed.bounding_box(), page.viewport_size
    assert line["y"] + line["height"] <= box["y"]
    assert box["y"] + box["height"] <= window["height"]
    assert typed.input_value() == "nonsense"
    sheet.evaluate(scroll)
    order = page.evaluate("document.querySelector('#ask [name=order]:is(button, select)').value")
    typed.fill(order)
    typed.press("Enter")
    page.locator("#ask .draft").wait_for()
    expect(sheet).to_have_js_property("scrollTop", 0)


def test_a_tap_where_the_arrow_points_means_the_place_under_it(hand: Visitor) -> None:
    page = hand.page
    hand.go("/learn/teutonica/")
    page.locator(".fold").wait_for()
    spot = page.locator("#live a.target[href*='gottingen-quedlinburg.1'] .hit").first
    page.touchscreen.tap(*middle(spot))
    page.get_by_text("Step 2 of").wait_for()
    assert page.get_by_role("dialog", name="Which one?").count() == 0


def test_the_position_editor_keeps_its_zoom_and_offers_what_a_tap_could_mean(
    hand: Visitor,
) -> None:
    page = hand.page
    hand.sign_in(UserFactory())
    hand.go("/positions/")
    page.locator("#near").click()
    wait(page, lambda: zoom(page) > 2)
    near, place = zoom(page), still(page)
    page.get_by_label("What to change").select_option("city:stade")
    page.locator("#editor legend", has_text="Stade").wait_for()
    wait(page, lambda: (zoom(page), scrolled(page)) == (near, place))
    page.locator("#near").click()
    wait(page, lambda: zoom(page) == 1)
    spaces = page.locator("#live .target[aria-label='Change Hamburg–Stade'] .hit")
    page.touchscreen.tap(*middle(spaces.first))
    page.get_by_role("dialog", name="Which one?").wait_for()


def test_the_place_on_one_board_is_not_that_on_another(hand: Visitor) -> None:
    page = hand.page
    hand.sign_in(UserFactory())
    hand.go("/positions/")
    page.locator("#near").click()
    wait(page, lambda: zoom(page) > 2)
    hand.go("/explorer/hansa/")
    assert zoom(page) == 1
    hand.go("/positions/")
    wait(page, lambda: zoom(page) > 2)
