"""Somebody who looks on: they find a game, see no secret of it, and join the next open one."""

import random

from games.play import services
from games.play.models import Game
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.town import until
from tests.e2e.journeys.walker import Walker
from tests.factories import UserFactory
from tests.play.factories import game_of, good_order, play_fast, player_to_move
from tests.telling import describe

WAY = "8 spectator"


def test_spectator(walkers: Walkers) -> None:
    wulf, berta, agnes = (UserFactory(username=name) for name in ("Wulf", "Berta", "Agnes"))
    game = play_fast(game_of(wulf, berta, name="Spring", options={"missions": "on"}), 40)
    opened = game_of(wulf, "open", name="Summer")
    walker = walkers(WAY, agnes.email)
    page, tally = walker.page, walker.tally
    walker.sign_in(agnes)
    walker.go("/")
    watch = page.get_by_role("link", name="Watch", exact=True)
    walker.tap(page.get_by_role("button", name="Menu"), watch)
    watched = page.get_by_role("link", name=game.name)
    walker.tap(watch, watched)
    walker.tap(watched, page.locator("#ask"))
    tally.part("find a game")
    walker.tap(
        page.get_by_role("button", name="Follow"), page.get_by_role("button", name="Unfollow")
    )
    walker.tap(page.get_by_role("link", name="My games"), watched)
    walker.tap(watched, page.locator("#ask"))
    tally.part("follow it")

    # The log may have told the same of an earlier turn.
    pages = [game.get_absolute_url() + path for path in ("words/", "log/", "")]
    before = {path: content(walker, path) for path in pages}
    said = draft(game)
    for path in pages:
        assert content(walker, path).count(said) == before[path].count(said)
    assert not page.get_by_role("tab", name="Notes").count()
    told = page.locator("#panel-log").get_by_text(said)
    count = told.count()
    confirm(game)
    with tally.waiting():
        until(lambda: told.count() > count)
    tally.part("see a move")

    seat = page.get_by_role("button", name="Take my seat")
    play = page.get_by_role("link", name="Play", exact=True)
    walker.tap(page.get_by_role("button", name="Menu"), play)
    walker.tap(play, page.get_by_role("link", name=opened.name))
    walker.tap(page.get_by_role("link", name=opened.name), seat)
    walker.tap(seat, page.locator("#ask"))
    tally.part("join a game")
    walker.catch_up()


def content(walker: Walker, path: str) -> str:
    """Return all that a page tells a browser."""
    walker.go(path)
    walker.look()
    return walker.page.content()


def draft(game: Game) -> str:
    """Let whoever is asked draft an order; return how the log will tell it."""
    player = player_to_move(game)
    order = good_order(player.game, player.seat, random.Random(1))
    services.draft_order(player=player, version=player.game.version, draft_version=0, order=order)
    title, state = player.game.rules(), player.game.position()
    after = title.apply(state, player.seat, title.read(state, order))
    names = [each.name for each in player.game.players.order_by("seat")]
    return describe(title, state, player.seat, order, after.events, names, None).split(".")[0]


def confirm(game: Game) -> None:
    """Let whoever is asked confirm what they drafted."""
    player = player_to_move(game)
    orders = player.draft.orders
    services.confirm(player=player, version=player.game.version, orders=orders)
