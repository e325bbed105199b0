"""Tune what bots value things at: `python -m games.lab tune`.

Quick bots with other weights play games, and what wins spreads: the covariance matrix adaptation
evolution strategy (Hansen 2016), from the library pycma.
"""

import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields, replace
from functools import partial
from statistics import fmean
from typing import Any, Final

import cma

from games.bots.bot import Bot
from games.lab.ladder import Score, climb
from games.lab.tunable import Tunable
from games.rules import TITLES
from games.rules.title import AnyOrders, Order, Setup

SPREAD: Final = 0.5
"""How many steps each weight is changed to begin with, about."""
CANDIDATES: Final = 14
"""How many weights are compared in each round."""
WIN: Final = 10.0
"""How many points of a lead a win is worth: leads tell more than wins when games are few."""
FIRST: Final = 1_000_000
"""The number of the first game: ladders play others."""
AMONG_JOURNEYMEN: Final = 3
"""Every third game is among journeymen."""
MOST: Final = 1_000
"""The most orders of a bot in a game: with more, the game does not come to an end."""
ENDLESS: Final = Score(0.0, -100, 0, 0.0)
"""What such a game is worth."""


class Endless(Exception):
    """A game does not come to an end."""


class Impatient:
    """A bot that gives at most MOST orders in one game."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.left = MOST

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Return what the bot orders; raises Endless."""
        self.left -= 1
        if not self.left:
            raise Endless
        return self.bot(view, orders, rng)


def tuned(
    tunable: Tunable, setups: Sequence[Setup], rounds: int, games: int, processes: int, seed: int
) -> Iterator[str]:
    """Tune the weights for some set-ups of one number of players; yield a line for each round.

    All candidates of a round play the same games, on one set-up after the other. The
    weights in the file are where the search begins, a journeyman's if there are none; its mean is
    written there after each round. Opponents have the weights with which the search began, but in
    some games those of journeymen: better play is to beat both.
    """
    players = str(setups[0].players)
    path, moved = tunable.path, tunable.moved
    known = json.loads(path.read_text()) if path.exists() else {}
    begin = replace(tunable.usual, **known.get(players, {}))
    options = {"seed": seed, "popsize": CANDIDATES, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy([0.0] * len(fields(begin)), SPREAD, options)
    with ProcessPoolExecutor(processes) as pool:
        for number in range(rounds):
            asked = strategy.ask()
            numbers = range(FIRST + number * games, FIRST + (number + 1) * games)
            candidates = [moved(begin, steps) for steps in asked]
            play = partial(score, tunable, setups, numbers, begin)
            found = list(pool.map(play, candidates))
            strategy.tell(asked, [-each for each in found])
            known[players] = {
                name: round(weight, 4)
                for name, weight in asdict(moved(begin, strategy.mean)).items()
            }
            path.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
            yield f"round {number + 1}: {fmean(found):+.2f} on average, {max(found):+.2f} the best"


def score(
    tunable: Tunable, setups: Sequence[Setup], games: Sequence[int], begin: Any, weights: Any
) -> float:
    """Return how good weights are in some games: the mean of leads and wins.

    Opponents have the weights `begin`, in some games a journeyman's.
    """
    one, others, usual = map(tunable.bot, (weights, begin, tunable.usual))
    found: list[Score] = []
    for game in games:
        # Seats rotate from game to game, then set-ups, then opponents.
        turn, number = divmod(game // setups[0].players, len(setups))
        rivals = usual if turn % AMONG_JOURNEYMEN == 0 else others
        try:
            found += climb(TITLES[tunable.title], setups[number], Impatient(one), rivals, [game])
        except Endless:
            found.append(ENDLESS)
    return fmean(each.lead + WIN * each.won for each in found)
