"""A hidden tab leaves the server alone, and catches up when it is shown again."""

import pytest
from playwright.sync_api import Page, expect

from games.play import services
from games.play.models import Game
from games.play.services.chat import say
from tests.e2e.conftest import POLL, Visitor
from tests.factories import UserFactory
from tests.play.factories import game_of, player_to_move

A_MINUTE = 60_000


def turn(page: Page, *, hidden: bool) -> None:
    """Hide the page or show it again, as turning to another tab does."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


class Asked:
    """Counts what a page asks the server for by itself."""

    def __init__(self, page: Page) -> None:
        self.paths: list[str] = []
        page.on("request", lambda request: self.paths.append(request.url))

    def count(self, word: str) -> int:
        return sum(word in path for path in self.paths)


@pytest.fixture
def game() -> Game:
    ann, ben = UserFactory(username="Ann"), UserFactory(username="Ben")
    return game_of(ann, ben, "journeyman")


def open_table(visitor: Visitor, game: Game) -> tuple[Page, Asked]:
    """Open a game as the person who is not to move; what loads late has loaded."""
    mover = player_to_move(game)
    watcher = game.players.exclude(pk=mover.pk).exclude(user=None).get()
    visitor.sign_in(watcher.user)
    visitor.go(game.get_absolute_url())
    visitor.page.wait_for_load_state("networkidle")
    return visitor.page, Asked(visitor.page)


def test_a_hidden_table_stops_asking_and_catches_up(desk_visitor: Visitor, game: Game) -> None:
    page, asked = open_table(desk_visitor, game)
    page.clock.run_for(POLL)
    expect(page.locator("#side")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert asked.count("poll?") >= 1

    turn(page, hidden=True)
    before = asked.count("/")
    mover = player_to_move(game)
    say(player=mover, text="Good evening")
    services.confirm(player=mover, version=mover.game.version, orders=["income 1t", "end"])
    page.clock.run_for(A_MINUTE - POLL)
    page.wait_for_load_state("networkidle")
    assert asked.count("/") == before

    with page.expect_request("**/poll?*"), page.expect_request("**/chat/?after=*"):
        turn(page, hidden=False)
    expect(page.get_by_text("Good evening").first).to_be_attached()
    expect(page.locator("#since li").first).to_be_attached()


def test_a_hidden_table_asks_once_a_minute_for_its_icon(desk_visitor: Visitor, game: Game) -> None:
    page, asked = open_table(desk_visitor, game)
    turn(page, hidden=True)
    mover = player_to_move(game)
    game = services.confirm(player=mover, version=mover.game.version, orders=["income 1t", "end"])
    before = asked.count("poll?")
    with page.expect_response("**/poll?*"):
        page.clock.run_for(A_MINUTE + POLL)
    page.clock.run_for(A_MINUTE - 2 * POLL)
    page.wait_for_load_state("networkidle")
    assert asked.count("poll?") == before + 1
    assert asked.count("chat") == 0


def test_nothing_is_asked_twice_when_nothing_was_missed(desk_visitor: Visitor, game: Game) -> None:
    page, asked = open_table(desk_visitor, game)
    turn(page, hidden=True)
    turn(page, hidden=False)
    page.wait_for_load_state("networkidle")
    assert asked.count("poll?") == 0


def test_a_hidden_table_is_told_a_bots_whole_turn_at_once(
    desk_visitor: Visitor, thinking_game: Game
) -> None:
    """Its icon says that it is its person's turn as soon as it asks."""
    game, page = thinking_game, desk_visitor.page
    desk_visitor.sign_in(game.players.get(seat=0).user)
    desk_visitor.go(game.get_absolute_url())
    page.wait_for_load_state("networkidle")
    turn(page, hidden=True)
    assert services.think(game_id=game.pk, number=game.moves_made)
    with page.expect_response("**/poll?*shown=*"):
        page.clock.run_for(A_MINUTE + POLL)
    expect(page.locator("#since li")).not_to_have_count(0)
    expect(page.locator(".bot-replay")).to_have_count(0)
