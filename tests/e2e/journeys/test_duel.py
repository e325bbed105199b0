"""Two people at one table, both online for two hours, one on a phone and one at a desk."""

from datetime import timedelta

from playwright.sync_api import expect

from games.play.models import Wait
from tests.e2e.conftest import POLL
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import Table
from tests.e2e.journeys.town import until
from tests.factories import UserFactory
from tests.play.factories import game_of

WAY = "10 duel"
HANDOVERS = 8
THINKING = timedelta(minutes=15)
SECONDS = 10.0
"""The longest that a turn may take to the other's screen, on a busy machine."""


def test_duel(walkers: Walkers) -> None:
    people = [UserFactory(username=name, email=f"{name}@example.org") for name in ("karl", "lena")]
    game = game_of(*people, name="Duel")
    tables = []
    for player, width in zip(game.players.order_by("seat"), ("phone", "desk"), strict=True):
        assert player.user is not None
        walker = walkers(WAY, player.user.email, width)
        walker.sign_in(player.user)
        walker.arrive(game.get_absolute_url(), walker.page.locator("#ask"))
        tables.append(Table(walker, player.seat))
    tally = tables[0].walker.tally
    see(next(table for table in tables if table.asks))
    think(tables)
    for _ in range(HANDOVERS):
        # Who is asked to place a displaced piece is on turn, too, and may be again: if it was
        # displaced by a last action, that turn is over then.
        played, _ = asked_first(tables)
        played.turn(by_map=played.walker.touches)
        asked, other = asked_first(tables)
        with tally.waiting():
            asked.page.locator("#ask :is(.choices, .confirm)").first.wait_for()
        asked.walker.look()
        expect(other.page.locator("#ask .choices")).to_have_count(0)
        see(asked)
        think(tables)
    tally.part(f"{HANDOVERS} turns")
    assert tally.longest < SECONDS
    # At most they are told once that their game has begun, if they were not there to see it.
    for table in tables:
        told = [mail["Subject"] for mail in table.walker.catch_up()]
        assert len(told) <= 1, told


def asked_first(tables: list[Table]) -> list[Table]:
    """Both tables, that of whoever is asked before the other."""
    return sorted(tables, key=lambda table: not table.asks)


def think(tables: list[Table]) -> None:
    """Let time pass at the site and in both browsers."""
    tables[0].walker.town.leap(THINKING)
    for table in tables:
        table.page.clock.fast_forward(int(THINKING.total_seconds() * 1000))


def see(table: Table) -> None:
    """Look at what is asked until the site knows that it has been seen."""
    waits = Wait.objects.open().filter(player__game=table.pk, player__seat=table.seat)
    table.page.clock.fast_forward(POLL)
    until(lambda: not waits.filter(seen_at=None).exists())
