"""Whole games on every board and with every variant, between two people and bots.

Each rule that not every game has is explained when a player first meets it, not before, and once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from games.play.models import Player
from games.rules.teutonica.pieces import NEUTRAL, owner
from tests.e2e.conftest import POLL
from tests.e2e.journeys.conftest import Walkers
from tests.e2e.journeys.table import Table
from tests.e2e.journeys.walker import Walker
from tests.factories import UserFactory
from tests.play.factories import game_of

WAY = "11"
PERMANENT = "asked (move any|place claimed|place abroad|found|develop privilege)"
"""What the permanent markers ask."""
SEA = (
    ("T4", "places on a boat"),
    ("T14.3", f"claims by a permanent marker|{PERMANENT}"),
)
HANSA = (
    ("H1.4", "asked booths"),
    ("H2.2", "replenish"),
    ("H2.4", "sail"),
    ("H3.1", "buy"),
    ("H3.2", "build"),
    ("H3.3", "sell"),
    ("H3.3", "asked lose"),
    ("H2.5", "loses talers|discard"),
    ("H4.1", "in the last round"),
)
BRITANNIA = (
    ("T15.1", "place|displace"),
    ("T15.2", "asked displaced"),
    ("T15.3", "moves"),
    ("T15.4", "use move3|asked (move3|move any)"),
    ("T15.5", "asked plate"),
    ("T15.6", "claims abroad"),
    *SEA,
)


class SetUp(NamedTuple):
    """A game with the numbers of its special rules, each with what it looks like to meet it."""

    title: str
    seats: int
    options: Mapping[str, str]
    rules: Sequence[tuple[str, str]]


SETUPS = {
    "pawn": SetUp(
        "teutonica",
        2,
        {"two_player": "pawn"},
        (("T17.3", "asked (pawn|turn)"), ("T17.2", "asked turn")),
    ),
    "neutral": SetUp(
        "teutonica",
        2,
        {"two_player": "neutral"},
        (
            ("T18.2", "asked turn"),
            ("T18.3", "displaces a neutral trader|asked neutral displaced"),
            ("T18.4", "asked neutral office"),
            ("T18.5", "asked plate"),
        ),
    ),
    "east": SetUp(
        "teutonica",
        3,
        {"board": "east"},
        (
            ("T14.1", r"claim \S*(belgard|waren|dresden)|asked found"),
            ("T14.4", r"claim \S*waren"),
            *SEA,
        ),
    ),
    "britannia-3": SetUp("teutonica", 3, {"board": "britannia"}, BRITANNIA),
    "britannia-45": SetUp("teutonica", 4, {"board": "britannia"}, BRITANNIA),
    "classic": SetUp(
        "teutonica",
        3,
        {"edition": "classic"},
        (("T9.3", "use swap"), ("T9.6", "use remove3|asked remove3")),
    ),
    "favour": SetUp(
        "teutonica",
        3,
        {"favour": "on"},
        (("T13", "has a marker for a tile"), ("T13", "asked income tile")),
    ),
    "hansa-2": SetUp("hansa", 2, {}, (("H1.1", "asked turn"), *HANSA)),
    "hansa-3": SetUp("hansa", 3, {}, (("H1.1", "asked turn"), *HANSA)),
    "hansa-4": SetUp("hansa", 4, {}, HANSA),
}


class Watched(Table):
    """A seat whose page is held against the rules that its player meets.

    `known` are those that they have met before, `met` those of the draft, `begun` those of them
    that mattered before its first order and are shown no longer.
    """

    def __init__(self, walker: Walker, seat: int, rules: Sequence[tuple[str, str]]) -> None:
        super().__init__(walker, seat)
        self.rules = rules
        self.known: set[tuple[str, str]] = set()
        self.met: set[tuple[str, str]] = set()
        self.begun: set[tuple[str, str]] = set()

    def confirm(self) -> None:
        """Confirm the draft: what it met is known from now on."""
        super().confirm()
        self.known |= self.met
        self.met = set()

    def give(self, order: str) -> None:
        """Give an order on the map, but choose a province, whose middle may be in another."""
        if order.startswith("pawn"):
            self.pick(order)
        else:
            super().give(order)

    def put_away(self) -> None:
        """Put away what the page explains."""
        primers = self.page.locator(".primers")
        self.walker.hit(primers.get_by_role("button", name="Got it"))
        primers.wait_for(state="detached")
        self.walker.look()
        self.known |= self.met

    def watch(self) -> None:
        """Check that the page explains just the rules that its player meets here first."""
        game = self.game
        title, state = game.rules(), game.position()
        for text in self._drafted():
            state = title.apply(state, self.seat, title.read(state, text))
        if self.seat not in title.to_move(state):
            return
        view, orders = title.view(state, self.seat), title.orders(state, self.seat)
        tell = on_the_sea if title.id == "hansa" else in_the_league
        lines = [f"asked {view.prompt}", *tell(view, orders.groups)]
        texts = (each for verb, each in orders.groups.items() if verb != "move")
        lines += [title.write(state, order) for each in texts for order in each]
        new = [
            rule
            for rule in self.rules
            if rule not in self.known and any(re.match(rule[1], line) for line in lines)
        ]
        self.met.update(new)
        if self._drafted():
            new = [rule for rule in new if rule not in self.begun]
        else:
            self.begun = set(new)
        told = self.page.locator(".primers .rule").all_inner_texts()
        assert sorted(told) == sorted(number for number, _ in new), lines[0]

    def _good_order(self) -> str | None:
        self.watch()
        return super()._good_order()


def in_the_league(view: Any, orders: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a player of Hansa Teutonica can do that the text of no order says."""
    board = view.printed
    if "move" in orders and view.prompt in ("turn", "moving"):
        yield "moves"
    for order in orders.get("displace", ()):
        if owner(view.spaces[order.space]) == NEUTRAL:
            yield "displaces a neutral trader"
    for order in orders.get("place", ()):
        if board.boats[order.space]:
            yield "places on a boat"
    for order in orders.get("claim", ()):
        route = board.routes[order.route]
        if route.permanent_marker:
            yield "claims by a permanent marker"
        if any(set(board.cities[city].countries) & {"wales", "scotland"} for city in route.cities):
            yield "claims abroad"
    if view.prompt == "turn" and view.desks[view.seat].markers and None in view.tiles.values():
        yield "has a marker for a tile"


def on_the_sea(view: Any, orders: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a player of Hansa meets that the text of no order says."""
    if view.prompt == "turn" and view.acted and view.desks[view.seat].talers > 3:
        yield "loses talers"
    if view.last_round:
        yield "in the last round"


@pytest.mark.parametrize("setup", SETUPS)
def test_whole_game(walkers: Walkers, setup: str) -> None:
    title, seats, options, rules = SETUPS[setup]
    people = [UserFactory(username=name) for name in ("Agnes", "Wulf")]
    bots = ["journeyman"] * (seats - len(people))
    game = game_of(*people, *bots, title=title, options=options, name=f"Game {setup}")
    tables = []
    for person, width in zip(people, ("desk", "phone"), strict=True):
        walker = walkers(f"{WAY} {setup}", person.email, width)
        walker.sign_in(person)
        walker.arrive(game.get_absolute_url(), walker.page.locator("#ask"))
        seat = Player.objects.get(game=game, user=person).seat
        tables.append(Watched(walker, seat, rules))
    # One reads and plays on, the other says so.
    patient, impatient = tables
    while patient.game.is_running:
        for table in tables:
            if table.asks:
                see(table)
                table.watch()
                if table is impatient and table.met and not table.known:
                    table.put_away()
                table.turn(by_map=True)
    patient.walker.tally.part("whole game")
    for table in tables:
        table.page.clock.fast_forward(POLL)
        with table.walker.tally.waiting():
            table.page.locator(".ask.over").wait_for()
        table.walker.look()
        table.walker.catch_up()


def see(table: Table) -> None:
    """Let time pass until a page looks for news, and wait until it asks."""
    table.page.clock.fast_forward(POLL)
    with table.walker.tally.waiting():
        table.page.locator("#ask :is(.choices, .confirm)").first.wait_for()
    table.walker.look()
