"""What the analysis of a game takes, and hints in it: seconds of a processor.

`python -m tests.bench.analysis hansa 3 --every 4` measures every fourth turn of a game of
journeymen with this set-up, by default all of one of 61 turns on hanse. However busy the machine
is, the master has the time it would have on an idle one.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple

from games.bots import BOTS, STRATEGIES, advice, analysis
from games.bots.evaluation import chances
from games.bots.setups import setups_of
from games.rules import TITLES
from games.rules.playthrough import play_out
from games.rules.title import CHANCE, Order, Setup

SEED = 8


class Turn(NamedTuple):
    """A turn: the position before it, as the seat and as everybody sees it, and its orders."""

    view: Any
    public: Any
    orders: list[Order]


def turns(title_id: str, setup: Setup) -> list[Turn]:
    """Return the turns of a game between journeymen."""
    title = TITLES[title_id]
    bots = [BOTS["journeyman"]] * setup.players
    found: list[Turn] = []
    for step in play_out(title, setup.options, bots, random.Random(SEED)).steps:
        public = title.view(step.before, None)
        if step.seat == CHANCE or step.seat != public.turn:
            continue
        if not found or found[-1].public.turn != step.seat:
            found.append(Turn(title.view(step.before, step.seat), public, []))
        found[-1].orders.append(step.order)
    return found


def analyse(turn: Turn) -> None:
    """Do what an analysis does for a turn."""
    analysis.found(turn.view, turn.orders, 1)
    chances(turn.public, 1)


def hint(turn: Turn) -> None:
    """Do what a hint at the beginning of a turn does."""
    title = TITLES[turn.view.title]
    state = title.resample(turn.view, random.Random(1))
    orders = title.orders(state, turn.view.seat)
    advice.advice(turn.view, orders, random.Random(1), inf)
    chances(turn.view, 1, advice.TRIALS)


def timed(work: Callable[[Turn], None], measured: Sequence[Turn]) -> list[float]:
    """Return how many seconds of the processor something takes for each of some turns."""
    took = []
    for turn in measured:
        start = time.process_time()
        work(turn)
        took.append(time.process_time() - start)
    return took


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=STRATEGIES, nargs="?", default="teutonica")
    parser.add_argument("setup", nargs="?", default="hanse 3", help="default: %(default)s")
    parser.add_argument("--every", type=int, default=1, help="measure every so many turns")
    given = parser.parse_args()
    setups = {str(each.label): each for each in setups_of(given.title)}
    if given.setup not in setups:
        parser.error(f"There are: {', '.join(setups)}.")
    analysis.SECONDS = inf  # type: ignore[misc]
    game = turns(given.title, setups[given.setup])
    measured = game[given.every // 2 :: given.every]
    for name, work in (("analysis", analyse), ("hint", hint)):
        took = timed(work, measured)
        mean = statistics.fmean(took)
        print(
            f"{name:<10}{mean:6.2f} s a turn, at most {max(took):.2f} s, "
            f"{mean * len(game):.0f} s for the {len(game)} turns of the game"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
