"""What each level of bots takes for a turn: time, decisions and memory, beside a journeyman.

`python -m tests.bench.bots merchant` measures a single level.
"""

import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from typing import Any

from games.bots import BOTS, LEVELS, STRATEGIES
from games.bots.whole_turn import whole_turn
from games.rules import TITLES
from games.rules.playthrough import draw
from games.rules.title import CHANCE, AnyOrders, Order, Setup

STEP = 5
"""Every so many turns of a game one is measured."""
MEASURED = 3
"""Of so many turns the memory is measured, which takes long."""
MEGABYTE = 2**20


class Counted:
    """A bot that counts its decisions."""

    def __init__(self, level: str) -> None:
        self.bot = BOTS[level]
        self.decisions = 0

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Return what the bot orders."""
        self.decisions += 1
        return self.bot(view, orders, rng)


def turns(title_id: str, setup: Setup) -> Iterator[Any]:
    """Yield views at the beginnings of turns of a game between journeymen."""
    title, rng, turn, number = TITLES[title_id], random.Random(1), CHANCE, 0
    state = title.start(title.complete(setup.options, setup.players), setup.players)
    while seats := title.to_move(state):
        seat = seats[0]
        if seat == CHANCE:
            state = title.apply(state, CHANCE, draw(title, state, rng))
            continue
        view = title.view(state, seat)
        if view.turn != turn:
            turn, number = view.turn, number + 1
            if turn == seat and number % STEP == 0:
                yield view
        order = BOTS["journeyman"](view, title.orders(state, seat), rng)
        state = title.apply(state, seat, order)


def measure(title_id: str, setup: Setup, levels: Sequence[str]) -> None:
    """Measure each level at the same turns, one after the other, and print."""
    quick = STRATEGIES[title_id].quick
    views = list(turns(title_id, setup))
    usual = 0.0
    for level in ("journeyman", *(each for each in levels if each != "journeyman")):
        took, bot = [], Counted(level)
        for view in views:
            start = time.process_time()
            whole_turn(view, bot, quick, random.Random(1))
            took.append(time.process_time() - start)
        tracemalloc.start()
        for view in views[:MEASURED]:
            whole_turn(view, bot.bot, quick, random.Random(1))
        peak = tracemalloc.get_traced_memory()[1] / MEGABYTE
        tracemalloc.stop()
        mean = statistics.fmean(took)
        usual = usual or mean
        print(
            f"{setup.label!s:<24}{level:<12}{mean * 1000:8.0f} ms a turn "
            f"({mean / usual:.0f} times a journeyman's), "
            f"95 of 100 in {statistics.quantiles(took, n=20)[-1] * 1000:.0f} ms, "
            f"{sum(took) / bot.decisions * 1000:.1f} ms a decision, {peak:.1f} MB"
        )


def main(levels: Sequence[str]) -> int:
    """Measure the first set-up of each title and its largest."""
    for title_id in STRATEGIES:
        setups = TITLES[title_id].setups()
        for setup in (setups[0], max(setups, key=lambda each: each.players)):
            measure(title_id, setup, levels)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(LEVELS)))
