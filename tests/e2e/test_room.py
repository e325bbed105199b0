"""A window at a desk shows all that a turn needs at once, and fills a large one."""

import pytest
from playwright.sync_api import Page, expect

from games.accounts.models import User
from games.play import services
from games.play.models import Game
from games.play.services.chat import say
from tests.cases import first
from tests.e2e.conftest import POLL, WIDTHS, Visitor
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of, play_fast, player_to_move

TABLES = [
    ("teutonica", {"board": "britannia"}, 5),
    ("hansa", {}, 4),
    ("teutonica", {}, 3),
    ("teutonica", {}, 5),
    ("teutonica", {"board": "east"}, 4),
]
NEEDED = (
    ".board .map",
    "#ask .sentence",
    ".draft ol li:last-child",
    ".undo button",
    ".confirm button",
    ".desk.mine",
    ".others .desk",
    ".others .points",
    ".others .goods > div",
    "[role=tab]",
)
LATE = 180
"""So many moves into a game it is far from its end."""
LARGE = {"width": 2560, "height": 1300}


def late(user: User, title: str, options: dict[str, str], players: int) -> Game:
    """A game well under way with three orders in the user's draft."""
    bots = ["journeyman"] * (players - 1)
    game = play_fast(game_of(user, *bots, title=title, options=options), LATE)
    # A person may be asked only for an answer.
    while len(drafted := draft_turn(game, 3)) < 3:
        player = player_to_move(game)
        game = services.confirm(player=player, version=player.game.version, orders=drafted)
    return game


def hidden(page: Page) -> list[str]:
    """Return what of the things needed is missing, or not all in view."""
    return page.evaluate(
        """needed => needed.flatMap(selector => {
            const found = [...document.querySelectorAll(selector)];
            const seen = element => {
                let box = element.getBoundingClientRect();
                let inside = box.height > 0 && box.bottom <= innerHeight && box.right <= innerWidth;
                for (let around = element.parentElement; around; around = around.parentElement) {
                    if (getComputedStyle(around).overflowY === "visible") continue;
                    const frame = around.getBoundingClientRect();
                    inside &&= box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
                }
                return inside;
            };
            const lost = found.filter(element => !seen(element));
            return found.length ? lost.map(element => selector + element.textContent) : [selector];
        })""",
        list(NEEDED),
    )


@pytest.mark.parametrize(("title", "options", "players"), first(2, TABLES))
def test_a_turn_needs_no_scrolling(
    desk_visitor: Visitor, title: str, options: dict[str, str], players: int
) -> None:
    page, user = desk_visitor.page, UserFactory()
    game = late(user, title, options, players)
    desk_visitor.sign_in(user)
    for size in (WIDTHS["desk"], LARGE):
        page.set_viewport_size(size)
        desk_visitor.go(game.get_absolute_url())
        assert hidden(page) == [], size
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        assert last_line(page) <= page.locator(".confirm").bounding_box()["y"], size
    shown = [page.locator(what).bounding_box() for what in (".board", ".panels")]
    assert sum(box["width"] * box["height"] for box in shown) > LARGE["width"] * LARGE["height"] / 2


def last_line(page: Page) -> float:
    """Return where the last line of the draft ends."""
    box = page.locator(".draft ol li").last.bounding_box()
    return float(box["y"] + box["height"])


def test_the_newest_line_of_a_long_draft_is_in_view(desk_visitor: Visitor) -> None:
    page, user = desk_visitor.page, UserFactory()
    game = late(user, *TABLES[0])
    desk_visitor.sign_in(user)
    desk_visitor.go(game.get_absolute_url())
    # For somebody who needs large type no draft is short.
    page.evaluate("document.documentElement.style.fontSize = '40px'")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".draft ol li")).to_have_count(2)
    assert page.locator("#ask").evaluate("ask => ask.scrollHeight > ask.clientHeight")
    assert last_line(page) <= page.locator(".confirm").bounding_box()["y"] + 1


def test_tabs_tell_what_is_new_and_keep_their_place(desk_visitor: Visitor) -> None:
    visitor, page = desk_visitor, desk_visitor.page
    users = UserFactory.create_batch(3)
    player = player_to_move(game_of(*users))
    other = next(user for user in users if user != player.user)
    visitor.sign_in(other)
    visitor.go(player.game.get_absolute_url())
    tabs = {name: page.get_by_role("tab", name=name) for name in ("Since", "Log", "Chat", "Notes")}
    assert page.get_by_role("tab", selected=True).all_inner_texts() == ["Log"]
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_label("My notes on this game").fill("Beware of Stade.")

    say(player=player, text="Good evening")
    services.confirm(player=player, version=player.game.version, orders=["income 1t", "end"])
    page.clock.fast_forward(3 * POLL)
    page.get_by_role("tab", name="Since your move 2 new").wait_for()
    page.get_by_role("tab", name="Chat 1 new").wait_for()
    assert page.get_by_label("My notes on this game").input_value() == "Beware of Stade."

    tabs["Since"].click()
    assert page.get_by_role("tabpanel").get_by_text("takes 1 trader as income").is_visible()
    assert "new" not in tabs["Since"].inner_text()
    page.reload()
    assert "Since" in page.get_by_role("tab", selected=True).inner_text()
