"""Somebody who was away for three weeks without a word, and the others at their table."""

import random
from datetime import timedelta

from games.play.models import Game, Player
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import Table
from tests.e2e.journeys.walker import link, text
from tests.factories import UserFactory
from tests.play.factories import game_of, play_fast, player_to_move, step

WAY, OTHERS = "7 away three weeks", "7 the others"
AWAY, DAY = timedelta(weeks=3), timedelta(days=1)
MOST_MAILS = 7
"""Mails that somebody gets in three weeks about a game in which they do nothing."""


def test_away(walkers: Walkers) -> None:
    agnes, wulf, berta = (UserFactory(username=name) for name in ("Agnes", "Wulf", "Berta"))
    game = play_fast(game_of(agnes, wulf, berta, name="Autumn"), 12)
    walker, other = walkers(WAY, agnes.email), walkers(OTHERS, wulf.email, "desk")
    walker.sign_in(agnes)
    other.sign_in(wulf)
    gone = timedelta()
    while gone < AWAY:
        play_on(game, agnes.pk)
        other.leap(DAY)
        gone += DAY
    seat = Player.objects.get(game=game, user=agnes)
    assert seat.offered_at
    assert game.moves.filter(seat=seat.seat, played_by="clock").exists()

    other.arrive(game.get_absolute_url(), other.page.get_by_text("Agnes's seat is on offer"))
    other.tally.part("look")
    other.catch_up()

    mails = walker.catch_up()
    assert len(mails) <= MOST_MAILS, [mail["Subject"] for mail in mails]
    assert "Until then you can take it back" in text(mails[-1])
    back = walker.page.get_by_role("button", name="Take my seat back")
    walker.page.clock.fast_forward(int(AWAY.total_seconds() * 1000))
    walker.arrive(link(mails[-1], "/visit/", walker.address), back)
    walker.page.get_by_text("by the bot, as time had run out").first.wait_for()
    walker.tap(back, walker.page.locator("#ask"))
    back.wait_for(state="detached")
    walker.look()
    walker.tally.part("come back")
    assert Player.objects.get(pk=seat.pk).offered_at is None
    table = Table(walker, seat.seat)
    if not table.asks:
        table.others_play()
    table.turn(by_map=True)
    walker.tally.part("turn")


def play_on(game: Game, away: int) -> None:
    """Let the others play a turn each, as bots would, while they are asked."""
    dice, turns = random.Random(1), Game.objects.get(pk=game.pk).turn
    while (now := Game.objects.get(pk=game.pk)).is_running and now.turn < turns + 2:
        player = player_to_move(now)
        if player.user_id == away:
            return
        step(now, dice)
