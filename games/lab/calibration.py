"""Calibrate the evaluator: `python -m games.lab calibrate`.

Games of two kinds are played: in one, journeymen sit in all seats, in the other each seat has a
merchant or a journeyman at random. The calibration, which turns what trials led to into chances, is
fitted to them. Each third of the games is predicted with a calibration fitted to the other thirds.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import log, sqrt
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from games.bots import BOTS, STRATEGIES
from games.bots.evaluation import (
    ROUNDS,
    TRIALS,
    Bin,
    Calibration,
    Checked,
    Trial,
    path_of,
    played_on,
)
from games.bots.setups import drawn_options
from games.rules import TITLES
from games.rules.playthrough import play_out
from games.rules.replay import record_of
from games.rules.title import CHANCE, Setup

KEPT: Final = 0.15
"""The share of the beginnings of turns that is used: those of one game are much alike."""
PARTS: Final = 3
"""Each such part of the games is checked with a calibration by the other parts."""
TO_THE_END: Final = 4
"""How often quick bots play each position of a mixed game to its end."""
LEAST_ENDED: Final = 200
"""Fewer are too few to estimate the spread, and it keeps its default."""
BINS: Final = 10
STEPS: Final = (0.4, 0.4, 0.02)
"""By how much the fit changes each number at first."""
TIMES: Final = 9
"""How often all are tried, each time by 0.7 of the steps before."""
LONG: Final = 1_000
"""More rounds than any game has."""


class Game(NamedTuple):
    """A game that was played: its log, and the seats' parts of the win."""

    title: str
    setup: str
    number: int
    mixed: bool
    options: dict[str, str]
    log: Sequence[tuple[int, str]]
    won: Sequence[float]


class Position(NamedTuple):
    """The beginning of a turn: what trials led to, and the seats' parts of the win in the game.

    `ends` are the same when quick bots played it to its end. `game` tells games apart.
    """

    game: str
    trials: Sequence[Trial]
    won: Sequence[float]
    ends: Sequence[Sequence[float]] = ()


def play(title_id: str, setup: Setup, number: int, *, mixed: bool) -> Game:
    """Play a game; half of the games have modules drawn at random."""
    title = TITLES[title_id]
    rng = random.Random(f"{'calibration' if mixed else 'journeymen'} {setup.label} {number}")
    options = drawn_options(title, setup, rng) if number % 2 else dict(setup.options)
    levels = ["journeyman", "merchant"] if mixed else ["journeyman"]
    bots = [BOTS[rng.choice(levels)] for _ in range(setup.players)]
    played = play_out(title, options, bots, rng)
    result = title.result(played.state)
    places = result.places if result else ()
    won = [(place == 1) / places.count(1) for place in places]
    record = record_of(played, [""] * setup.players)
    orders = [(entry.seat, entry.text) for entry in record.orders]
    return Game(title_id, str(setup.label), number, mixed, dict(record.options), orders, won)


def kept(path: Path) -> dict[tuple[str, str, int, bool], Game]:
    """Return the games that a file keeps, a line each; the file need not be there."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    games = [Game(*json.loads(line)) for line in lines]
    return {(each.title, each.setup, each.number, each.mixed): each for each in games}


def keep(path: Path, game: Game) -> None:
    """Add a game to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(game) + "\n")


def positions(game: Game) -> Iterator[Position]:
    """Yield some beginnings of turns of a game, as a spectator saw them, played on."""
    title, quick = TITLES[game.title], STRATEGIES[game.title].quick
    rng = random.Random(f"{game.setup} {game.number} {game.mixed}")
    state, turn = title.start(game.options, len(game.won)), CHANCE
    for seat, text in game.log:
        if seat != CHANCE and (view := title.view(state, None)).turn != turn:
            turn = view.turn
            if rng.random() < KEPT:
                trials = [played_on(view, quick, quick, ROUNDS, rng) for _ in range(TRIALS)]
                again = TO_THE_END if game.mixed else 0
                ends = [played_on(view, quick, quick, LONG, rng).end for _ in range(again)]
                name = f"{game.setup} {game.number} {game.mixed}"
                yield Position(name, trials, game.won, ends)
        state = title.apply(state, seat, title.read(state, text))


def predicted(calibration: Calibration, position: Position) -> list[float]:
    """Return each seat's chance in a position."""
    rows = [calibration.chances(trial) for trial in position.trials]
    return [fmean(column) for column in zip(*rows, strict=True)]


def fitted(found: Sequence[Position]) -> Calibration:
    """Return the calibration that predicts best who won: that of the greatest likelihood."""

    def loss(numbers: Sequence[float]) -> float:
        calibration = Calibration(*numbers)
        return -fmean(
            sum(
                part * log(chance)
                for part, chance in zip(each.won, predicted(calibration, each), strict=True)
            )
            for each in found
        )

    best = [*Calibration()[: len(STEPS)]]
    least = loss(best)
    for time in range(TIMES):
        for place, step in enumerate(STEPS):
            for way in (step, -step):
                other = [*best]
                other[place] += way * 0.7**time
                if 0.001 <= other[-1] <= 0.3 and (found_loss := loss(other)) < least:
                    best, least = other, found_loss
                    break
    return Calibration(*(round(number, 3) for number in best))


def spread(calibration: Calibration, found: Iterable[Position]) -> float:
    """Return by which part of the standard deviation of a win chances are wrong.

    A position has two independent ends: the game's, and those played by quick bots. Both miss the
    predicted chance in the same direction only as far as that is wrong.
    """
    wrong = whole = 0.0
    for each in found:
        for seat, chance in enumerate(predicted(calibration, each)):
            end = fmean(end[seat] for end in each.ends)
            wrong += (each.won[seat] - chance) * (end - chance)
            whole += chance * (1 - chance)
    return sqrt(max(0.0, wrong) / whole)


Prediction = tuple[str, float, float]
"""A game, a chance that was predicted in it, and the part of the win that followed."""


def binned(calibration: Calibration, found: Iterable[Position]) -> list[list[Prediction]]:
    """Return predictions and their outcomes, in ten bins of chances from 0 to 1."""
    rows: list[list[Prediction]] = [[] for _ in range(BINS)]
    for each in found:
        for chance, won in zip(predicted(calibration, each), each.won, strict=True):
            rows[int(chance * BINS)].append((each.game, chance, won))
    return rows


def _bin(rows: Sequence[Prediction]) -> Bin:
    if not rows:
        return Bin(0, 0.0, 0.0, 0.0)
    won = fmean(part for _, _, part in rows)
    by_game: defaultdict[str, float] = defaultdict(float)
    for game, _, part in rows:
        by_game[game] += part - won
    error = sqrt(sum(total**2 for total in by_game.values())) / len(rows)
    return Bin(len(rows), fmean(chance for _, chance, _ in rows), won, error)


def fit_and_check(title_id: str, found: Sequence[Position]) -> Checked:
    """Fit the calibration of a title to all positions, check it by thirds, and write both.

    Positions of one game are in one third.
    """
    games = sorted({position.game for position in found})
    third = {game: number % PARTS for number, game in enumerate(games)}
    rows: list[list[Prediction]] = [[] for _ in range(BINS)]
    for part in range(PARTS):
        calibration = fitted([each for each in found if third[each.game] != part])
        own = binned(calibration, [each for each in found if third[each.game] == part])
        for row, more in zip(rows, own, strict=True):
            row.extend(more)
    calibration = fitted(found)
    ended = [position for position in found if position.ends]
    if len(ended) >= LEAST_ENDED:
        calibration = calibration._replace(spread=round(spread(calibration, ended), 3))
    checked = Checked(len(games), [_bin(row) for row in rows])
    bins = [[each.number, *(round(part, 3) for part in each[1:])] for each in checked.bins]
    data = {"calibration": calibration._asdict(), "checked": [len(games), bins]}
    path_of(STRATEGIES[title_id].model.path).write_text(
        json.dumps(data).replace(", [", ",\n [") + "\n"
    )
    return checked


def calibrate(title_id: str, games: Iterable[Game]) -> Checked:
    """Calibrate the evaluator of a title by games, and write the results."""
    return fit_and_check(title_id, [position for game in games for position in positions(game)])
