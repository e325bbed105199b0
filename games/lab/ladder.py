"""The ladder: how often one bot wins at a table with bots of another level."""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import monotonic, process_time
from typing import Any, Final, NamedTuple

from games.bots.bot import Bot, Thinker
from games.rules.playthrough import play_out
from games.rules.title import CHANCE, AnyOrders, AnyTitle, Order, Setup

NORMAL: Final = 1.96
"""Standard deviations on each side of the mean that hold 95 % of a normal distribution."""


class Score(NamedTuple):
    """The result of one game for the bot that is measured.

    `won` is its part of the win, `lead` the points that it was ahead of the best other. Its turns,
    and its answers in the turns of others, took `seconds` of CPU.
    """

    won: float
    lead: int
    turns: int
    seconds: float


class Rung(NamedTuple):
    """The results of some games; an interval holds the true number with 95 %."""

    games: int
    share: float
    share_from: float
    share_to: float
    lead: float
    lead_error: float
    seconds_a_turn: float

    def cells(self) -> tuple[str, str, str, str]:
        """Return games, wins, lead and seconds as a row of a table."""
        wins = f"{self.share:.0%} ({self.share_from:.0%} to {self.share_to:.0%})"
        lead = f"{self.lead:+.1f} ± {self.lead_error:.1f}"
        return str(self.games), wins, lead, f"{self.seconds_a_turn:.2f}"


def rung(scores: Sequence[Score]) -> Rung:
    """Sum up some games: the share of wins with Wilson's interval (1927), and the mean lead."""
    n = len(scores)
    share = fmean(score.won for score in scores)
    square = NORMAL**2 / n
    middle = (share + square / 2) / (1 + square)
    half = NORMAL * sqrt(share * (1 - share) / n + square / (4 * n)) / (1 + square)
    leads = [score.lead for score in scores]
    error = NORMAL * stdev(leads) / sqrt(n) if n > 1 else 0.0
    seconds = sum(score.seconds for score in scores) / sum(score.turns for score in scores)
    return Rung(n, share, middle - half, middle + half, fmean(leads), error, seconds)


class Ledger:
    """A file that keeps the games of ladders, a line of JSON each, so that none is played twice.

    A long ladder can be stopped and continued. Bots that play in another way need another file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def of(self, ladder: Sequence[str]) -> dict[int, Score]:
        """Return the games that are kept of a ladder, by number.

        `ladder` are its title, its set-up, the bot that is measured and the others. Raises
        ValueError with a sentence for people if `keep` did not write a line, and OSError
        if the file cannot be written: better before hours of games than after.
        """
        self.path.touch()
        found: dict[int, Score] = {}
        for number, line in enumerate(self.path.read_text().splitlines(), 1):
            try:
                *names, game, (won, lead, turns, seconds) = json.loads(line)
                if names == [*ladder]:
                    found[int(game)] = Score(float(won), int(lead), int(turns), float(seconds))
            except (TypeError, ValueError) as error:
                raise ValueError(
                    f"Line {number} of {self.path} is not a game of a ladder."
                ) from error
        return found

    def keep(self, ladder: Sequence[str], game: int, score: Score) -> None:
        """Add a game to the file."""
        with self.path.open("a") as file:
            file.write(json.dumps([*ladder, game, score]) + "\n")


class Clocked:
    """A bot, and the CPU seconds that it takes."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Return what the bot orders."""
        begin = process_time()
        order = self.bot(view, orders, rng)
        self.seconds += process_time() - begin
        return order


class Limited:
    """A bot as it plays at a table: it thinks for at most `seconds` in a turn.

    `hasty` plays the rest of the turn, and answers in the turns of others.
    """

    def __init__(self, thinker: Thinker, hasty: Bot, seconds: float) -> None:
        self.thinker = thinker
        self.hasty = hasty
        self.seconds = seconds
        self.deadline: float | None = None

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Return what the bot orders."""
        if self.deadline is None:
            self.deadline = monotonic() + self.seconds
        if view.turn != view.seat or monotonic() >= self.deadline:
            return self.hasty(view, orders, rng)
        return self.thinker(view, orders, rng, self.deadline).order

    def beside(self, bot: Bot) -> Bot:
        """Return a bot for other seats of its game: when they are asked, its time starts again."""

        def other(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
            self.deadline = None
            return bot(view, orders, rng)

        return other


def climb(
    title: AnyTitle, setup: Setup, one: Bot, others: Bot, games: Sequence[int]
) -> Iterator[Score]:
    """Play games of one bot against others; the number of a game is its seed and sets the seat."""
    for game in games:
        seat, clocked = game % setup.players, Clocked(one)
        bots = [others] * setup.players
        bots[seat] = clocked
        played = play_out(title, setup.options, bots, random.Random(f"ladder {game}"))
        result = title.result(played.state)
        if result is None:
            raise ValueError("A game that is played out has a result.")
        totals = [lines["total"] for lines in result.scores]
        best = max(total for other, total in enumerate(totals) if other != seat)
        won = (result.places[seat] == 1) / result.places.count(1)
        asked = (step.seat for step in played.steps if step.seat != CHANCE)
        turns = sum(who == seat for who, _ in groupby(asked))
        yield Score(won, totals[seat] - best, turns, clocked.seconds)
