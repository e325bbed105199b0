"""How fast the rules are, measured against the interpreter that runs them."""

import random
from collections.abc import Callable, Iterator, Mapping
from statistics import median
from time import perf_counter
from typing import Any, Final

from games.rules.playthrough import Playthrough, Policy
from games.rules.title import AnyOrders, AnyTitle, Order

LOOP: Final = 1_000_000
DECISIONS: Final = 1_000
"""In one measurement."""
ROUNDS: Final = 25


def empty_loop() -> float:
    """Return the seconds that an empty loop over a million integers takes."""
    begin = perf_counter()
    for _ in range(LOOP):
        pass
    return perf_counter() - begin


def spelled_out(orders: AnyOrders) -> int:
    """List every order of every group, one by one; return how many there are."""
    return len(list(orders))


def listed(orders: AnyOrders) -> int:
    """Return how many orders there are, without listing them."""
    return len(orders)


class Measure:
    """Random play, one game after another, so that every part of a game is measured."""

    def __init__(
        self,
        title: AnyTitle,
        players: int,
        options: Mapping[str, str],
        player: Policy,
        seed: int,
    ) -> None:
        self.title = title
        self.players = players
        self.options = options
        self.player = player
        self.rng = random.Random(seed)
        self.play = self._begin()
        self.orders_seen = 0

    def decisions(self, number: int, look: Callable[[AnyOrders], int]) -> float:
        """Return the seconds that listing all orders and applying one takes, `number` times.

        Choosing the order is not part of a decision and is not counted.
        """
        title, spent = self.title, 0.0
        positions = self._positions()
        for _ in range(number):
            state, seat = next(positions)
            begin = perf_counter()
            orders = title.orders(state, seat)
            self.orders_seen += look(orders)
            spent += perf_counter() - begin
            order = self._choice(orders)
            begin = perf_counter()
            self.play.state = title.apply(state, seat, order)
            spent += perf_counter() - begin
        return spent

    def _choice(self, orders: AnyOrders) -> Order:
        return self.player(None, orders, self.rng)

    def _positions(self) -> Iterator[tuple[Any, int]]:
        """Yield positions where a seat must decide; chance plays between them, uncounted."""
        while True:
            for seats in self.play.asked():
                yield self.play.state, seats[0]
            self.play = self._begin()

    def _begin(self) -> Playthrough:
        state = self.title.start(self.options, self.players)
        return Playthrough(self.title, state, self.rng)


def bench(
    title: AnyTitle, players: int, options: Mapping[str, str], player: Policy, seed: int = 1
) -> Iterator[dict[str, Any]]:
    """Yield what was measured: the ratio is decisions made in the time of an empty loop."""
    measure = Measure(title, players, options, player, seed)
    measure.decisions(DECISIONS, spelled_out)
    for name, look in (("spelled out", spelled_out), ("counted", listed)):
        ratios, loops, spent = [], [], []
        measure.orders_seen = 0
        for _ in range(ROUNDS):
            # The loop is measured before and after, so that both see the same machine.
            before = empty_loop()
            spent.append(measure.decisions(DECISIONS, look))
            loops.append((before + empty_loop()) / 2)
            ratios.append(DECISIONS / spent[-1] * loops[-1])
        yield {
            "listing": name,
            "ratio": round(median(ratios)),
            "lowest": round(min(ratios)),
            "highest": round(max(ratios)),
            "decisions_per_second": round(DECISIONS / median(spent)),
            "orders_per_decision": round(measure.orders_seen / (ROUNDS * DECISIONS), 1),
            "empty_loop_ms": round(1000 * median(loops), 2),
        }
