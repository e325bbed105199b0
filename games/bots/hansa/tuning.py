"""Tune the weights of Hansa: `python -m games.bots tune`.

Greedy bots with other weights play games among journeymen, and what wins spreads: the covariance
matrix adaptation evolution strategy (Hansen 2016), from the library pycma.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from statistics import fmean
from typing import Final

import cma

from games.bots.hansa import greedy, greedy_with
from games.bots.hansa.weights import JOURNEYMAN, PATH, Weights
from games.bots.ladder import climb
from games.rules import TITLES
from games.rules.title import Setup

STEPS: Final[Mapping[str, float]] = {
    "paired": 0.2,
    "triple": 0.1,
    "rivalry": 0.1,
    "single": 0.12,
    "answer": 0.08,
    "safe": 0.15,
    "taler": 0.15,
    "spare": 0.15,
    "charge": 0.2,
    "long": 2.0,
    "lead": 0.2,
    "call": 0.8,
    "sale": 0.3,
    "more": 0.15,
    "crowded": 0.25,
    "spoiled": 0.3,
    "broken": 0.4,
    "offered": 0.05,
    "ending": 3.0,
    "a_turn": 0.3,
}
"""How far each weight is changed to begin with, about."""
SPREAD: Final = 0.5
"""How many of these steps."""
CANDIDATES: Final = 14
"""So many weights are compared in each round."""
WIN: Final = 10.0
"""How many points of a lead a win is worth: leads tell more than wins when games are few."""
FIRST: Final = 1_000_000
"""The number of the first game: none of those that ladders play."""


def tuned(setup: Setup, rounds: int, games: int, processes: int, seed: int) -> Iterator[str]:
    """Tune the weights for a set-up's number of players, and tell of each round.

    All candidates of a round play the same so many games. The weights in the file are where the
    search begins, a journeyman's if there are none; its mean is written there after each round.
    """
    players = str(setup.players)
    known = json.loads(PATH.read_text()) if PATH.exists() else {}
    begin = replace(JOURNEYMAN, **known.get(players, {}))
    options = {"seed": seed, "popsize": CANDIDATES, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy([0.0] * len(STEPS), SPREAD, options)
    with ProcessPoolExecutor(processes) as pool:
        for number in range(rounds):
            asked = strategy.ask()
            numbers = range(FIRST + number * games, FIRST + (number + 1) * games)
            candidates = [moved(begin, steps) for steps in asked]
            found = list(pool.map(partial(score, setup, numbers), candidates))
            strategy.tell(asked, [-each for each in found])
            known[players] = {
                name: round(weight, 4)
                for name, weight in asdict(moved(begin, strategy.mean)).items()
            }
            PATH.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
            yield f"round {number + 1}: {fmean(found):+.2f} on average, {max(found):+.2f} the best"


def moved(begin: Weights, steps: Sequence[float]) -> Weights:
    """Return weights so many steps from others, in the order of STEPS."""
    changed = zip(STEPS.items(), steps, strict=True)
    return replace(
        begin, **{name: getattr(begin, name) + size * by for (name, size), by in changed}
    )


def score(setup: Setup, games: Sequence[int], weights: Weights) -> float:
    """Return how good weights are in some games among journeymen: the mean of leads and wins."""
    bot = partial(greedy_with, weights)
    scores = climb(TITLES["hansa"], setup, bot, greedy, games)
    return fmean(each.lead + WIN * each.won for each in scores)
