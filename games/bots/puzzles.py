"""Puzzles: positions at the beginning of a turn, and what some whole turns are worth there.

They are cut by `games.lab.puzzles` and kept as text in `puzzles.txt` of each title's folder.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from games.bots.evaluation import compared
from games.bots.strategy import TitleStrategy, noisy
from games.rules.errors import BadPosition, IllegalOrder
from games.rules.playthrough import Playthrough
from games.rules.position import read, write
from games.rules.title import CHANCE, AnyTitle, Order, last_order

ALIKE: Final = 0.025
"""Turns whose chances to win differ by less count as equally good."""
MOST_ORDERS: Final = 40
"""The most orders of a turn: in Hansa Teutonica pieces can move again and again."""
ROUNDS: Final = (2, 3, 4)
"""How many rounds turns are played on, each number in turn, so that no single horizon decides."""
NOISE: Final = 0.1
"""How often players pick any candidate, in most trials of a turn."""
LEAST_TRIALS: Final = 2
MOST_TRIALS: Final = 5
"""The fewest trials an answer is judged by, and the most while luck could still explain it."""
SURE: Final = 2.0
"""A difference of more standard errors than this is more than luck."""
STARS: Final = 3
USUAL: Final = "usual"
WORTH: Final = "worth "
WHY: Final = "why: "
REPLY: Final = "reply: "
THEME: Final = "theme: "
RATED: Final = "stars: "
WITHDRAWN: Final = "withdrawn: "


class Turn(NamedTuple):
    """A whole turn as texts of orders, and the seat's `chance` to win after it.

    `error` is the standard error of how far the chance is from that of the best turn. The `usual`
    turn is what a bot plays that does not look ahead. `why` has what the best turn does that this
    one does not, or for the best turn itself, that the usual one does not; `reply` is how others
    punish this turn. See `games.bots.reasons`.
    """

    orders: tuple[str, ...]
    chance: float
    usual: bool = False
    error: float = 0.0
    why: tuple[str, ...] = ()
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position at the beginning of a turn of `seat`, and its `turns`, the best one first.

    `number` counts from 1 in each title and never changes, nor is it given to another puzzle.
    `source` says where it was cut from. `theme` is what the best turn is about, `stars` from 1 to
    STARS how hard it is to find. What the seat cannot see in `state` was drawn when the puzzle was
    cut.
    """

    number: int
    title: AnyTitle
    state: Any
    seat: int
    turns: Sequence[Turn]
    source: str = ""
    theme: str = ""
    stars: int = 1

    @property
    def view(self) -> Any:
        """The position as the seat sees it."""
        return self.title.view(self.state, self.seat)

    def is_right(self, chance: float) -> bool:
        """Return whether a turn with this chance is as good as the best."""
        return chance > self.turns[0].chance - ALIKE

    @property
    def usual(self) -> Turn:
        """What a bot plays that does not look ahead."""
        return next(turn for turn in self.turns if turn.usual)


class Line(Playthrough):
    """A turn of a puzzle's seat as it is played, and if it is `over`.

    Other seats that are asked answer as the quick bot does. The turn ends where the rules end it,
    and where chance comes in: what happens then is luck.
    """

    def __init__(self, title: AnyTitle, state: Any, seat: int, strategy: TitleStrategy) -> None:
        super().__init__(title, state, random.Random())
        self.seat = seat
        self.strategy = strategy
        self.over = False
        self.turn: int = title.view(state, seat).turn

    def order(self, order: Order) -> None:
        """Give an order of the seat; raises IllegalOrder, also once the turn is over."""
        if self.over:
            raise IllegalOrder("The turn is over. Undo an order to try another.")
        if len(self.steps) >= MOST_ORDERS:
            raise IllegalOrder(f"A turn of a puzzle has at most {MOST_ORDERS} orders.")
        self.apply(self.seat, order)
        while not self._is_over() and self.seat not in (seats := self.to_move()):
            self.rng.seed(0)
            self.answer(seats[0], self.strategy.quick)
        self.over = self._is_over()

    def read(self, texts: Iterable[str]) -> "Line":
        """Give orders written as texts and return itself; raises IllegalOrder."""
        for text in texts:
            self.order(self.title.read(self.state, text))
        return self

    def with_end(self) -> "Line":
        """Return the turn with the order that ends it, if no other is left, else as it is."""
        last = None if self.over else last_order(self.title, self.state, self.seat)
        if last is None or len(self.steps) >= MOST_ORDERS:
            return self
        line = copy(self)
        line.steps = [*self.steps]
        line.order(last)
        return line

    @property
    def texts(self) -> tuple[str, ...]:
        """The seat's own orders so far."""
        return tuple(step.text for step in self.steps if step.seat == self.seat)

    def _is_over(self) -> bool:
        seats = self.title.to_move(self.state)
        return not seats or CHANCE in seats or self.title.view(self.state, None).turn != self.turn


def judged(puzzle: Puzzle, texts: Sequence[str], strategy: TitleStrategy) -> Turn:
    """Return a turn with the chance to win after it, on the same scale as those of the puzzle.

    A turn that leads where one of them leads is that one with other orders. Any other is played on
    beside the best, which takes up to a second. Raises IllegalOrder.
    """
    ends = {digest(puzzle, turn.orders, strategy): turn for turn in reversed(puzzle.turns)}
    known = ends.get(digest(puzzle, texts, strategy))
    if known is not None:
        return known._replace(orders=tuple(texts))
    best = puzzle.turns[0]
    scripts = [orders_of(puzzle, each, strategy) for each in (best.orders, texts)]
    rows: list[list[float]] = []
    for trial in range(MOST_TRIALS):
        rows += tried(puzzle.view, scripts, strategy, f"{puzzle.source} {trial}", hasty=not trial)
        behind, error = lead(rows, 0, 1)
        if trial + 1 >= LEAST_TRIALS and abs(behind - ALIKE) > SURE * error:
            break
    return Turn(tuple(texts), min(1.0, max(0.0, best.chance - behind)), error=error)


def tried(
    view: Any,
    turns: Sequence[Sequence[Order]],
    strategy: TitleStrategy,
    seed: str,
    *,
    hasty: bool = False,
) -> list[list[float]]:
    """Return rows with the chance to win after each of some turns, one for each of ROUNDS.

    In a row all turns meet the same luck, which is another in each row: only then does the spread
    of rows say how sure their mean is. Everyone makes some mistakes, so that nothing hangs on a
    single line of play; not if it is `hasty`.
    """
    quick = strategy.quick if hasty else noisy(strategy, strategy.quick, NOISE)
    return [
        [
            chances.values[view.seat]
            for chances in compared(view, turns, f"{seed} {rounds}", 1, rounds=rounds, quick=quick)
        ]
        for rounds in ROUNDS
    ]


def lead(rows: Sequence[Sequence[float]], one: int, other: int) -> tuple[float, float]:
    """Return how far one turn is ahead of another in some trials, and the standard error."""
    gaps = [row[one] - row[other] for row in rows]
    return fmean(gaps), stdev(gaps) / sqrt(len(gaps))


def digest(puzzle: Puzzle, texts: Sequence[str], strategy: TitleStrategy) -> str:
    """Return a fingerprint of where a turn leads, whatever its orders; raises IllegalOrder."""
    line = Line(puzzle.title, puzzle.state, puzzle.seat, strategy).read(texts)
    return puzzle.title.digest(line.state)


def orders_of(puzzle: Puzzle, texts: Sequence[str], strategy: TitleStrategy) -> list[Order]:
    """Return the orders that texts spell in a puzzle; raises IllegalOrder."""
    line = Line(puzzle.title, puzzle.state, puzzle.seat, strategy).read(texts)
    return [step.order for step in line.steps if step.seat == puzzle.seat]


def as_text(puzzle: Puzzle) -> str:
    """Return a puzzle as a paragraph of text; `read_all` reads it back."""
    lines = [
        f"puzzle {puzzle.number}: {puzzle.source}",
        f"seat {puzzle.seat + 1}",
        f"{THEME}{puzzle.theme}",
        f"{RATED}{puzzle.stars}",
    ]
    for turn in puzzle.turns:
        usual = f" {USUAL}" if turn.usual else ""
        worth = f"{turn.chance:.3f} {turn.error:.3f}{usual}"
        lines.append(f"{WORTH}{worth}: {'; '.join(turn.orders)}")
        lines += [f"{WHY}{'; '.join(turn.why)}"] if turn.why else []
        lines += [f"{REPLY}{turn.reply}"] if turn.reply else []
    position = "\n".join(filter(None, write(puzzle.title, puzzle.state).splitlines()))
    return "\n".join([*lines, position]) + "\n"


def as_file(puzzles: Iterable[Puzzle], withdrawn: Iterable[int]) -> str:
    """Return puzzles, and the numbers of withdrawn ones, as a whole file."""
    numbers = ", ".join(map(str, sorted(withdrawn)))
    begin = [f"{WITHDRAWN}{numbers}\n"] if numbers else []
    return "\n".join([*begin, *map(as_text, puzzles)])


def read_all(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a text, with an empty line between two; raises BadPosition."""
    for paragraph in filter(None, text.split("\n\n")):
        if not paragraph.startswith(WITHDRAWN):
            yield _puzzle(paragraph)


def _puzzle(paragraph: str) -> Puzzle:
    head, seat, *lines = [*paragraph.strip().splitlines(), ""]
    name, _, source = head.partition(": ")
    found: list[Turn] = []
    theme, stars = "", "1"
    try:
        number, place = int(name.removeprefix("puzzle ")), int(seat.removeprefix("seat "))
        while lines and lines[0].startswith((THEME, RATED, WORTH, WHY, REPLY)):
            line = lines.pop(0)
            _, _, rest = line.partition(" ")
            if line.startswith(THEME):
                theme = rest
            elif line.startswith(RATED):
                stars = rest
            elif line.startswith(WORTH):
                found.append(_turn(rest))
            elif line.startswith(WHY):
                found[-1] = found[-1]._replace(why=tuple(rest.split("; ")))
            else:
                found[-1] = found[-1]._replace(reply=rest)
        title, state = read("\n".join(lines))
        return Puzzle(number, title, state, place - 1, found, source, theme, int(stars))
    except (ValueError, IndexError):
        raise BadPosition(f"This is not the beginning of a puzzle: {head}") from None


def _turn(text: str) -> Turn:
    worth, _, orders = text.partition(": ")
    chance, error, *usual = worth.split()
    return Turn(tuple(orders.split("; ")), float(chance), usual == [USUAL], float(error))


def path_of(strategy: TitleStrategy) -> Path:
    """Return where the puzzles of a title are kept: beside its model."""
    return strategy.model.path.with_name("puzzles.txt")


@cache
def puzzles_of(path: Path) -> dict[int, Puzzle]:
    """Return the puzzles in a file by number, none if there is no file; raises BadPosition."""
    if not path.exists():
        return {}
    return {puzzle.number: puzzle for puzzle in read_all(path.read_text(encoding="utf-8"))}


@cache
def withdrawn_from(path: Path) -> frozenset[int]:
    """Return the numbers of puzzles that were once in a file; raises BadPosition."""
    if not path.exists():
        return frozenset()
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    if not first.startswith(WITHDRAWN):
        return frozenset()
    try:
        return frozenset(map(int, first.removeprefix(WITHDRAWN).split(", ")))
    except ValueError:
        raise BadPosition(f"These are not the numbers of puzzles: {first}") from None
