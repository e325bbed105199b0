"""The evaluator: what chance to win each seat has, as far as a view can tell, and how sure that is.

Charts, turning points, hints and puzzles all take their chances from here. What the view hides is
drawn, quick bots play on for a while, and at the beginning of each turn on the way the model says
who will win. How reliable that is was measured with games on which the model was not
trained, see `games.lab.calibration`. No chance is shown without how sure it is: use
`chance_told`.
"""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from games.bots import STRATEGIES
from games.bots.bot import Bot
from games.bots.garbage import uncollected
from games.bots.model import final_evaluation, shares
from games.bots.whole_turn import Script
from games.rules import TITLES
from games.rules.common.message import Message, term
from games.rules.playthrough import Playthrough
from games.rules.title import Order

TRIALS: Final = 3
"""How often a position is played on."""
ROUNDS: Final = 2
"""For how many rounds."""
SURE: Final = 0.1
"""A chance whose standard error is larger is given in words, not in figures."""


class Trial(NamedTuple):
    """The result of playing a position on.

    `steps` are how much of the game was left, and each seat's strength by the model, at the
    beginning of each turn. If the game was over before, `end` are the seats' parts of the win,
    which count for the `missing` turns.
    """

    steps: Sequence[tuple[float, Sequence[float]]]
    end: Sequence[float] = ()
    missing: int = 0


class Calibration(NamedTuple):
    """What makes chances to win of what trials led to.

    A strength counts `last` times as much as in the model at the end of a game, at its beginning
    `more` times as much in addition. `doubt` is the part of a trial's chances that all seats share:
    even what ended in a trial may come out otherwise. `spread` is the part of the standard
    deviation of a win by which chances are wrong, however many trials there are.
    """

    last: float = 1.0
    more: float = 0.0
    doubt: float = 0.02
    spread: float = 0.35

    def chances(self, trial: Trial) -> list[float]:
        """Return each seat's chance by one trial: the mean at the beginnings of its turns."""
        counted = [
            shares([(self.last + self.more * left) * each for each in strengths])
            for left, strengths in trial.steps
        ]
        rows = [*counted, *[trial.end] * trial.missing]
        part = self.doubt / len(rows[0])
        return [part + (1 - self.doubt) * fmean(column) for column in zip(*rows, strict=True)]


class Bin(NamedTuple):
    """Predicted chances in a range: how many, their mean, and the share won, with its error.

    The standard error counts games, as positions of one game come out alike.
    """

    number: int
    predicted: float
    won: float
    error: float


class Checked(NamedTuple):
    """How many games a calibration was made from, and how well it predicted them, in bins.

    Each third of the games was checked with a calibration by the others.
    """

    games: int
    bins: Sequence[Bin]


@dataclass(frozen=True)
class Chances:
    """Each seat's chance to win, and how sure that is.

    `trials` has a row for each trial with a chance for each seat. `spread` is as in `Calibration`,
    0 if the game is over.
    """

    trials: Sequence[Sequence[float]]
    spread: float = 0.0

    @cached_property
    def values(self) -> list[float]:
        """Each seat's chance to win; they sum to 1."""
        return [fmean(column) for column in zip(*self.trials, strict=True)]

    @cached_property
    def errors(self) -> list[float]:
        """The standard error of each seat's chance, 0 if the game is over."""
        return [
            sqrt(noise**2 + self.spread**2 * value * (1 - value))
            for noise, value in zip(self.noise, self.values, strict=True)
        ]

    @cached_property
    def noise(self) -> list[float]:
        """The part of each standard error that more trials would take away.

        Only this tells two estimates of almost one position apart: the rest both have wrong.
        """
        return [_error(column) for column in zip(*self.trials, strict=True)]

    def beside(self, other: "Chances", seat: int) -> tuple[float, float]:
        """Return how much larger a seat's chance is than another's, and the standard error of that.

        Both come from the same call of `compared`: the same was drawn for both, and what is wrong
        with both counts for neither.
        """
        more = [
            mine[seat] - theirs[seat]
            for mine, theirs in zip(self.trials, other.trials, strict=True)
        ]
        return fmean(more), _error(more)


def chances(view: Any, seed: object = 0, trials: int = TRIALS) -> Chances:
    """Return each seat's chance to win in a position as a seat or a spectator sees it.

    That may be at any moment of a turn. The title is one of STRATEGIES. The same seed gives the
    same.
    """
    return compared(view, [()], seed, trials)[0]


@uncollected()
def compared(
    view: Any,
    turns: Sequence[Sequence[Order]],
    seed: object = 0,
    trials: int = TRIALS,
    *,
    rounds: int = ROUNDS,
    quick: Bot | None = None,
) -> list[Chances]:
    """Return the chances after each of some turns of the seat whose view this is.

    In each trial what the view hides is drawn once, so that all turns meet the same. `quick` plays
    the rest of the turn, all of it where an order is not legal, and everybody's turns for some
    `rounds`. It is the quick bot of the title by default.
    """
    title, strategy = TITLES[view.title], STRATEGIES[view.title]
    if not view.to_move:
        return [
            Chances([final_evaluation(title, title.resample(view, random.Random(0))).chances])
        ] * len(turns)
    calibration, quick = calibration_of(strategy.model.path), quick or strategy.quick
    found: list[list[Sequence[float]]] = [[] for _ in turns]
    for trial in range(trials):
        for rows, orders in zip(found, turns, strict=True):
            rng = random.Random(f"{seed} {trial}")
            script = Script(orders, quick)
            rows.append(calibration.chances(played_on(view, script, quick, rounds, rng)))
    return [Chances(rows, calibration.spread) for rows in found]


def played_on(view: Any, mine: Bot, quick: Bot, rounds: int, rng: random.Random) -> Trial:
    """Play a position on in one trial; `mine` plays for the view's seat."""
    title, model = TITLES[view.title], STRATEGIES[view.title].model
    play, turn = Playthrough(title, title.resample(view, rng), rng), view.turn
    left = rounds * view.players
    steps: list[tuple[float, Sequence[float]]] = []
    for seat, *_ in play.asked():
        now = title.view(play.state, seat)
        if now.turn != turn:
            turn = now.turn
            features = model.features(play.state)
            steps.append((features.left, model.strengths(features)))
            if len(steps) == left:
                return Trial(steps)
        play.answer(seat, mine if seat == view.seat else quick, now)
    # An end counts for every turn that would have begun.
    return Trial(steps, final_evaluation(title, play.state).chances, left - len(steps))


@cache
def calibration_of(model: Path) -> Calibration:
    """Return the calibration of the title whose model is in a file."""
    path = path_of(model)
    if not path.exists():
        return Calibration()
    return Calibration(**json.loads(path.read_text())["calibration"])


@cache
def checked_of(model: Path) -> Checked:
    """Return how the calibration of the title whose model is in a file was checked."""
    games, bins = json.loads(path_of(model).read_text())["checked"]
    return Checked(games, [Bin(*each) for each in bins])


def path_of(model: Path) -> Path:
    """Return where the calibration of the title whose model is in a file is kept: beside it."""
    return model.with_name("chances.json")


def _error(values: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


EVEN: Final = 0.08
"""Two seats are about even whose shares of what both have together differ so little from half."""
CLEAR: Final = 0.25
"""A seat that differs by more is clearly ahead or behind."""


STANDINGS: Final[Mapping[int, Message]] = {
    -2: term("standing", "clearly behind"),
    -1: term("standing", "behind"),
    0: term("standing", "about even"),
    1: term("standing", "ahead"),
    2: term("standing", "clearly ahead"),
}
"""What `standing` returns, in words."""


def chance_told(chances: Sequence[float], seat: int, error: float) -> Message:
    """Return a seat's chance to win as people read it: '64% ± 6%', or words where ± exceeds SURE.

    It is certain, 0% or 100%, only if there is no error: once the game is over.
    """
    return chance_in_figures(chances[seat], error) or STANDINGS[standing(chances, seat)]


def chance_in_figures(chance: float, error: float) -> Message | None:
    """Return a chance with its error, None where that exceeds SURE."""
    if error > SURE:
        return None
    if not error:
        return in_percent(chance)
    return with_error(min(0.99, max(0.01, chance)), error)


def in_percent(chance: float) -> Message:
    """Return a chance without its error: '64%'."""
    return term("chance", "{percent}%", percent=round(100 * chance))


def with_error(chance: float, error: float) -> Message:
    """Return a chance with its standard error: '64% ± 6%'."""
    percent = round(100 * chance)
    return term("chance", "{percent}% ± {error}%", percent=percent, error=_error_of(error))


def gap_told(gap: float, error: float) -> Message:
    """Return how much larger one chance is than another: '+12% ± 3%', or in words: 'more'."""
    if error > SURE:
        if abs(gap) <= error:
            return term("difference of chances", "about as much")
        if gap > 0:
            return term("difference of chances", "more")
        return term("difference of chances", "less")
    if not gap and not error:
        return in_percent(0)
    size, about = round(100 * abs(gap)), _error_of(error)
    if gap < 0:
        return term("difference of chances", "−{percent}% ± {error}%", percent=size, error=about)
    return term("difference of chances", "+{percent}% ± {error}%", percent=size, error=about)


def size_told(gap: float, error: float) -> Message:
    """Return how large a difference of chances is: '12% ± 3%', or 'much' if that is not known."""
    if error > SURE:
        return term("difference of chances", "much")
    return with_error(abs(gap), error)


def _error_of(error: float) -> int:
    """Return a standard error in percent."""
    return max(1, round(100 * error))


def standing(chances: Sequence[float], seat: int) -> int:
    """Return how a seat stands beside its strongest rival: from -2, clearly behind, to 2."""
    rival = max(chance for other, chance in enumerate(chances) if other != seat)
    lead = chances[seat] / ((chances[seat] + rival) or 1) - 0.5
    if abs(lead) <= EVEN:
        return 0
    size = 2 if abs(lead) > CLEAR else 1
    return size if lead > 0 else -size
