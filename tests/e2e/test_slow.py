"""A slow network: no answer overwrites what was touched since it was asked for."""

import re

import pytest
from playwright.sync_api import Page

from games.play.models import Game
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory

TABLE = re.compile(r"/game/\d+/$")
DELAY = 600
"""Milliseconds that each answer is on its way."""


def slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": DELAY, "downloadThroughput": -1, "uploadThroughput": -1},
    )


@pytest.fixture
def page(desk_visitor: Visitor) -> Page:
    """The form of a new game on a slow network."""
    desk_visitor.sign_in(UserFactory())
    desk_visitor.go("/game/new/")
    slow_down(desk_visitor.page)
    return desk_visitor.page


def fill_in(page: Page) -> None:
    """Touch everything that the set-up does not decide."""
    page.get_by_label("Seat 2").select_option("invited")
    page.get_by_label("Seat 3").select_option("bot:greedy")
    if page.get_by_label("Seat 4").is_visible():
        page.get_by_label("Seat 4").select_option("bot:greedy")
    page.get_by_label("Private").check()
    page.get_by_label("A week for a turn").check()
    page.get_by_label("A bot plays the turn").check()
    page.get_by_label("Name of the game").press_sequentially("Slowly", delay=30)


@pytest.mark.parametrize(
    ("label", "option"),
    [
        ("The Eastern", {"board": "east"}),
        ("Classic", {"edition": "classic"}),
        ("With Missions", {"missions": "on"}),
        ("3 players", {}),
    ],
)
def test_what_is_filled_in_while_the_options_come_stays(
    page: Page, label: str, option: dict[str, str]
) -> None:
    with page.expect_response("**/game/new/?*"):
        page.get_by_label(label).check()
        fill_in(page)
    page.wait_for_timeout(DELAY)
    assert page.get_by_label("Seat 2").input_value() == "invited"
    page.get_by_role("button", name="Create the game").click()
    page.wait_for_url(TABLE)

    game = Game.objects.get()
    assert (game.name, game.private, game.hours, game.on_timeout) == ("Slowly", True, 168, "bot")
    assert game.players.get(seat=1).door == "invited"
    assert game.players.get(seat=2).bot == "greedy"
    assert game.players.count() == (3 if label == "3 players" else 4)
    assert game.options | option == game.options


def test_the_newest_choice_wins(page: Page) -> None:
    page.get_by_label("The Eastern").check()
    page.get_by_label("The Hanseatic").check()
    page.get_by_label("5 players").check()
    page.get_by_label("With Missions").check()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2 * DELAY)

    assert page.get_by_label("5 players").is_checked()
    assert page.get_by_label("With Missions").is_checked()
    assert page.get_by_label("Seat 5").is_visible()


def test_there_are_as_many_seats_as_players(desk_visitor: Visitor) -> None:
    desk_visitor.sign_in(UserFactory())
    desk_visitor.go("/game/new/?players=2")
    seats = desk_visitor.page.locator(".seat-fields select:visible")
    for count in (2, 3, 4, 5):
        desk_visitor.page.get_by_label(f"{count} players").check()
        assert seats.count() == count


def test_a_double_click_on_create_makes_one_game(page: Page) -> None:
    page.get_by_role("button", name="Create the game").dblclick()
    page.wait_for_url(TABLE)

    assert Game.objects.count() == 1
