"""A commuter on a small phone: ten tables at once, on a slow line that breaks."""

from playwright.sync_api import CDPSession, Locator, Route, expect

from games.accounts.models import User
from games.play.models import Draft, Game
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import MOST_TAPS, Table
from tests.e2e.journeys.walker import Walker
from tests.factories import UserFactory
from tests.play.factories import game_of, play_on, player_to_move

WAY = "4 commuter"
MAILBOX = "ida@example.org"
TABLES = 10
DELAY = 2_000
"""Milliseconds that each answer is on its way."""


def test_commuter(walkers: Walkers) -> None:
    ida = UserFactory(username="Ida", email=MAILBOX)
    games = [_game_that_waits(ida, number) for number in range(TABLES)]
    walker = walkers(WAY, MAILBOX, "small phone")
    page, tally = walker.page, walker.tally
    walker.sign_in(ida)
    walker.go("/")
    walker.arrive("/", page.get_by_role("heading", name="Waiting for you"))
    line = page.context.new_cdp_session(page)
    walker.line_breaks = True
    break_off(line, offline=False)
    walker.tap(page.locator(".card a").first, page.locator("#ask .choices"))
    for left in reversed(range(TABLES)):
        table = _table(walker, ida)
        if left == 7:
            break_line(walker, line)
        elif left == 6:
            lose_answer(walker)
        elif left == 5:
            tap_twice(walker, table)
        elif left == 4:
            open_two_tabs(walker, table)
        if table.asks:
            table.turn(by_map=True)
        if left:
            onward = page.locator(".next-table a")
            walker.tap(onward, page.locator("#ask .choices"))
    assert not page.locator(".next-table").count()
    assert not any(player_to_move(game).user == ida for game in games)
    tally.part("ten turns")
    walker.catch_up()
    assert tally.clicks <= TABLES * MOST_TAPS


def _game_that_waits(user: User, number: int) -> Game:
    game = game_of(user, *UserFactory.create_batch(2), name=f"Table {number}")
    while player_to_move(game).user != user:
        game = play_on(game, 1)
    return game


def _table(walker: Walker, user: User) -> Table:
    table = Table(walker)
    table.seat = table.game.players.get(user=user).seat
    return table


def break_off(line: CDPSession, *, offline: bool) -> None:
    """Break a slow line, or mend it."""
    speed = {"latency": DELAY, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", {"offline": offline} | speed)


def notice(walker: Walker) -> Locator:
    """Where the page says that the line is broken."""
    return walker.page.locator("#notice p")


def break_line(walker: Walker, line: CDPSession) -> None:
    """Order something while the line is broken; it is drafted when the line is back."""
    # Without its scripts a page can't tell of the line.
    walker.page.wait_for_load_state()
    break_off(line, offline=True)
    walker.tap(walker.page.locator("#ask .buttons button").first, notice(walker))
    break_off(line, offline=False)
    await_draft(walker)
    assert not walker.page.locator("#ask .warning").count()


def lose_answer(walker: Walker) -> None:
    """Order something whose answer is lost; it is drafted once."""
    page = walker.page

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.wait_for_load_state()
    page.route("**/order", lose, times=1)
    walker.tap(page.locator("#ask .buttons button").first, notice(walker))
    await_draft(walker)


def await_draft(walker: Walker) -> None:
    """Wait until an order is drafted and nothing is told of the line, without a tap."""
    with walker.tally.waiting():
        expect(walker.page.locator(".draft ol li")).to_have_count(1)
        expect(notice(walker)).to_have_count(0)
    walker.look()


def tap_twice(walker: Walker, table: Table) -> None:
    """Tap an order twice, as fast as a thumb does; it is drafted once."""
    page = walker.page
    order = page.locator("#ask .buttons button").first
    drafted = page.locator(".draft ol li")
    box = order.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    walker.tap(order, drafted)
    assert len(Draft.objects.get(player__game=table.pk).orders) == drafted.count() == 1


def open_two_tabs(walker: Walker, table: Table) -> None:
    """Play the turn in a second tab; the first shows it unasked."""
    page = walker.page
    second = walker.beside()
    second.go(f"/game/{table.pk}/")
    Table(second, table.seat).turn(by_map=True)
    second.page.close()
    page.bring_to_front()
    with walker.tally.waiting():
        page.locator(".next-table a").wait_for()
