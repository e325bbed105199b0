"""A window at a desk shows all that a turn needs at once, and fills a large one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.accounts.models import User
from games.play import services
from games.play.models import Game
from games.play.services.chat import say
from games.rules import TITLES, record, replay
from games.rules.title import CHANCE
from tests.cases import first
from tests.e2e.conftest import POLL, WIDTHS, Visitor
from tests.factories import UserFactory
from tests.play.factories import draft_turn, game_of, laid, play_fast, player_to_move

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
RECORDS = Path(__file__).parents[1] / "records"
PLAYED = [
    "teutonica/3-players-prestige.txt",
    "hansa/3-players-piles.txt",
    "hansa/4-players-shared.txt",
    "teutonica/4-players-east-prestige.txt",
    "teutonica/5-players-cities.txt",
    "teutonica/5-players-britannia-markers.txt",
    "hansa/2-players-empty-piles.txt",
    "teutonica/5-players-all-modules-classic-markers.txt",
]
NAMES = (
    "Hildegard von Bingen am Rhein",
    "Bo",
    "Maximilian-Alexander der Erste",
    "Journeyman 2",
    "Wolfeschlegelsteinhausenberger",
)
CUT = """() => {
    const cut = [];
    const box = part => part.getBoundingClientRect();
    const wide = part => part.scrollWidth > part.clientWidth + 1;
    const lines = part => box(part).height / parseFloat(getComputedStyle(part).lineHeight);
    const ask = document.getElementById("ask");
    for (const part of document.querySelectorAll("#ask, .choices, .to-do, .desk"))
        if (part.scrollHeight > part.clientHeight + 1 || wide(part))
            cut.push(`${part.id || part.className} scrolls`);
    for (const part of ask.querySelectorAll("button, select, summary, h2:not(.visually-hidden)")) {
        if (!part.checkVisibility()) continue;
        if (box(part).bottom > box(ask).bottom || box(part).right > box(ask).right || wide(part))
            cut.push(`${part.textContent} is cut`);
        if (part.matches("h2") && lines(part) > 1.5) cut.push(`${part.textContent} has two lines`);
    }
    for (const part of document.querySelectorAll(".desk .player, .desk .who")) {
        const points = box(part.closest("h3").querySelector(".points"));
        if (wide(part) || box(part).right > points.left + 1) cut.push(`${part.textContent} is cut`);
    }
    return cut;
}"""
"""What of the orders and the desks does not show as a whole."""
BROKEN = """() => [...document.querySelectorAll("#score thead .player")].flatMap(name => {
    const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), broken = [];
    while (walker.nextNode())
        for (const word of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, word.index);
            range.setEnd(walker.currentNode, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map(box => box.top)).size > 1)
                broken.push(word[0]);
        }
    return broken;
})"""
"""Words of the names on a score sheet that are on two lines."""


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


@pytest.mark.parametrize(("title", "options", "players"), first(1, TABLES))
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
    shown = [one.bounding_box() for one in page.locator(".board, .ask, .desk, .panels").all()]
    assert sum(box["width"] * box["height"] for box in shown) > LARGE["width"] * LARGE["height"] / 2


def positions(file: str) -> Iterator[Any]:
    """The first position of a recorded game, and some up to its middle, all in somebody's turn."""
    known = record.read((RECORDS / file).read_bytes())
    title, steps = TITLES[known.title], list(replay.record_steps(known))
    for start in (0, len(steps) // 6, len(steps) // 3, len(steps) // 2):
        for step in steps[start:]:
            seats = title.to_move(step.after)
            if CHANCE not in seats and title.view(step.after, seats[0]).turn == seats[0]:
                yield known, step.after
                break


@pytest.mark.parametrize("file", first(1, PLAYED))
def test_all_kinds_of_orders_are_in_view_and_nothing_is_cut(
    desk_visitor: Visitor, file: str
) -> None:
    page = desk_visitor.page
    people = [UserFactory(username=name) for name in NAMES]
    found = []
    for number, (known, state) in enumerate(positions(file)):
        seats = people[: len(known.players)]
        game = game_of(*seats, title=known.title, options=known.options)
        game = laid(game, state)
        desk_visitor.sign_in(player_to_move(game).person)
        desk_visitor.go(game.get_absolute_url())
        page.locator("#ask").wait_for()
        if number and (read := page.get_by_role("button", name="Got it")).count():
            read.click()
            read.wait_for(state="detached")
        found += [(number, cut) for cut in page.evaluate(CUT)]
    assert found == []


@pytest.mark.parametrize("players", first(1, [5, 3]))
def test_a_wide_window_is_used_and_cuts_nothing(desk_visitor: Visitor, players: int) -> None:
    page = desk_visitor.page
    people = [UserFactory(username=name) for name in NAMES[:players]]
    game = game_of(*people)
    desk_visitor.sign_in(player_to_move(game).person)
    for size in ({"width": 1920, "height": 1080}, LARGE):
        page.set_viewport_size(size)
        desk_visitor.go(game.get_absolute_url())
        page.locator("#ask .choices").wait_for()
        assert page.evaluate(CUT) == [], size
        home, board = (page.locator(one).bounding_box() for one in (".home", ".board"))
        assert home["x"] - board["x"] < 32, size
        desk = page.locator(".others .desk").last.bounding_box()
        lowest = max(box["y"] + box["height"] for box in (board, desk))
        assert size["height"] - lowest < 48, size


def test_looking_back_in_a_wide_window_shows_a_tall_map_and_all_names_whole(
    desk_visitor: Visitor,
) -> None:
    page = desk_visitor.page
    people = [UserFactory(username=name) for name in NAMES]
    game = game_of(*people, title="teutonica", options={"board": "britannia"})
    desk_visitor.sign_in(people[0])
    page.set_viewport_size({"width": 1920, "height": 1080})
    desk_visitor.go(f"{game.get_absolute_url()}move/0/")
    view = page.locator(".board-view")
    assert view.evaluate("view => view.scrollHeight <= view.clientHeight + 1")
    assert page.locator(".desk").last.bounding_box()["width"] > 300
    names = page.locator(".desk .who").all()
    assert all(name.evaluate("who => who.scrollWidth <= who.clientWidth + 1") for name in names)


def test_a_score_sheet_shows_five_long_names_whole(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    people = [UserFactory(username=name) for name in NAMES]
    known = record.read((RECORDS / "teutonica/5-players-cities.txt").read_bytes())
    *_, last = replay.record_steps(known)
    game = laid(game_of(*people, title=known.title, options=known.options), last.after)
    # Words that fit on no line of a narrower sheet may be broken there.
    room = {"phone": NAMES, "desk": NAMES[-1:], "wide": (), "large": ()}
    sizes = {**WIDTHS, "wide": {"width": 1920, "height": 1080}, "large": LARGE}
    for size, broken in room.items():
        page.set_viewport_size(sizes[size])
        desk_visitor.go(game.get_absolute_url())
        page.locator("#score").wait_for()
        scroll = page.locator(".score-scroll")
        assert scroll.evaluate("part => part.scrollWidth <= part.clientWidth"), size
        words = page.evaluate(BROKEN)
        assert [word for word in words if word not in " ".join(broken)] == [], size


def last_line(page: Page) -> float:
    """Return where the last line of the draft ends."""
    box = page.locator(".draft ol li").last.bounding_box()
    return float(box["y"] + box["height"])


def test_the_newest_line_of_a_long_draft_is_in_view(desk_visitor: Visitor) -> None:
    page = desk_visitor.page
    known = record.read((RECORDS / "teutonica/5-players-cities.txt").read_bytes())
    # Here a turn begins, with four actions.
    begun = next(step.after for step in replay.record_steps(known) if step.after.actions == 4)
    people = UserFactory.create_batch(5)
    game = laid(game_of(*people, title=known.title, options=known.options), begun)
    assert len(draft_turn(game, 3)) == 3
    desk_visitor.sign_in(player_to_move(game).user)
    desk_visitor.go(game.get_absolute_url())
    # For somebody who needs large type no draft is short.
    page.evaluate("document.documentElement.style.fontSize = '40px'")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".draft ol li")).to_have_count(2)
    desk_visitor.wait_until("window.ask.scrollHeight > window.ask.clientHeight")
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
    assert page.get_by_role("tabpanel").get_by_text("takes a trader as income").is_visible()
    assert "new" not in tabs["Since"].inner_text()
    page.reload()
    assert "Since" in page.get_by_role("tab", selected=True).inner_text()
