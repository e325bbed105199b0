"""Generate puzzles from games of bots, or from records: `python -m games.lab puzzles`.

At the beginning of a turn some sensible whole turns are compared. Where one is clearly better than
all others, and does not look best at first, the position is a puzzle. Each is then checked by a
search that takes ten times as long as the first.
"""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import Any, Final, NamedTuple

from games.bots.bot import Bot
from games.bots.evaluation import compared
from games.bots.levels import master, merchant
from games.bots.puzzles import (
    ALIKE,
    ROUNDS,
    STARS,
    Line,
    Puzzle,
    Turn,
    digest,
    judged,
    lead,
    orders_of,
    tried,
)
from games.bots.reasons import reason
from games.bots.search import Search
from games.bots.strategy import SearchBudget, TitleStrategy
from games.lab.ladder import NORMAL
from games.rules.playthrough import Playthrough
from games.rules.record import Record
from games.rules.replay import record_steps
from games.rules.title import CHANCE, AnyOrders, AnyTitle, Order

END: Final = "end"
"""The verb that ends a turn."""
MARGIN: Final = 0.05
"""How much more often the best turn must win than any that is not as good."""
OPEN: Final = (0.03, 0.9)
"""The limits of the seat's chance to win: hardly any turn matters in a game that is decided."""
ANSWERS: Final = 3
"""The most turns that may be equally good: with more, hardly any turn is wrong."""
POINT: Final = 1.1
"""The least weight of what the best turn does, by `games.bots.reasons`.

Talers, or pieces in supply, alone are not enough.
"""
LATE: Final = 1
"""How many rounds later, at most, others punish the usual turn."""
WRONG: Final = 2
"""How many turns must be worse, at least."""
KEPT: Final = 6
"""How many turns of a puzzle are kept."""
TIMES: Final = 10
"""How many times as long as the search that found a position its check takes, at least."""
CANDIDATES: Final = 12
MANY_CANDIDATES: Final = 20
"""How many candidates are compared at first, and in a check."""
LEAST_ROWS: Final = 12
MOST_ROWS: Final = 48
"""The fewest trials of a check, and the most while luck could still explain the result."""


class Beginning(NamedTuple):
    """A position at the beginning of a turn; `source` says where it is from.

    `rounds` is how many turns the seat has had before.
    """

    state: Any
    seat: int
    rounds: int
    source: str


class WholeTurn(NamedTuple):
    """A whole turn: its orders, their texts, and a fingerprint of where they lead."""

    orders: tuple[Order, ...]
    texts: tuple[str, ...]
    end: str


def beginnings(
    title: AnyTitle, options: Mapping[str, str], bots: Sequence[Bot], seed: str
) -> Iterator[Beginning]:
    """Play a game, a bot in each seat; yield where turns begin."""
    rng = random.Random(seed)
    state = title.start(title.complete(options, len(bots)), len(bots))
    play = Playthrough(title, state, rng)
    turn, number = CHANCE, 0
    for seat, *_ in play.asked():
        view = title.view(play.state, seat)
        if view.turn != turn and view.turn == seat:
            turn, number = view.turn, number + 1
            rounds = (number - 1) // len(bots)
            yield Beginning(play.state, seat, rounds, f"{seed}, turn {number}")
        play.answer(seat, bots[seat], view)


def recorded(title: AnyTitle, record: Record, name: str) -> Iterator[Beginning]:
    """Yield where the turns of a recorded game begin; raises BadRecord."""
    turn, number = CHANCE, 0
    for step in record_steps(record):
        seats = title.to_move(step.after)
        if not seats or CHANCE in seats:
            continue
        view = title.view(step.after, seats[0])
        if view.turn != turn and view.turn == seats[0]:
            turn, number = view.turn, number + 1
            rounds = (number - 1) // view.players
            yield Beginning(step.after, seats[0], rounds, f"{name}, turn {number}")


class Generated(NamedTuple):
    """A puzzle, and the seconds of CPU that finding and checking it took."""

    puzzle: Puzzle
    search: float
    check: float


class Comparison:
    """Whole turns of a position, and the seat's chances to win after them, a row for each trial."""

    def __init__(
        self, strategy: TitleStrategy, here: Beginning, view: Any, turns: Iterable[WholeTurn]
    ) -> None:
        self.strategy = strategy
        self.here = here
        self.view = view
        self.turns = [*turns]
        self.rows: list[list[float]] = []

    def glance(self) -> None:
        """Try each turn for the least number of rounds, more often where chance decides."""
        trials, seat = 1 + self.strategy.budget.retries // 4, self.here.seat
        found = compared(
            self.view,
            [turn.orders for turn in self.turns],
            self.here.source,
            trials,
            rounds=ROUNDS[0],
            quick=self.strategy.quick,
        )
        self.rows.append([chances.values[seat] for chances in found])

    def try_once_more(self) -> None:
        """Try each turn once more, with other draws, for each number of rounds.

        From the second time on everyone makes some mistakes.
        """
        scripts = [turn.orders for turn in self.turns]
        seed = f"{self.here.source} {len(self.rows)}"
        self.rows += tried(self.view, scripts, self.strategy, seed, hasty=not self.rows)

    def keep(self, number: int, lesser: Collection[str]) -> None:
        """Keep a number of turns: all that lead to one of the `lesser` ends, and the best."""
        ranked = self.ranked()
        best = ranked[: number - len(lesser)]
        rest = ranked[len(best) :]
        best += [at for at in rest if self.turns[at].end in lesser]
        best += [at for at in rest if at not in best][: number - len(best)]
        self.turns = [self.turns[at] for at in best]
        self.rows = [[row[at] for at in best] for row in self.rows]

    def chance(self, at: int) -> float:
        """Return the mean chance to win after a turn."""
        return fmean(row[at] for row in self.rows)

    def ranked(self) -> list[int]:
        """Return the numbers of the turns, the best one first."""
        return sorted(range(len(self.turns)), key=lambda at: -self.chance(at))

    def gaps(self, lesser: Collection[str]) -> list[float] | None:
        """Return how far the best turn, or few as good, are ahead of all others in each trial.

        None if one of these leads to a lesser end, or if too many or too few are worse.
        """
        best, *others = self.ranked()
        good = [at for at in others if self.chance(best) - self.chance(at) < ALIKE]
        worse = others[len(good) :]
        if len(good) >= ANSWERS or len(worse) < WRONG:
            return None
        if any(self.turns[at].end in lesser for at in (best, *good)):
            return None
        # A turn ends where chance comes in: what follows is luck.
        if any(len(self.turns[at].texts) == 1 for at in (best, *good)):
            return None
        return [row[best] - row[worse[0]] for row in self.rows]

    def is_hopeful(self, lesser: Collection[str]) -> bool:
        """Return whether the best turns may be far enough ahead, as far as is known."""
        gaps = self.gaps(lesser)
        return gaps is not None and fmean(gaps) >= MARGIN / 2

    def is_clear(self, lesser: Collection[str]) -> bool:
        """Return whether the best turns are far ahead, for each number of rounds, not by luck.

        All turns were tried twice or more.
        """
        gaps = self.gaps(lesser)
        if gaps is None or fmean(gaps) < MARGIN:
            return False
        by_rounds = [fmean(gaps[first :: len(ROUNDS)]) for first in range(len(ROUNDS))]
        error = stdev(gaps) / sqrt(len(gaps))
        return min(by_rounds) >= MARGIN / 3 and fmean(gaps) - NORMAL * error > ALIKE


def generate(
    title: AnyTitle, strategy: TitleStrategy, beginning: Beginning, number: int
) -> Generated | None:
    """Return the puzzle with this number that a position makes, None if it makes none.

    What the seat does not see is drawn again, so that no puzzle reveals it.
    """
    begin = process_time()
    view = title.view(beginning.state, beginning.seat)
    here = beginning._replace(state=title.resample(view, random.Random(beginning.source)))
    if not title.orders(here.state, here.seat).leave_a_choice:
        return None
    least, most = OPEN
    if not least < strategy.model.evaluate(here.state).chances[here.seat] < most:
        return None
    found = _turns(title, strategy, here, _bots(title, strategy, here, CANDIDATES))
    # What a bot plays that does not look ahead, and to do nothing, are no answers.
    lesser = [*_turns(title, strategy, here, [strategy.quick, passing(strategy)])]
    if len(found) <= WRONG:
        return None
    first = Comparison(strategy, here, view, found.values())
    first.glance()
    if not first.is_hopeful(lesser):
        return None
    first.keep(KEPT, lesser)
    first.rows.clear()
    first.try_once_more()
    if not first.is_hopeful(lesser):
        return None
    return _checked(title, strategy, here, found, lesser, process_time() - begin, number)


def _checked(
    title: AnyTitle,
    strategy: TitleStrategy,
    here: Beginning,
    found: Mapping[str, WholeTurn],
    lesser: Sequence[str],
    search: float,
    number: int,
) -> Generated | None:
    """Return the puzzle if a search of ten times as many seconds as the first confirms it.

    There must be a reason in words. `lesser` are the ends of the usual turn and of passing.
    """
    begin = process_time()
    view = title.view(here.state, here.seat)
    bots: list[Bot] = [*_bots(title, strategy, here, MANY_CANDIDATES), merchant(strategy)]
    more = _turns(title, strategy, here, bots)
    many = Comparison(strategy, here, view, (dict(found) | more).values())
    many.glance()
    if not many.is_hopeful(lesser):
        return None
    many.keep(KEPT, lesser)
    budget = SearchBudget(CANDIDATES, rounds=ROUNDS[1], average=strategy.budget.average)
    deep = Search(strategy.with_budget(budget))
    turns = {turn.end: turn for turn in many.turns} | _turns(title, strategy, here, [deep])
    check = Comparison(strategy, here, view, turns.values())
    while len(check.rows) < LEAST_ROWS or process_time() - begin < TIMES * search:
        check.try_once_more()
        if not check.is_hopeful(lesser):
            return None
    while not check.is_clear(lesser):
        if len(check.rows) >= MOST_ROWS or not check.is_hopeful(lesser):
            return None
        check.try_once_more()
    best, *_ = ranked = check.ranked()
    kept = [
        Turn(
            check.turns[at].texts,
            check.chance(at),
            check.turns[at].end == lesser[0],
            lead(check.rows, best, at)[1],
        )
        for at in ranked
    ]
    puzzle = _explained(
        Puzzle(number, title, here.state, here.seat, kept, here.source), strategy, lesser
    )
    return None if puzzle is None else Generated(puzzle, search, process_time() - begin)


def again(puzzle: Puzzle, strategy: TitleStrategy, number: int) -> Puzzle | None:
    """Return a puzzle as it would be generated today, None if it would not be.

    If what was the best turn is no answer any more, it is another puzzle, with this number.
    """
    title, here = puzzle.title, Beginning(puzzle.state, puzzle.seat, 0, puzzle.source)
    found = _turns(title, strategy, here, _bots(title, strategy, here, CANDIDATES))
    for turn in puzzle.turns:
        orders = orders_of(puzzle, turn.orders, strategy)
        end = digest(puzzle, turn.orders, strategy)
        found.setdefault(end, WholeTurn(tuple(orders), turn.orders, end))
    lesser = [*_turns(title, strategy, here, [strategy.quick, passing(strategy)])]
    made = _checked(title, strategy, here, found, lesser, 0.0, puzzle.number)
    if made is None:
        return None
    answer = judged(made.puzzle, puzzle.turns[0].orders, strategy)
    right = made.puzzle.is_right(answer.chance)
    return made.puzzle if right else replace(made.puzzle, number=number)


def _explained(puzzle: Puzzle, strategy: TitleStrategy, lesser: Collection[str]) -> Puzzle | None:
    """Return a puzzle with reasons, a theme and stars, None without a reason.

    There must be one against the usual turn and against passing, which lead to the `lesser` ends;
    other wrong turns without one are left out.
    """
    best, usual = puzzle.turns[0], puzzle.usual
    point = reason(puzzle, best.orders, usual.orders)
    if point.weight < POINT or point.late > LATE:
        return None
    turns = [best._replace(why=point.points)]
    wrong = 0
    for turn in puzzle.turns[1:]:
        if puzzle.is_right(turn.chance):
            turns.append(turn)
            continue
        found = reason(puzzle, best.orders, turn.orders)
        if found.weight >= POINT and found.reply:
            turns.append(turn._replace(why=found.points, reply=found.reply))
            wrong += 1
        elif digest(puzzle, turn.orders, strategy) in lesser:
            return None
    if wrong < WRONG:
        return None
    explained = replace(puzzle, turns=turns, theme=point.theme)
    return replace(explained, stars=_stars(explained, strategy))


def _stars(puzzle: Puzzle, strategy: TitleStrategy) -> int:
    """Return 1 if merchants find an answer to a puzzle, 2 if masters do, else STARS."""
    here = Beginning(puzzle.state, puzzle.seat, 0, puzzle.source)
    for stars, bot in enumerate((merchant(strategy), master(strategy)), start=1):
        (turn,) = _turns(puzzle.title, strategy, here, [bot]).values()
        if puzzle.is_right(judged(puzzle, turn.texts, strategy).chance):
            return stars
    return STARS


def _bots(title: AnyTitle, strategy: TitleStrategy, here: Beginning, most: int) -> list[Bot]:
    """Return bots that play a turn in different ways, the quick one first, then a passing one."""
    view, orders = title.view(here.state, here.seat), title.orders(here.state, here.seat)
    candidates = strategy.candidates(view, orders, most)
    return [strategy.quick, passing(strategy), *(each.play() for each in candidates)]


def passing(strategy: TitleStrategy) -> Bot:
    """Return a bot that ends its turn as soon as it may."""

    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        return next(iter(orders.groups.get(END, ())), None) or strategy.quick(view, orders, rng)

    return bot


def _turns(
    title: AnyTitle, strategy: TitleStrategy, here: Beginning, bots: Iterable[Bot]
) -> dict[str, WholeTurn]:
    """Return the turns of some bots by where they lead; of two that lead there the first."""
    found: dict[str, WholeTurn] = {}
    for bot in bots:
        line, rng, orders = Line(title, here.state, here.seat, strategy), random.Random(1), []
        while not line.over:
            now = title.view(line.state, here.seat)
            orders.append(bot(now, title.orders(line.state, here.seat), rng))
            line.order(orders[-1])
        end = title.digest(line.state)
        found.setdefault(end, WholeTurn(tuple(orders), line.texts, end))
    return found
