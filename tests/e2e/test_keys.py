"""A whole turn by keyboard alone, and what people hear who do not see the board."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.accounts.bot_names import bot_name
from games.play.models import Draft, Game
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of, laid, play_fast
from tests.rules.hansa_positions import position
from tests.rules.positions import position as teutonica_position

STOPS = 6
"""The most keys to the first order."""
FEW_KEYS = {
    "teutonica": (
        [
            ("b", ".spot:focus"),
            ("Shift+H n n Enter", "#ask .draft >> text=Quedlinburg 1"),
            ("n Enter", "#ask .draft >> text=Quedlinburg 2"),
            ("e", "#ask .confirm .primary:focus"),
            ("Enter", "#ask"),
        ],
        ["place", "place", "end"],
    ),
    "hansa": (
        [
            ("v", "#ask button:focus"),
            ("Enter", "#ask .draft >> text=sails to"),
            ("y", "#ask button:focus"),
            ("Enter", "#ask .draft >> text=buys"),
            ("e", "#ask .confirm button:focus"),
            ("Enter", "#ask"),
        ],
        ["sail", "buy", "end"],
    ),
}
"""A whole turn of each title in 9 and 6 keys, what comes of them, and what is ordered."""


def table_of(visitor: Visitor, title: str, moves: int = 0) -> Game:
    """A person's table, open before them, at which it is their turn."""
    user = UserFactory()
    game = play_fast(game_of(user, "journeyman", "journeyman", title=title), moves)
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    return game


def focused(page: Page, what: str) -> bool:
    return page.evaluate(f"document.activeElement.matches({what!r})")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def heard(page: Page) -> str:
    """The name of what has the focus."""
    return page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent")


def check_tree(page: Page, *parts: str) -> None:
    """See that parts are in the accessibility tree, and that the focus is not lost."""
    tree = page.locator("body").aria_snapshot()
    for part in parts:
        assert re.search(part, tree), f"{part} is not in\n{tree}"
    assert not focused(page, "body")


def enter_map(page: Page) -> None:
    press(page, "b")
    page.locator(".spot:focus").wait_for()


def tabs_to_the_first_order(page: Page) -> int:
    """Take the link to the orders, and count the keys to the first of them."""
    press(page, "Tab", "Tab")
    assert heard(page) == "Skip to the orders"
    press(page, "Enter")
    keys = 3
    while not focused(page, "#ask .choices *"):
        press(page, "Tab")
        keys += 1
    return keys


def test_a_turn_of_hansa_teutonica_by_keyboard(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    game = table_of(desk_visitor, "teutonica")
    assert tabs_to_the_first_order(page) <= STOPS

    # Who controls a city, one key after the map; along its routes to a space.
    enter_map(page)
    press(page, "Shift+H")
    assert heard(page).startswith("Halle. Controlled by: nobody.")
    check_tree(page, r'application "Map"', r'button "Halle\. Controlled by: nobody')
    press(page, "n")
    assert re.match(r"\S+–\S+\. .*Spaces: 1 ", heard(page))
    press(page, "n")
    while ". Place on " not in (space := heard(page)):
        press(page, "n")
    press(page, "n", "p")
    assert heard(page) == space

    # A letter orders here; the focus stays, and one sentence says what has changed.
    press(page, "t")
    told = page.locator("#told")
    expect(told).to_contain_text("places a trader at")
    page.locator(".spot:focus[aria-label*='Red trader']").wait_for()
    check_tree(
        page,
        r"status: \S+ places a trader at .*\.",
        r"status:.*\n?.*1 action left",
        'heading "Your draft"',
    )

    # Undone, it is ordered once more as a click does.
    press(page, "z")
    expect(told).to_contain_text("Undone.")
    press(page, "Enter")
    page.locator("#ask .draft").get_by_text("places a trader at").wait_for()
    page.locator(".spot:focus").wait_for()

    # Nowhere is the focus lost until all is confirmed.
    press(page, "g")
    assert heard(page) == "Take a trader"
    press(page, "Enter")
    page.locator("#ask .confirm .primary:focus").wait_for()
    check_tree(page, 'button "Confirm')
    press(page, "e", "Enter")
    page.locator("#ask .draft").wait_for(state="detached")
    expect(told).to_contain_text(bot_name(game.pk, 1))
    check_tree(page, 'region "Turn"', f"status: .*{bot_name(game.pk, 1)}")
    # Who presses Enter once more gives nothing up.
    assert not heard(page).startswith(("Confirm", "End"))
    played = list(game.moves.filter(seat=0).values_list("order", flat=True))
    assert [order.split()[0] for order in played if order] == ["place", "income", "end"]


def test_a_turn_of_hansa_by_keyboard(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    game = table_of(desk_visitor, "hansa")
    goods = {"danzig": "red1 blue2", "lubeck": "red3"}
    laid(game, position(players=3, talers=5, warehouses=goods, booths={"danzig": "Ben 2"}))
    page.reload()
    # Rules that are new to a person come before the orders, once.
    page.get_by_role("button", name="Got it").press("Enter")
    page.locator(".primers").wait_for(state="detached")
    page.reload()
    assert tabs_to_the_first_order(page) <= STOPS

    # Who has the most booths, one key after the map.
    enter_map(page)
    press(page, "Shift+D")
    assert heard(page).startswith(f"Danzig. Most booths: Yellow ({bot_name(game.pk, 1)}).")
    check_tree(
        page, r'application "Map"', r'button "Danzig\. .*Warehouses: 1 Red, 1 barrel; 2 Blue'
    )
    press(page, "h")
    told = page.locator("#told")
    expect(told).not_to_be_empty()

    # From the ship, n goes to where it can sail; the letter sails there.
    press(page, "Shift+C", "n")
    while not heard(page).startswith("Danzig."):
        press(page, "n")
    assert heard(page).endswith("Sail to Danzig")
    press(page, "v")
    expect(told).to_contain_text("sails to Danzig")
    page.locator(".spot:focus[aria-label*='Ship: here']").wait_for()
    check_tree(page, "status: .* sails to Danzig", "Your draft")

    # A list has the rest; the focus goes to the confirmation and is not lost after it.
    press(page, "y")
    assert heard(page).startswith("Buy red 1")
    press(page, "Enter")
    expect(told).to_contain_text("buys a red marker")
    press(page, "e")
    page.locator("#ask .confirm .primary:focus, #ask .confirm button:focus").wait_for()
    press(page, "Enter")
    page.locator("#ask .draft").wait_for(state="detached")
    check_tree(page, 'region "Turn"')
    played = game.moves.filter(seat=0).values_list("order", flat=True)
    assert {"sail danzig", "buy red1"} <= set(played)


@pytest.mark.parametrize("title", FEW_KEYS)
def test_a_turn_takes_few_keys(desk_visitor: Visitor, title: str) -> None:
    page = desk_visitor.page
    game = table_of(desk_visitor, title)
    if title == "hansa":
        laid(game, position(players=3, talers=5, warehouses={"tonsberg": "red1 blue2"}))
        page.reload()
    steps, orders = FEW_KEYS[title]
    for keys, then in steps:
        press(page, *keys.split())
        page.locator(then).first.wait_for()
    page.locator("#ask .draft").wait_for(state="detached")
    played = game.moves.filter(seat=0).order_by("number").values_list("order", flat=True)
    assert [order.split()[0] for order in played if order] == orders


def test_a_turn_of_hansa_without_javascript(visitor_without_javascript: Visitor) -> None:
    page = visitor_without_javascript.page
    game = table_of(visitor_without_javascript, "hansa")
    page.get_by_role("button", name="2 booths in").first.focus()
    press(page, "Enter")
    page.get_by_role("heading", name="Your draft").wait_for()
    with page.expect_navigation():
        page.get_by_role("button", name="Confirm").first.press("Enter")
    assert game.moves.filter(seat=0, order__startswith="booths").exists()


def test_a_key_that_does_nothing_says_why_and_escape_leads_back(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    game = table_of(desk_visitor, "teutonica")
    laid(
        game,
        teutonica_position(
            spaces={"emden-osnabruck": "blue t, red t, -, -"}, supply={"red": "5t"}, players=3
        ),
    )
    page.reload()
    told = page.locator("#told")

    # What is missing for a claim, and why nothing can be placed where somebody is.
    enter_map(page)
    press(page, "Shift+E", "n")
    while not heard(page).startswith("Emden–Osnabrück."):
        press(page, "n")
    press(page, "c")
    expect(told).to_have_text("To claim Emden–Osnabrück, fill all its spaces with your own pieces.")
    press(page, "n", "t")
    expect(told).to_have_text("Emden–Osnabrück 1 is not free.")
    press(page, "u")
    expect(told).to_have_text("You have no bonus marker face up.")
    assert focused(page, ".spot")

    # Back to the list, and from there to the turn; from typed orders, too.
    press(page, "Escape")
    assert focused(page, "#ask .choices *")
    press(page, "Escape")
    assert focused(page, "#ask")
    press(page, "/")
    assert focused(page, "#typed")
    press(page, "Escape")
    assert focused(page, "#ask .choices *")

    # A choice is left first.
    enter_map(page)
    press(page, "n", "Enter")
    page.locator("#unpick").wait_for()
    press(page, "Escape")
    page.locator("#unpick").wait_for(state="detached")


def test_letters_can_be_kept_to_the_map(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    address = desk_visitor.address
    page.context.add_cookies([{"name": "display", "value": "system.no-letters", "url": address}])
    table_of(desk_visitor, "teutonica")
    help_of_keys = page.locator("#keys")
    press(page, "?")
    assert not help_of_keys.is_visible()
    page.locator(".board-view").focus()
    press(page, "Shift+Tab", "Tab")
    page.locator(".spot:focus").wait_for()
    press(page, "?")
    assert help_of_keys.is_visible()
    press(page, "Escape")
    assert focused(page, ".spot")


def test_orders_are_typed_with_completion(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    table_of(desk_visitor, "teutonica")
    press(page, "/")
    page.keyboard.type("INC")
    page.locator("#completions option[value='income 1t']").wait_for(state="attached")
    page.keyboard.type("ome 1t; nonsense")
    press(page, "Enter")
    page.locator(".typed").get_by_role("alert").get_by_text("nonsense").wait_for()
    assert page.locator("#typed").input_value() == "INCome 1t; nonsense"
    assert focused(page, "#typed")
    for _ in "; nonsense":
        press(page, "Backspace")
    press(page, "Enter")
    page.locator("#ask .draft").wait_for()
    assert Draft.objects.get().orders == ["income 1t"]
    expect(page.locator("#typed")).to_have_value("")
