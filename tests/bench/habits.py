"""How often bots do what people would not, for each game.

`python -m tests.bench.habits hansa 3 --bot merchant --games 20` counts it in games in which all
seats have the same bot; one that takes time to think plays at once, unless it is to `--think`.
"""

import argparse
import random
import sys
from statistics import fmean

from games.bots import BOTS, HASTY
from games.bots.setups import setups_of
from games.rules import TITLES
from games.rules.playthrough import play_out
from tests.bots.habits import HABITS


def main() -> int:
    """Play games, and print how often each habit shows in a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=HABITS)
    parser.add_argument("setup", help="a set-up by its label, such as 'hanse 3'")
    parser.add_argument("--bot", choices=BOTS, default="master", help="default: %(default)s")
    parser.add_argument("--games", type=int, default=100, help="default: %(default)s")
    parser.add_argument("--think", action="store_true", help="take time, which is slow")
    given = parser.parse_args()
    setups = {str(each.label): each for each in setups_of(given.title)}
    if given.setup not in setups:
        parser.error(f"There are: {', '.join(setups)}.")
    setup, bot = setups[given.setup], (BOTS if given.think else HASTY)[given.bot]
    games = [
        play_out(
            TITLES[given.title], setup.options, [bot] * setup.players, random.Random(f"habit {n}")
        )
        for n in range(given.games)
    ]
    for habit in HABITS[given.title]:
        count = fmean(habit(game.steps) for game in games)
        print(f"{habit.__name__.replace('_', ' ')}: {count:.2f} a game")
    return 0


if __name__ == "__main__":
    sys.exit(main())
