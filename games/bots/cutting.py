"""Cut puzzles from games of bots, or from records: `python -m games.bots puzzles`.

At the beginning of a turn some sensible whole turns are compared. Where one is clearly better than
all others, and it is not the one that looks best at first, the position is a puzzle. Each is then
checked by a search that takes ten times as long as the one that found it.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import Any, Final, NamedTuple

from games.bots.bot import Bot
from games.bots.ladder import NORMAL
from games.bots.levels import apprentice, merchant
from games.bots.mind import Mind
from games.bots.puzzles import ALIKE, ROUNDS, Line, Puzzle, Turn
from games.bots.review import compare
from games.bots.search import Effort, Search
from games.rules.playing import draw
from games.rules.record import Record
from games.rules.replay import record_steps
from games.rules.title import CHANCE, AnyTitle, Order

MARGIN: Final = 0.1
"""The best turn wins so much more often than any that is not as good as it."""
OPEN: Final = (0.03, 0.9)
"""The seat's chance to win is in between: hardly any turn matters in a game that is decided."""
ANSWERS: Final = 3
"""So many turns at most may be equally good: with more of them hardly any turn is wrong."""
WRONG: Final = 2
"""So many turns at least must be worse."""
KEPT: Final = 6
"""So many turns of a puzzle are kept."""
TIMES: Final = 10
"""So many times as long as the search that found a position its check takes at least."""
IDEAS: Final = 12
MANY_IDEAS: Final = 20
"""So many ideas for a turn are compared at first, and in a check."""
MISTAKES: Final = 0.1
"""The share of orders by which players try any idea, in most of a check's trials."""
LEAST_ROWS: Final = 12
MOST_ROWS: Final = 48
"""So many trials a check makes at least, and at most while luck could still explain them."""


class Beginning(NamedTuple):
    """A position at the beginning of a turn; `source` says where it is from.

    `rounds` is how many turns the seat has had before.
    """

    state: Any
    seat: int
    rounds: int
    source: str


class Candidate(NamedTuple):
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
    turn, number = CHANCE, 0
    while seats := title.to_move(state):
        seat = seats[0]
        if seat == CHANCE:
            state = title.apply(state, CHANCE, draw(title, state, rng))
            continue
        view = title.view(state, seat)
        if view.turn != turn and view.turn == seat:
            turn, number = view.turn, number + 1
            yield Beginning(state, seat, (number - 1) // len(bots), f"{seed}, turn {number}")
        state = title.apply(state, seat, bots[seat](view, title.orders(state, seat), rng))


def recorded(title: AnyTitle, record: Record, name: str) -> Iterator[Beginning]:
    """Yield where the turns of a recorded game begin; raises BadRecord."""
    turn, number = CHANCE, 0
    for step in record_steps(record):
        seats = title.to_move(step.state)
        if not seats or CHANCE in seats:
            continue
        view = title.view(step.state, seats[0])
        if view.turn != turn and view.turn == seats[0]:
            turn, number = view.turn, number + 1
            rounds = (number - 1) // view.players
            yield Beginning(step.state, seats[0], rounds, f"{name}, turn {number}")


class Cut(NamedTuple):
    """A puzzle, and the seconds of CPU that finding and checking it took."""

    puzzle: Puzzle
    search: float
    check: float


class Comparison:
    """Whole turns of a position, and the seat's chances to win after them, a row for each trial."""

    def __init__(self, mind: Mind, here: Beginning, view: Any, turns: Iterable[Candidate]) -> None:
        self.mind = mind
        self.here = here
        self.view = view
        self.turns = [*turns]
        self.rows: list[list[float]] = []

    def glance(self) -> None:
        """Try each turn once for the least number of rounds, more often where chance decides."""
        self._try(self.mind, ROUNDS[0], 1 + self.mind.again // 4)

    def go_on(self) -> None:
        """Try each turn once more, with other draws, for each number of rounds.

        From the second time on everyone makes some mistakes, so that nothing hangs on a single
        line of play.
        """
        mind = self.mind
        if self.rows:
            mind = mind._replace(quick=apprentice(mind._replace(mistakes=MISTAKES)))
        for rounds in ROUNDS:
            self._try(mind, rounds, 1)

    def _try(self, mind: Mind, rounds: int, trials: int) -> None:
        scripts = [turn.orders for turn in self.turns]
        seed = f"{self.here.source} {len(self.rows)}"
        worths = compare(self.view, scripts, mind, trials, seed, rounds)
        self.rows.append([worth.chance for worth in worths])

    def keep(self, number: int, usual: str) -> None:
        """Drop all turns but so many of the best, and the one that leads where the usual does."""
        ranked = self.ranked()
        best = ranked[: number - 1]
        last = [at for at in ranked[number - 1 :] if self.turns[at].end == usual]
        best += last or ranked[number - 1 : number]
        self.turns = [self.turns[at] for at in best]
        self.rows = [[row[at] for at in best] for row in self.rows]

    def chance(self, at: int) -> float:
        """Return the mean chance to win after a turn."""
        return fmean(row[at] for row in self.rows)

    def ranked(self) -> list[int]:
        """Return the numbers of the turns, the best one first."""
        return sorted(range(len(self.turns)), key=lambda at: -self.chance(at))

    def gaps(self, usual: str) -> list[float] | None:
        """Return how far the best turn, or few as good, are ahead of all others in each trial.

        None if the usual turn is among them, or if too many or too few are worse.
        """
        best, *others = self.ranked()
        good = [at for at in others if self.chance(best) - self.chance(at) < ALIKE]
        worse = others[len(good) :]
        if len(good) >= ANSWERS or len(worse) < WRONG:
            return None
        if usual in {self.turns[at].end for at in (best, *good)}:
            return None
        return [row[best] - row[worse[0]] for row in self.rows]

    def is_hopeful(self, usual: str) -> bool:
        """Return whether the best turns may be far enough ahead, as far as is known."""
        gaps = self.gaps(usual)
        return gaps is not None and fmean(gaps) >= MARGIN / 2

    def is_clear(self, usual: str) -> bool:
        """Return whether the best turns are far ahead, for each number of rounds, not by luck.

        All turns were tried twice or more.
        """
        gaps = self.gaps(usual)
        if gaps is None or fmean(gaps) < MARGIN:
            return False
        by_rounds = [fmean(gaps[first :: len(ROUNDS)]) for first in range(len(ROUNDS))]
        error = stdev(gaps) / sqrt(len(gaps))
        return min(by_rounds) >= MARGIN / 3 and fmean(gaps) - NORMAL * error > ALIKE


def cut(title: AnyTitle, mind: Mind, beginning: Beginning, number: int) -> Cut | None:
    """Return the puzzle with this number that a position makes, None if it makes none.

    What the seat does not see is drawn anew, so that no puzzle tells it.
    """
    begin = process_time()
    view = title.view(beginning.state, beginning.seat)
    here = beginning._replace(state=title.resample(view, random.Random(beginning.source)))
    least, most = OPEN
    if not least < mind.model.prospects(here.state).chances[here.seat] < most:
        return None
    found = _candidates(title, mind, here, _ideas(title, mind, here, IDEAS))
    if len(found) <= WRONG:
        return None
    usual = next(iter(found))
    first = Comparison(mind, here, view, found.values())
    first.glance()
    if not first.is_hopeful(usual):
        return None
    first.keep(KEPT, usual)
    first.rows.clear()
    first.go_on()
    if not first.is_hopeful(usual):
        return None
    return _checked(title, mind, here, found, usual, process_time() - begin, number)


def _checked(
    title: AnyTitle,
    mind: Mind,
    here: Beginning,
    found: Mapping[str, Candidate],
    usual: str,
    search: float,
    number: int,
) -> Cut | None:
    """Return the puzzle if a search of ten times as many seconds as the first confirms it."""
    begin = process_time()
    view = title.view(here.state, here.seat)
    bots: list[Bot] = [*_ideas(title, mind, here, MANY_IDEAS), merchant(mind)]
    more = _candidates(title, mind, here, bots)
    many = Comparison(mind, here, view, (dict(found) | more).values())
    many.glance()
    if not many.is_hopeful(usual):
        return None
    many.keep(KEPT, usual)
    deep = Search(mind, Effort(ideas=IDEAS, rounds=ROUNDS[1]))
    turns = {turn.end: turn for turn in many.turns} | _candidates(title, mind, here, [deep])
    check = Comparison(mind, here, view, turns.values())
    while len(check.rows) < LEAST_ROWS or process_time() - begin < TIMES * search:
        check.go_on()
        if not check.is_hopeful(usual):
            return None
    while not check.is_clear(usual):
        if len(check.rows) >= MOST_ROWS or not check.is_hopeful(usual):
            return None
        check.go_on()
    # To do nothing would be a dull answer.
    if len(check.turns[check.ranked()[0]].orders) == 1:
        return None
    kept = [
        Turn(check.turns[at].texts, check.chance(at), check.turns[at].end == usual)
        for at in check.ranked()
    ]
    puzzle = Puzzle(number, title, here.state, here.seat, kept, here.source)
    return Cut(puzzle, search, process_time() - begin)


def _ideas(title: AnyTitle, mind: Mind, here: Beginning, most: int) -> list[Bot]:
    """Return bots that play a turn in different ways, the quick one first."""
    view, orders = title.view(here.state, here.seat), title.orders(here.state, here.seat)
    return [mind.quick, *(idea.begin() for idea in mind.ideas(view, orders, most))]


def _candidates(
    title: AnyTitle, mind: Mind, here: Beginning, bots: Iterable[Bot]
) -> dict[str, Candidate]:
    """Return the turns of some bots by where they lead; of two that lead there the first."""
    found: dict[str, Candidate] = {}
    for bot in bots:
        line, rng, orders = Line(title, here.state, here.seat, mind), random.Random(1), []
        while not line.over:
            now = title.view(line.state, here.seat)
            orders.append(bot(now, title.orders(line.state, here.seat), rng))
            line.order(orders[-1])
        end = title.digest(line.state)
        found.setdefault(end, Candidate(tuple(orders), line.texts, end))
    return found
