"""The commands of `python -m games.lab`."""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from games.bots import BOTS, HASTY, LEVELS, STRATEGIES, THINKERS, seated
from games.bots.bot import Bot
from games.bots.puzzles import (
    as_file,
    as_text,
    path_of,
    puzzles_of,
    read_all,
    withdrawn_from,
)
from games.bots.setups import drawn_options, setups_of
from games.bots.strategy import TitleStrategy, noisy
from games.lab.calibration import Game, calibrate, keep, kept, play
from games.lab.giving_up import TABLES
from games.lab.ladder import Ledger, Limited, Score, climb, rung
from games.lab.puzzles import Beginning, again, beginnings, generate, recorded
from games.lab.simulate import NotAsPromised, simulated
from games.lab.training import Sample, fit, samples
from games.lab.tunable import TUNABLE
from games.lab.tuning import tuned
from games.rules import TITLES
from games.rules.common.arguments import BAD_ARGUMENTS, Parser, Refused, positive
from games.rules.errors import BadRecord, IllegalOptions
from games.rules.record import read
from games.rules.title import Setup

T = TypeVar("T")
R = TypeVar("R")

WIDTHS = (44, 12, 12, 7, 22, 14, 8)
OPENING = 3
"""How many rounds are left out: early on, many turns are equally good."""
PARTS = 3
"""Parts of a game, each of which gives at most one puzzle."""
NOISE = (0.1, 0.2, 0.3)
"""How often bots pick any candidate in the games that train a model."""
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
    except NotAsPromised:
        return 1
    return 0


def _parser() -> Parser:
    parser = Parser(prog="python -m games.lab", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    ladder = commands.add_parser("ladder", help="how often one level wins against another")
    ladder.add_argument("--title", choices=STRATEGIES, default=next(iter(STRATEGIES)))
    ladder.add_argument("--setup", default="", help="words of the set-ups to play; default: all")
    ladder.add_argument("--one", choices=BOTS, default="merchant", help="default: %(default)s")
    ladder.add_argument("--against", choices=BOTS, help="default: the level below")
    ladder.add_argument(
        "--games", type=positive, default=100, metavar="N", help="default: %(default)s"
    )
    ladder.add_argument("--first", type=int, default=0, help="the number of the first game")
    ladder.add_argument("--processes", type=positive, default=1, help="default: %(default)s")
    ladder.add_argument(
        "--seconds",
        type=positive,
        metavar="N",
        help="how long one thinks about a turn, at a table 5; default: as long as it likes",
    )
    ladder.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="keep each game there, and play only those missing there; "
        "bots that have changed need another file",
    )
    ladder.set_defaults(run=_ladder)
    train = commands.add_parser("train", help="train the model of who will win")
    train.add_argument("--title", choices=STRATEGIES, default=next(iter(STRATEGIES)))
    train.add_argument("--masters", action="store_true", help="the model of masters, if another")
    train.add_argument("--games", type=positive, default=300, help="of each set-up")
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--processes", type=positive, default=1, help="default: %(default)s")
    train.set_defaults(run=_train)
    calibrate = commands.add_parser("calibrate", help="calibrate the chances to win")
    calibrate.add_argument("--title", choices=STRATEGIES, default=next(iter(STRATEGIES)))
    calibrate.add_argument(
        "--games", type=positive, default=21, metavar="N", help="of each set-up and kind"
    )
    calibrate.add_argument("--processes", type=positive, default=1, help="default: %(default)s")
    calibrate.add_argument(
        "--keep", type=Path, required=True, metavar="FILE", help="keep games there"
    )
    calibrate.set_defaults(run=_calibrate)
    tune = commands.add_parser("tune", help="tune what bots value things at")
    tune.add_argument("--title", choices=TUNABLE, default=next(iter(TUNABLE)))
    tune.add_argument("--setup", default="", help="words of the set-ups to play; default: all")
    tune.add_argument("--rounds", type=positive, default=45)
    tune.add_argument("--games", type=positive, default=40, help="of each candidate in a round")
    tune.add_argument("--seed", type=int, default=1)
    tune.add_argument("--processes", type=positive, default=1, help="default: %(default)s")
    tune.set_defaults(run=_tune)
    puzzles = commands.add_parser("puzzles", help="generate puzzles from games, and keep them")
    puzzles.add_argument("--title", choices=STRATEGIES, default=next(iter(STRATEGIES)))
    puzzles.add_argument("--setup", default="", help="words of the set-ups to play; default: all")
    puzzles.add_argument("--games", type=positive, default=10, metavar="N", help="of each set-up")
    puzzles.add_argument("--first", type=int, default=0, help="the number of the first game")
    puzzles.add_argument("--most", type=positive, default=4, help="puzzles of each set-up")
    puzzles.add_argument(
        "--again", action="store_true", help="check those there are instead, and drop what fails"
    )
    puzzles.add_argument("files", nargs="*", type=Path, metavar="RECORD", help="instead of playing")
    puzzles.set_defaults(run=_puzzles)
    simulate = commands.add_parser("simulate", help="measure ratings in simulated clubs")
    simulate.add_argument("--clubs", type=positive, default=5, help="default: %(default)s")
    simulate.add_argument(
        "--tables", type=positive, default=TABLES, help="tables of equals; default: %(default)s"
    )
    simulate.set_defaults(run=_simulate)
    return parser


def _ladder(given: argparse.Namespace) -> Iterator[str]:
    setups = _meant(given)
    levels = list(LEVELS)
    below = levels[max(0, levels.index(given.one) - 1)] if given.one in levels else levels[0]
    against = given.against or below
    if given.seconds and given.one not in THINKERS:
        raise Refused(f"Argument --seconds: only {' and '.join(THINKERS)} think.")
    yield _row(HEAD)
    for setup in setups:
        found = rung(_scores(given, setup, against))
        yield _row((str(setup.label), _one(given), against, *found.cells()))


def _one(given: argparse.Namespace) -> str:
    """Return what the bot that is measured is called in tables and files."""
    return f"{given.one}, {given.seconds} s" if given.seconds else str(given.one)


def _scores(given: argparse.Namespace, setup: Setup, against: str) -> list[Score]:
    """Return the games of a ladder, of which those are played that are not kept yet."""
    names = (given.title, str(setup.label), _one(given), against)
    games = range(given.first, given.first + given.games)
    ledger = Ledger(given.keep) if given.keep else None
    try:
        found = ledger.of(names) if ledger else {}
    except (OSError, ValueError) as error:
        raise Refused(str(error)) from error
    missing = [game for game in games if game not in found]
    play = partial(_game, given.title, setup, given.one, against, given.seconds)
    for game, score in zip(missing, _done(play, missing, given.processes), strict=True):
        found[game] = score
        if ledger:
            ledger.keep(names, game, score)
    return [found[game] for game in games]


def _done(work: Callable[[T], R], parts: Sequence[T], processes: int) -> Iterator[R]:
    """Yield the result of each part of some work, done by a number of processes."""
    if processes == 1:
        yield from map(work, parts)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(work, parts)


def _meant(given: argparse.Namespace) -> list[Setup]:
    """Return the set-ups of the title that have all the words that were given."""
    setups, words = setups_of(given.title), set(given.setup.split())
    found = [each for each in setups if words <= set(str(each.label).split())]
    if not found:
        labels = ", ".join(str(each.label) for each in setups)
        raise Refused(f"No set-up of {given.title} is called {given.setup}. There are: {labels}.")
    return found


def _game(
    title: str, setup: Setup, one: str, against: str, seconds: int | None, game: int
) -> Score:
    opponents = [against] * setup.players
    bot, others = seated(one, opponents), BOTS[against]
    if seconds:
        bot = limited = Limited(partial(THINKERS[one], opponents=opponents), HASTY[one], seconds)
        others = limited.beside(others)
    return next(climb(TITLES[title], setup, bot, others, [game]))


def _row(cells: Sequence[str]) -> str:
    return " ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def _tune(given: argparse.Namespace) -> Iterator[str]:
    by_players = attrgetter("players")
    for _, group in groupby(sorted(_meant(given), key=by_players), by_players):
        setups = [*group]
        yield f"{given.title}, {', '.join(str(setup.label) for setup in setups)}:"
        yield from tuned(
            TUNABLE[given.title], setups, given.rounds, given.games, given.processes, given.seed
        )


def _train(given: argparse.Namespace) -> Iterator[str]:
    setups = setups_of(given.title)
    strategy, _ = _trained_by(given.title, given.masters)
    sampled = partial(_sampled, given.title, given.masters, given.games, given.seed)
    found: list[Sample] = []
    for setup, some in zip(setups, _done(sampled, setups, given.processes), strict=True):
        found += some
        yield f"{given.title}, {setup.label}: {given.games} games"
    yield fit(strategy.model, found)


def _trained_by(title: str, masters: bool) -> tuple[TitleStrategy, Bot]:
    """Return a strategy, and the bot from whose games its model is: for masters, the others'."""
    strategy = STRATEGIES[title]
    return (
        (strategy.masters, strategy.masters.quick)
        if masters and strategy.masters
        else (strategy, strategy.rollout)
    )


def _sampled(title: str, masters: bool, games: int, seed: int, setup: Setup) -> list[Sample]:
    strategy, usual = _trained_by(title, masters)
    bots = [noisy(strategy, usual, noise) for noise in NOISE]
    return [*samples(TITLES[title], setup, strategy.model, bots, games, seed)]


def _calibrate(given: argparse.Namespace) -> Iterator[str]:
    found = kept(given.keep)
    wanted = [
        (setup, number, mixed)
        for number in range(given.games)
        for setup in setups_of(given.title)
        for mixed in (False, True)
        if (given.title, str(setup.label), number, mixed) not in found
    ]
    for game in _done(partial(_calibrating, given.title), wanted, given.processes):
        keep(given.keep, game)
    checked = calibrate(given.title, kept(given.keep).values())
    yield f"{checked.games} games"
    for each in checked.bins:
        won = f"won {each.won:4.0%} ± {each.error:.0%}"
        yield f"{each.number:6} predicted {each.predicted:4.0%}, {won}"


def _calibrating(title: str, wanted: tuple[Setup, int, bool]) -> Game:
    setup, number, mixed = wanted
    return play(title, setup, number, mixed=mixed)


def _simulate(given: argparse.Namespace) -> Iterator[str]:
    yield from simulated(given.clubs, given.tables)


def _puzzles(given: argparse.Namespace) -> Iterator[str]:
    if given.again:
        yield from _checked_again(given.title)
        return
    if given.files:
        records = (_beginnings_of(path, given.title) for path in given.files)
        yield from _kept(given.title, records, given.most)
        return
    for setup in _meant(given):
        numbers = range(given.first, given.first + given.games)
        games = (_played_for(given.title, setup, game) for game in numbers)
        yield from _kept(given.title, games, given.most)


def _played_for(title: str, setup: Setup, game: int) -> Iterator[Beginning]:
    """Yield where turns begin in a game of quick bots; half of the games have modules drawn."""
    seed = f"{setup.label}, game {game}"
    rng = random.Random(seed)
    options = drawn_options(TITLES[title], setup, rng) if game % 2 else dict(setup.options)
    bots = [STRATEGIES[title].quick] * setup.players
    return beginnings(TITLES[title], options, bots, seed)


def _beginnings_of(path: Path, title: str) -> Iterator[Beginning]:
    """Yield where turns begin in a record of a title."""
    try:
        record = read(path.read_text(encoding="utf-8"))
        if record.title != title:
            raise Refused(f"{path} is not a record of {title}.")
        yield from recorded(TITLES[title], record, path.name)
    except BadRecord as error:
        raise Refused(f"{path}: {error}") from None


def _checked_again(title: str) -> Iterator[str]:
    """Check the puzzles of a title, yield a line for each, and write the file after each."""
    strategy = STRATEGIES[title]
    path = path_of(strategy)
    kept, withdrawn = dict(puzzles_of(path)), {*withdrawn_from(path)}
    for puzzle in [*kept.values()]:
        found = again(puzzle, strategy, max([*kept, *withdrawn]) + 1)
        del kept[puzzle.number]
        verdict = "holds"
        if found is not None:
            kept[found.number] = found
        if puzzle.number not in kept:
            withdrawn.add(puzzle.number)
            verdict = "is withdrawn" + (f", and another is puzzle {found.number}" if found else "")
        puzzles = sorted(kept.values(), key=attrgetter("number"))
        path.write_text(as_file(puzzles, withdrawn), encoding="utf-8")
        yield f"{puzzle.source}: puzzle {puzzle.number} {verdict}"


def _kept(title: str, games: Iterable[Iterator[Beginning]], most: int) -> Iterator[str]:
    """Generate puzzles from games until there are enough, and add them to the title's.

    Yield a line for each. No part of the games gives more than half of them.
    """
    strategy = STRATEGIES[title]
    path = path_of(strategy)
    before = [*read_all(path.read_text(encoding="utf-8"))] if path.exists() else []
    known = {puzzle.source for puzzle in before}
    numbers = {puzzle.number for puzzle in before} | withdrawn_from(path)
    number = max(numbers, default=0)
    parts: Counter[int] = Counter()
    for game in games:
        done: set[int] = set()
        for here in game:
            part = int(min(PARTS - 1, PARTS * (1 - strategy.model.features(here.state).left)))
            if parts.total() >= most:
                return
            if part in done or (parts[part] * 2 >= most > 1) or here.source in known:
                continue
            if here.rounds < OPENING:
                continue
            found = generate(TITLES[title], strategy, here, number + 1)
            if found is None:
                continue
            number += 1
            done.add(part)
            parts[part] += 1
            with path.open("a", encoding="utf-8") as file:
                file.write(("\n" if number > 1 else "") + as_text(found.puzzle))
            yield (
                f"{found.puzzle.source}: puzzle {number}, found in {found.search:.1f} s,"
                f" checked in {found.check:.0f} s"
            )
