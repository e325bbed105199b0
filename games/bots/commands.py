"""The commands of `python -m games.bots`: the ladder and training."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from games.bots import BOTS, LEVELS, MINDS
from games.bots.ladder import Score, climb, rung
from games.rules import TITLES
from games.rules.common.arguments import BAD_ARGUMENTS, Parser, Refused
from games.rules.errors import IllegalOptions
from games.rules.title import Setup

WIDTHS = (44, 12, 12, 7, 22, 14, 8)
HEAD = ("Set-up", "One", "Against", "Games", "Wins", "Lead", "s/turn")


def main(arguments: Sequence[str]) -> int:
    """Run one command; return the exit code."""
    try:
        given = _parser().parse_args(arguments)
        for line in given.run(given):
            print(line, flush=True)
    except (Refused, IllegalOptions) as error:
        print(error, file=sys.stderr)
        return BAD_ARGUMENTS
    return 0


def _parser() -> Parser:
    parser = Parser(prog="python -m games.bots", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    ladder = commands.add_parser("ladder", help="how often one level wins against another")
    ladder.add_argument("--title", choices=MINDS, default=next(iter(MINDS)))
    ladder.add_argument("--setup", default="", help="words of the set-ups to play; default: all")
    ladder.add_argument("--one", choices=BOTS, default="merchant", help="default: %(default)s")
    ladder.add_argument("--against", choices=BOTS, help="default: the level below")
    ladder.add_argument("--games", type=int, default=100, metavar="N", help="default: %(default)s")
    ladder.add_argument("--first", type=int, default=0, help="the number of the first game")
    ladder.add_argument("--processes", type=int, default=1, help="default: %(default)s")
    ladder.set_defaults(run=_ladder)
    train = commands.add_parser("train", help="train the model of who will win")
    train.add_argument("--title", choices=MINDS, default=next(iter(MINDS)))
    train.add_argument("--games", type=int, default=200, help="of each set-up")
    train.add_argument("--seed", type=int, default=1)
    train.set_defaults(run=_train)
    return parser


def setups_of(title_id: str) -> list[Setup]:
    """Return the set-ups of a title with every number of players that they allow."""
    title, found = TITLES[title_id], {}
    for setup in title.setups():
        for players in title.players:
            try:
                options = title.complete(setup.options, players)
            except IllegalOptions:
                continue
            # Of two that come to the same, the one that says more gives the label.
            label = " ".join([*setup.options.values(), str(players)])
            found[players, *sorted(options.items())] = Setup(label, players, setup.options)
    return list(found.values())


def _ladder(given: argparse.Namespace) -> Iterator[str]:
    setups = [each for each in setups_of(given.title) if _is_meant(given.setup, each)]
    if not setups:
        labels = ", ".join(each.label for each in setups_of(given.title))
        raise Refused(f"No set-up of {given.title} is called {given.setup}. There are: {labels}.")
    levels = list(LEVELS)
    below = levels[max(0, levels.index(given.one) - 1)] if given.one in levels else levels[0]
    against = given.against or below
    yield _row(HEAD)
    games = range(given.first, given.first + given.games)
    for setup in setups:
        play = partial(_game, given.title, setup, given.one, against)
        found = rung([*_played(play, games, given.processes)])
        wins = f"{found.share:.0%} ({found.share_from:.0%} to {found.share_to:.0%})"
        lead = f"{found.lead:+.1f} ± {found.lead_error:.1f}"
        seconds = f"{found.seconds_a_turn:.2f}"
        yield _row((setup.label, given.one, against, str(found.games), wins, lead, seconds))


def _played(play: Callable[[int], Score], games: Sequence[int], processes: int) -> Iterator[Score]:
    """Yield the scores of games that are played in so many processes."""
    if processes == 1:
        yield from map(play, games)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play, games)


def _is_meant(words: str, setup: Setup) -> bool:
    return set(words.split()) <= set(setup.label.split())


def _game(title: str, setup: Setup, one: str, against: str, game: int) -> Score:
    return next(climb(TITLES[title], setup, BOTS[one], BOTS[against], [game]))


def _row(cells: Sequence[str]) -> str:
    return " ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def _train(given: argparse.Namespace) -> Iterator[str]:
    # scikit-learn is only needed here: playing does without it.
    from games.bots.training import train  # noqa: PLC0415

    bots = [MINDS[given.title].quick, BOTS["apprentice"]]
    model = MINDS[given.title].model
    return train(TITLES[given.title], setups_of(given.title), model, bots, given.games, given.seed)
