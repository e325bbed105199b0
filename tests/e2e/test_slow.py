"""A slow network: no answer overwrites what was touched since it was asked for."""

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from games.play import services
from games.play.models import Game, Message, Note
from games.play.services import chat
from tests.cases import first
from tests.e2e.conftest import POLL, Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of, player_to_move

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
    desk_visitor.page.get_by_text("Change", exact=True).click()
    slow_down(desk_visitor.page)
    return desk_visitor.page


def fill_in(page: Page) -> None:
    """Touch everything that the set-up does not decide."""
    page.get_by_label("Seat 2", exact=True).select_option("invited")
    page.get_by_label("Seat 3", exact=True).select_option("bot:journeyman")
    if page.get_by_label("Seat 4", exact=True).is_visible():
        page.get_by_label("Seat 4", exact=True).select_option("bot:journeyman")
    page.get_by_label("Private").check()
    page.get_by_label("1 week per turn").check()
    page.get_by_label("A bot plays the turn").check()
    page.get_by_label("Game name").press_sequentially("Slowly", delay=30)


@pytest.mark.parametrize(
    ("label", "option"),
    first(
        1,
        [
            ("The Eastern", {"board": "east"}),
            ("Classic", {"edition": "classic"}),
            ("With Missions", {"missions": "on"}),
            ("3 players", {}),
        ],
    ),
)
def test_what_is_filled_in_while_the_options_come_stays(
    page: Page, label: str, option: dict[str, str]
) -> None:
    with page.expect_response("**/game/new/?*"):
        page.get_by_label(label, exact=label == "3 players").check()
        fill_in(page)
    page.wait_for_timeout(DELAY)
    assert page.get_by_label("Seat 2", exact=True).input_value() == "invited"
    page.get_by_role("button", name="Create game").first.click()
    page.wait_for_url(TABLE)

    game = Game.objects.get()
    assert (game.name, game.private, game.hours, game.on_timeout) == ("Slowly", True, 168, "bot")
    assert game.players.get(seat=1).door == "invited"
    assert game.players.get(seat=2).bot == "journeyman"
    assert game.players.count() == (3 if label == "3 players" else 4)
    assert game.options | option == game.options


def test_the_newest_choice_wins(page: Page) -> None:
    page.get_by_label("The Eastern").check()
    page.get_by_label("The Hanseatic").check()
    page.get_by_label("5 players", exact=True).check()
    page.get_by_label("With Missions").check()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2 * DELAY)

    assert page.get_by_label("5 players", exact=True).is_checked()
    assert page.get_by_label("With Missions").is_checked()
    assert page.get_by_label("Seat 5", exact=True).is_visible()


def test_there_are_as_many_seats_as_players(desk_visitor: Visitor) -> None:
    desk_visitor.sign_in(UserFactory())
    desk_visitor.go("/game/new/?players=2")
    seats = desk_visitor.page.locator(".seat-fields select:visible")
    for count in (2, 3, 4, 5):
        # The answer about the count before may come just now, and the one about this count next.
        desk_visitor.page.get_by_label(f"{count} players", exact=True).click()
        expect(seats).to_have_count(count)


def test_a_double_click_on_create_makes_one_game(page: Page) -> None:
    page.get_by_role("button", name="Create game").first.dblclick()
    # Waiting for the address as such: the second click may break off what the first began.
    expect(page).to_have_url(TABLE)

    assert Game.objects.count() == 1


@pytest.fixture
def table(phone_visitor: Visitor) -> Page:
    """A player on turn at a table on a slow network, in front of chat and notes."""
    user = UserFactory()
    game = game_of(user, UserFactory(), UserFactory())
    while (player := player_to_move(game)).user != user:
        services.confirm(player=player, version=player.game.version, orders=["end"])
    phone_visitor.sign_in(user)
    phone_visitor.go(game.get_absolute_url())
    phone_visitor.page.get_by_text("My notes", exact=True).click()
    slow_down(phone_visitor.page)
    return phone_visitor.page


def test_what_is_typed_while_a_message_is_sent_stays(table: Page) -> None:
    message, note = table.locator("#chat-text"), table.locator("#notes-text")
    note.fill("Not kept yet")
    message.fill("First")
    with table.expect_response("**/chat/say"):
        table.get_by_role("button", name="Send").click()
        message.press_sequentially(" and second")
        note.press_sequentially(", and more")
    table.locator("#said").get_by_text("First").wait_for()

    assert message.input_value() == "First and second"
    assert note.input_value() == "Not kept yet, and more"


def test_a_message_that_was_sent_is_cleared_and_one_that_was_not_stays(table: Page) -> None:
    message = table.locator("#chat-text")
    message.fill("First\nof two lines")
    table.get_by_role("button", name="Send").click()
    table.locator("#said").get_by_text("First").wait_for()
    assert message.input_value() == ""

    message.fill("x" * 2001)
    table.get_by_role("button", name="Send").click()
    table.get_by_role("alert").get_by_text("Please shorten it").wait_for()
    assert message.input_value() == "x" * 2001
    assert Message.objects.count() == 1


def test_what_is_typed_while_a_note_is_kept_stays(table: Page) -> None:
    note = table.locator("#notes-text")
    note.fill("Once")
    with table.expect_response("**/chat/note"):
        table.get_by_role("button", name="Save").click()
        note.press_sequentially(" and again")
    table.get_by_text("Note saved").wait_for()

    assert note.input_value() == "Once and again"
    assert Note.objects.get().text == "Once"


def test_what_is_chosen_or_opened_while_the_table_is_fetched_stays(table: Page) -> None:
    game = Game.objects.get()
    field, details = table.get_by_label("Place a trader"), table.locator("details#terms")
    with table.expect_response(lambda answer: "poll?" in answer.url and answer.status == 200):
        with table.expect_request("**/poll?*"):
            services.open_vote(player=game.players.get(seat=1), kind="pause")
            table.clock.fast_forward(POLL)
        field.select_option(index=5)
        chosen = field.input_value()
        details.locator("summary").click()
    table.get_by_text("Pause the game?").wait_for()

    assert field.input_value() == chosen
    assert details.get_attribute("open") is not None


class Held:
    """Answers of the site that have been given and are kept on their way."""

    def __init__(self, page: Page, url: str, *, asked: bool = True) -> None:
        """Keep each answer to `url` that is no 204; if not `asked`, the site hears of it later."""
        self.page, self.asked = page, asked
        self.answers: list[tuple[Route, APIResponse | None]] = []
        page.route(url, self._hold)

    def _hold(self, route: Route) -> None:
        answer = route.fetch() if self.asked else None
        if answer is not None and answer.status == 204:
            route.fulfill(response=answer)
        else:
            self.answers.append((route, answer))

    def wait(self) -> None:
        """Wait until an answer is on its way."""
        for _ in range(200):
            if self.answers:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("Nothing was asked.")

    def arrive(self) -> None:
        """Let everything arrive."""
        for route, answer in self.answers:
            route.fulfill(response=answer) if answer else route.continue_()
        self.answers.clear()
        self.page.wait_for_timeout(DELAY)


def test_a_poll_that_a_click_has_overtaken_does_not_replace_its_table(table: Page) -> None:
    polls = Held(table, "**/poll?*")
    services.open_vote(player=Game.objects.get().players.get(seat=1), kind="pause")
    table.clock.fast_forward(POLL)
    polls.wait()
    table.get_by_role("button", name="Take 2 traders").click()
    table.get_by_text("Pause the game?").wait_for()
    table.get_by_role("button", name="Take 2 traders").click()
    table.get_by_role("heading", name="Your draft").wait_for()
    polls.arrive()

    assert table.get_by_role("heading", name="Your draft").is_visible()
    assert table.locator("#side").count() == table.locator("#live").count() == 1


def test_no_poll_is_asked_during_a_click(table: Page) -> None:
    clicks = Held(table, "**/order", asked=False)
    table.get_by_role("button", name="Take 2 traders").click()
    clicks.wait()
    asked: list[str] = []
    table.on("request", lambda request: asked.append(request.url))
    table.clock.fast_forward(POLL)
    table.wait_for_timeout(DELAY)
    assert asked == []

    with table.expect_request("**/poll?*"):
        clicks.arrive()
        table.clock.fast_forward(POLL)
    table.get_by_role("heading", name="Your draft").wait_for()


def test_talk_that_a_message_has_overtaken_does_not_replace_it(phone_visitor: Visitor) -> None:
    visitor, page = phone_visitor, phone_visitor.page
    user, other = UserFactory.create_batch(2)
    game = game_of(user, other, "journeyman")
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    page.get_by_text("No messages yet").wait_for()
    answers = Held(page, "**/chat/?after=*")
    chat.say(player=game.players.get(seat=1), text="Well met")
    page.clock.fast_forward(15_000)
    answers.wait()
    page.locator("#chat-text").fill("Is anybody there?")
    page.get_by_role("button", name="Send").click()
    page.locator("#said").get_by_text("Is anybody there?").wait_for()
    answers.arrive()

    assert page.locator("#said").get_by_text("Is anybody there?").is_visible()


@pytest.fixture
def room(visitor: Visitor) -> Page:
    """The creator of a game that waits for two more, in front of chat, notes and an invitation."""
    user = UserFactory()
    game = game_of(user, "open", "open")
    visitor.sign_in(user)
    visitor.go(game.get_absolute_url())
    visitor.page.get_by_text("My notes", exact=True).click()
    slow_down(visitor.page)
    return visitor.page


def test_what_is_typed_in_the_waiting_room_stays_when_somebody_joins(room: Page) -> None:
    fields = [room.locator("#chat-text"), room.locator("#notes-text"), room.locator("#invite-name")]
    for field in fields:
        field.fill("Not yet")
    somebody = UserFactory()
    services.join(game=Game.objects.get(), user=somebody)
    room.clock.fast_forward(POLL)
    fields[-1].press_sequentially(" sent", delay=30)
    room.locator("#room .rows").get_by_text(somebody.username).wait_for()

    room.get_by_text("1 seat is free").wait_for()
    assert [field.input_value() for field in fields] == ["Not yet", "Not yet", "Not yet sent"]
    assert room.locator("#invite-name:focus").count() == 1


def test_what_is_typed_in_the_waiting_room_comes_along_to_the_table(room: Page) -> None:
    game = Game.objects.get()
    room.locator("#notes-text").fill("Go east")
    room.locator("#chat-text").press_sequentially("Welcome", delay=30)
    services.join(game=game, user=UserFactory())
    services.join(game=game, user=UserFactory())
    with room.expect_response(lambda answer: "poll?" in answer.url and answer.status == 204):
        room.clock.fast_forward(POLL)
    room.locator("#side").wait_for()
    room.get_by_text("No messages yet").wait_for()

    assert room.locator("#chat-text").input_value() == "Welcome"
    assert room.locator("#notes-text").input_value() == "Go east"
    room.get_by_role("button", name="Send").click()
    room.locator("#said").get_by_text("Welcome").wait_for()
    room.reload()
    room.locator("#said").get_by_text("Welcome").wait_for()
    assert room.locator("#chat-text").input_value() == ""
    assert Message.objects.count() == 1


def test_a_cancelled_game_says_so_and_what_is_typed_comes_along(room: Page) -> None:
    game = Game.objects.get()
    room.locator("#chat-text").fill("What a pity")
    services.cancel_game(game=game, user=game.creator)
    room.clock.fast_forward(POLL)
    room.get_by_text("This game was cancelled").wait_for()
    room.get_by_text("No messages yet").wait_for()

    assert room.locator("#chat-text").input_value() == "What a pity"


def test_a_note_that_was_kept_does_not_hide_a_newer_one(table: Page) -> None:
    note = table.locator("#notes-text")
    note.fill("Old")
    table.get_by_role("button", name="Save").click()
    table.get_by_text("Note saved").wait_for()
    Note.objects.update(text="New, from another device")
    table.reload()
    table.get_by_text("My notes", exact=True).click()

    assert note.input_value() == "New, from another device"


@pytest.mark.parametrize("heard", [False, True])
def test_a_click_on_a_broken_line_is_sent_when_it_is_back(
    phone_visitor: Visitor, *, heard: bool
) -> None:
    page, user = phone_visitor.page, UserFactory()
    game = game_of(user, "journeyman", "journeyman")
    phone_visitor.sign_in(user)
    phone_visitor.go(game.get_absolute_url())

    def lose(route: Route) -> None:
        if heard:
            route.fetch()
        route.abort()

    phone_visitor.line_breaks = True
    page.route("**/order", lose, times=1)
    page.get_by_role("button", name="Take 2 traders").click()
    page.get_by_role("alert").get_by_text("No connection").wait_for()
    page.clock.fast_forward(POLL)
    expect(page.locator(".draft ol li")).to_have_count(1)
    expect(page.locator("#notice p")).to_have_count(0)


def test_a_click_replaces_a_look_for_news_without_a_mistake(table: Page) -> None:
    # Whoever is before the browser hears of each mistake in the console when the test ends.
    with table.expect_event("requestfailed", lambda request: "/poll" in request.url):
        with table.expect_request("**/poll*"):
            table.clock.fast_forward(POLL)
        table.get_by_role("button", name="Take 2 traders").click()
    table.get_by_role("heading", name="Your draft").wait_for()
