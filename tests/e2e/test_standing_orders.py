"""Standing orders are made by clicking places on a board, or by choosing them from a list."""

import pytest
from playwright.sync_api import Locator, Page

from games.play.models import Game, StandingOrder
from tests.e2e.conftest import WIDTHS, Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of

MIDDLE = """path => {
    const half = path.getPointAtLength(path.getTotalLength() / 2);
    const at = half.matrixTransform(path.getScreenCTM());
    return [at.x, at.y];
}"""
"""Where the middle of a line is in the window."""


@pytest.fixture
def game() -> Game:
    return game_of(UserFactory(), *UserFactory.create_batch(2))


def click(page: Page, route: str) -> None:
    """Click the middle of a route."""
    line = page.locator(f"[data-place={route}] .hit")
    line.scroll_into_view_if_needed()
    page.mouse.click(*line.evaluate(MIDDLE))


def numbers(page: Page) -> dict[str, str]:
    """Return the numbers on the board by place."""
    return dict(
        page.locator(".place.chosen").evaluate_all(
            "found => found.map(place => [place.dataset.place, place.textContent])"
        )
    )


def listed(page: Page) -> list[str]:
    return [one.input_value() for one in selects(page).all() if one.input_value()]


def selects(page: Page) -> Locator:
    return page.locator(".chosen-places select")


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_what_is_clicked_is_what_is_stored(desk_visitor: Visitor, game: Game, width: str) -> None:
    visitor, page = desk_visitor, desk_visitor.page
    page.set_viewport_size(WIDTHS[width])
    visitor.sign_in(game.players.get(seat=0).user)
    visitor.go(f"{game.get_absolute_url()}standing-orders/")
    for route in ("bremen-hamburg", "hamburg-stade", "dortmund-duisburg", "halle-quedlinburg"):
        click(page, route)
    click(page, "hamburg-stade")
    page.locator("[data-place=stade] .hit").click()
    selects(page).last.select_option(label="Bremen–Hamburg 2")
    places = [
        "bremen-hamburg",
        "dortmund-duisburg",
        "halle-quedlinburg",
        "stade",
        "bremen-hamburg.2",
    ]
    assert listed(page) == places
    assert numbers(page) == {place: str(number) for number, place in enumerate(places, 1)}
    assert selects(page).last.input_value() == ""
    assert visitor.fits()
    page.get_by_role("button", name="Save").first.click()
    page.get_by_text("Saved.").wait_for()
    assert page.evaluate("scrollY") == 0
    assert StandingOrder.objects.get().wish["places"] == places
    page.get_by_text("Change", exact=True).click()
    assert numbers(page).keys() == set(places)


def test_without_scripts_the_list_is_enough(
    visitor_without_javascript: Visitor, game: Game
) -> None:
    visitor, page = visitor_without_javascript, visitor_without_javascript.page
    visitor.sign_in(game.players.get(seat=0).user)
    visitor.go(f"{game.get_absolute_url()}standing-orders/")
    assert not page.locator("#place-board").is_visible()
    for number, label in enumerate(("Hamburg–Stade", "Bremen")):
        selects(page).nth(number).select_option(label=label)
    page.get_by_role("button", name="Save").first.click()
    assert StandingOrder.objects.get().wish["places"] == ["hamburg-stade", "bremen"]
