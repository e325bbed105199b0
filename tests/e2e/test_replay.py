"""Looking back at a game in a real browser: slider, keys, play and pause, and links alone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from games.play.models import Game, Player
from tests.e2e.conftest import Visitor
from tests.factories import UserFactory
from tests.play.factories import every_title, game_of, play_fast

PACE = 1_200
"""Milliseconds between two moves while a game plays."""


def game_to_look_at(title: str = "teutonica") -> Game:
    return play_fast(game_of(UserFactory(), "journeyman", "journeyman", title=title), 60)


def ends_of_turns(game: Game) -> list[int]:
    """The last move of each turn."""
    return [*dict(game.moves.order_by("number").values_list("turn", "number")).values()]


def shows(page: Page, number: int) -> None:
    """Wait until a move is shown: by its words, its address, its title and the slider."""
    page.locator(f'#step[data-number="{number}"]').wait_for()
    expect(page).to_have_url(re.compile(rf"/move/{number}/$"))
    expect(page).to_have_title(re.compile(rf"^Move {number} of "))
    expect(page.get_by_label("Move", exact=True)).to_have_value(str(number))


WATCH = """
    const { dataset } = document.body;
    const shown = () => document.getElementById("step").dataset.number;
    dataset.seen = shown();
    new MutationObserver(() => {
        if (shown() !== dataset.seen.split(" ").at(-1)) dataset.seen += ` ${shown()}`;
    }).observe(document.body, { childList: true, subtree: true });
"""
"""Notes which moves a page shows: its clock goes on, so who looks now and then may miss some."""


def seen(page: Page) -> list[int]:
    """The moves that a page has shown since it was told to watch."""
    return [int(number) for number in page.locator("body").get_attribute("data-seen").split()]


def plays_on(page: Page) -> None:
    """Let a page that was told to watch play three moves or more: none is left out."""
    for number in range(seen(page)[0] + 1, seen(page)[0] + 4):
        page.clock.fast_forward(PACE)
        expect(page.locator("body")).to_have_attribute("data-seen", re.compile(rf"\b{number}\b"))
    shown = seen(page)
    assert shown == [*range(shown[0], shown[0] + len(shown))]


def asked(page: Page) -> list[str]:
    """The addresses that the page asks the site for from now on, files that never change aside."""
    found: list[str] = []

    def note(request: Request) -> None:
        if "/static/" not in request.url:
            found.append(request.url)

    page.on("request", note)
    return found


@every_title
def test_keys_go_through_a_game(visitor: Visitor, title: str) -> None:
    page, game = visitor.page, game_to_look_at(title)
    ends = ends_of_turns(game)
    visitor.go(f"/game/{game.pk}/move/20/")
    page.evaluate("document.querySelector('.map').dataset.mark = 'still there'")
    requests = asked(page)
    for key, number in (
        ("ArrowRight", 21),
        ("ArrowRight", 22),
        ("ArrowLeft", 21),
        ("Shift+ArrowRight", min(end for end in ends if end > 21)),
        ("Home", 0),
        ("End", game.moves_made),
        ("ArrowRight", game.moves_made),
        ("Shift+ArrowLeft", max(end for end in ends if end < game.moves_made)),
    ):
        page.keyboard.press(key)
        shows(page, number)
    # Turn by turn, all of the turn is told.
    turn = page.locator("#step").get_attribute("data-turn")
    assert page.get_by_role("status").text_content() == turn
    told = page.locator("#step .since li span").all_text_contents()
    assert turn.endswith(" ".join(" ".join(each.split()) for each in told))
    page.get_by_label("Move", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    shows(page, max(end for end in ends if end < game.moves_made) - 1)

    told = page.locator("#step").get_attribute("data-told")
    assert page.get_by_role("status").text_content() == told
    assert page.locator("#live").count() == 1
    assert page.locator(".map[data-mark]").count() == 1
    assert [url for url in requests if "/move/?number=" not in url] == []
    assert visitor.barriers() == []
    assert visitor.fits()


def test_the_heading_is_heard_first_and_the_map_is_seen_first(visitor: Visitor) -> None:
    page, game = visitor.page, game_to_look_at()
    visitor.go(f"/game/{game.pk}/move/20/")
    heading = page.get_by_role("heading", level=1)
    found = page.get_by_role("main").locator("h1, h2, a, button, input, [tabindex]").all()
    assert found[0].text_content() == heading.text_content()
    board, name = page.locator("#board").bounding_box(), heading.bounding_box()
    assert board["x"] + board["width"] <= name["x"] or board["y"] + board["height"] <= name["y"]


def test_slider_and_links_fetch_only_the_step(visitor: Visitor) -> None:
    page, game = visitor.page, game_to_look_at()
    visitor.go(f"/game/{game.pk}/move/20/")
    requests = asked(page)
    page.get_by_label("Move", exact=True).fill("33")
    shows(page, 33)
    page.get_by_role("link", name="Next move").click()
    shows(page, 34)
    page.get_by_role("link", name="Back a turn").click()
    shows(page, max(end for end in ends_of_turns(game) if end < 34))
    page.get_by_label("Move", exact=True).fill("0")
    shows(page, 0)
    assert page.get_by_role("link", name="Back a move").is_disabled()
    assert [url for url in requests if "/move/?number=" not in url] == []

    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(visitor.address + game.get_absolute_url())


def test_play_and_pause(visitor: Visitor) -> None:
    page, game = visitor.page, game_to_look_at()
    visitor.go(f"/game/{game.pk}/move/20/")
    page.evaluate(WATCH)
    page.keyboard.press("Space")
    page.get_by_role("button", name="Pause").wait_for()
    plays_on(page)
    assert page.get_by_role("status").get_attribute("aria-live") == "off"
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play").wait_for()
    expect(page.locator(".htmx-request")).to_have_count(0)
    paused = int(page.get_by_label("Move", exact=True).input_value())
    page.clock.fast_forward(5 * PACE)
    shows(page, paused)
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"

    # Whoever goes somewhere takes over.
    page.get_by_role("button", name="Play").click()
    page.keyboard.press("Home")
    shows(page, 0)
    page.get_by_role("button", name="Play").wait_for()

    # At the end it begins again.
    page.keyboard.press("End")
    shows(page, game.moves_made)
    page.evaluate(WATCH)
    page.get_by_role("button", name="Play").click()
    expect(page.locator("body")).to_have_attribute("data-seen", re.compile(r"\b0\b"))
    page.clock.fast_forward(PACE)
    expect(page.locator("body")).to_have_attribute("data-seen", re.compile(r"\b1\b"))
    assert seen(page)[:3] == [game.moves_made, 0, 1]


def test_news_play_on_the_board(visitor: Visitor) -> None:
    page, game = visitor.page, game_to_look_at()
    player = game.players.get(seat=0)
    last = game.moves_made
    Player.objects.filter(pk=player.pk).update(last_move=last - 3)
    visitor.sign_in(player.user)
    visitor.go(game.get_absolute_url())
    link = page.get_by_role("link", name="Replay on the board")
    expect(link).to_have_attribute("href", f"/game/{game.pk}/move/{last - 2}/?until={last}")
    link.click()
    expect(page.locator(f'#step[data-number="{last}"]')).to_have_count(1)
    shows(page, last)
    page.get_by_role("button", name="Play").wait_for()
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(visitor.address + game.get_absolute_url())


@pytest.fixture
def slow(desk_visitor: Visitor) -> Iterator[Visitor]:
    """Somebody whose network takes its time."""
    desk_visitor.page.context.new_cdp_session(desk_visitor.page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    return desk_visitor


def test_fast_steps_do_not_pile_up(slow: Visitor) -> None:
    page, game = slow.page, game_to_look_at()
    slow.go(f"/game/{game.pk}/move/20/")
    requests = asked(page)
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    shows(page, 35)
    assert len(requests) < 8


def test_play_stops_where_no_answer_comes(visitor: Visitor) -> None:
    page, game = visitor.page, game_to_look_at()
    visitor.go(f"/game/{game.pk}/move/20/")
    page.route("**/move/?number=*", lambda route: route.fulfill(body="<p>Welcome to our network"))
    page.get_by_role("button", name="Play").click()
    page.clock.fast_forward(PACE)
    page.get_by_role("alert").get_by_text("didn't come through").wait_for()
    page.get_by_role("button", name="Play").wait_for()
    assert page.locator("#step").get_attribute("data-number") == "20"

    page.unroute("**/move/?number=*")
    page.get_by_label("Move", exact=True).fill("30")
    shows(page, 30)
    assert not page.get_by_role("alert").text_content()


def test_links_and_a_form_are_enough(visitor_without_javascript: Visitor) -> None:
    visitor, game = visitor_without_javascript, game_to_look_at()
    page = visitor.page
    visitor.go(f"/game/{game.pk}/move/20/")
    page.get_by_role("link", name="Next move").click()
    shows(page, 21)
    page.get_by_role("link", name="Back a turn").click()
    shows(page, max(end for end in ends_of_turns(game) if end < 21))
    page.get_by_label("Move", exact=True).fill("40")
    page.get_by_role("button", name="Show").click()
    shows(page, 40)
    assert not page.get_by_role("button", name="Play").is_visible()


def test_a_link_skips_to_the_moves_and_escape_leads_back(desk_visitor: Visitor) -> None:
    page, game = desk_visitor.page, game_to_look_at()
    desk_visitor.go(f"/game/{game.pk}/move/20/")
    skip = page.get_by_role("link", name="Skip to the moves")
    while not skip.evaluate("link => link === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Back to the table")).to_be_focused()
    assert page.locator("#step").get_attribute("data-number") == "20"
