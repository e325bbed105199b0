"""Puzzles: positions at the beginning of a turn, and what some whole turns are worth there.

They are cut by `games.bots.cutting` and kept as text in `puzzles.txt` of each title's folder.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.bots.mind import Mind
from games.bots.review import compare
from games.rules.errors import BadPosition, IllegalOrder
from games.rules.position import read, write
from games.rules.title import CHANCE, AnyTitle, Order, last_order

ALIKE: Final = 0.05
"""Turns whose chances to win differ by less count as equally good."""
MOST_ORDERS: Final = 40
"""So many orders a turn has at most: Hansa Teutonica allows to move and to move again."""
ROUNDS: Final = (2, 3, 4)
"""For so many rounds turns are played on in turn, so that no single horizon decides."""
USUAL: Final = "usual"
WORTH: Final = "worth "


class Turn(NamedTuple):
    """A whole turn as texts of orders, and the seat's `chance` to win after it.

    The `usual` one is what a bot plays that does not look ahead.
    """

    orders: tuple[str, ...]
    chance: float
    usual: bool = False


class Step(NamedTuple):
    """An order of a turn or an answer of another seat, and the position after it."""

    seat: int
    text: str
    state: Any


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position at the beginning of a turn of `seat`, and its `turns`, the best one first.

    `number` counts from 1 in each title and never changes. `source` says where it was cut from.
    What the seat cannot see in `state` was drawn when the puzzle was cut.
    """

    number: int
    title: AnyTitle
    state: Any
    seat: int
    turns: Sequence[Turn]
    source: str = ""

    @property
    def view(self) -> Any:
        """The position as the seat sees it."""
        return self.title.view(self.state, self.seat)

    def is_right(self, chance: float) -> bool:
        """Return whether a turn that is worth so much is as good as the best."""
        return chance > self.turns[0].chance - ALIKE

    @property
    def usual(self) -> Turn:
        """What a bot plays that does not look ahead."""
        return next(turn for turn in self.turns if turn.usual)


class Line:
    """A turn of a puzzle's seat as it is played: `steps` so far, the position, and if it is `over`.

    Other seats that are asked answer as the quick bot does. The turn ends where the rules end it,
    and where chance comes in: what happens then is nobody's merit.
    """

    def __init__(self, title: AnyTitle, state: Any, seat: int, mind: Mind) -> None:
        self.title = title
        self.seat = seat
        self.mind = mind
        self.state = state
        self.steps: list[Step] = []
        self.over = False
        self.turn: int = title.view(state, seat).turn

    def order(self, order: Order) -> None:
        """Give an order of the seat; raises IllegalOrder, also once the turn is over."""
        if self.over:
            raise IllegalOrder("The turn is over. Undo an order to try another.")
        if len(self.steps) >= MOST_ORDERS:
            raise IllegalOrder(f"A turn of a puzzle has at most {MOST_ORDERS} orders.")
        self._apply(self.seat, order)
        while not self._is_over() and self.seat not in (seats := self.title.to_move(self.state)):
            now = self.title.view(self.state, seats[0])
            orders = self.title.orders(self.state, seats[0])
            self._apply(seats[0], self.mind.quick(now, orders, random.Random(0)))
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

    def _apply(self, seat: int, order: Order) -> None:
        text = self.title.write(self.state, order)
        self.state = self.title.apply(self.state, seat, order)
        self.steps.append(Step(seat, text, self.state))

    def _is_over(self) -> bool:
        seats = self.title.to_move(self.state)
        return not seats or CHANCE in seats or self.title.view(self.state, None).turn != self.turn


def judged(puzzle: Puzzle, texts: Sequence[str], mind: Mind) -> float:
    """Return the chance to win after a turn, on the same scale as those of the puzzle's turns.

    A turn that leads where one of them leads has the same; another is played on beside the best,
    which takes about half a second. Raises IllegalOrder.
    """
    ends = {digest(puzzle, turn.orders, mind): turn.chance for turn in reversed(puzzle.turns)}
    end = digest(puzzle, texts, mind)
    if end in ends:
        return ends[end]
    best = puzzle.turns[0]
    scripts = [orders_of(puzzle, each, mind) for each in (texts, best.orders)]
    # Tried more often where chance decides much.
    trials = 1 + mind.again // 2
    compared = [
        compare(puzzle.view, scripts, mind, trials, puzzle.source, rounds) for rounds in ROUNDS
    ]
    gap = fmean(mine.chance - other.chance for mine, other in compared)
    return min(1.0, max(0.0, best.chance + gap))


def digest(puzzle: Puzzle, texts: Sequence[str], mind: Mind) -> str:
    """Return a fingerprint of where a turn leads, whatever its orders; raises IllegalOrder."""
    line = Line(puzzle.title, puzzle.state, puzzle.seat, mind).read(texts)
    return puzzle.title.digest(line.state)


def orders_of(puzzle: Puzzle, texts: Sequence[str], mind: Mind) -> list[Order]:
    """Return the orders that texts spell in a puzzle; raises IllegalOrder."""
    line = Line(puzzle.title, puzzle.state, puzzle.seat, mind)
    found = []
    for text in texts:
        found.append(puzzle.title.read(line.state, text))
        line.order(found[-1])
    return found


def as_text(puzzle: Puzzle) -> str:
    """Return a puzzle as a paragraph of text; `read_all` reads it back."""
    lines = [f"puzzle {puzzle.number}: {puzzle.source}", f"seat {puzzle.seat + 1}"]
    for turn in puzzle.turns:
        usual = f" {USUAL}" if turn.usual else ""
        lines.append(f"{WORTH}{turn.chance:.3f}{usual}: {'; '.join(turn.orders)}")
    position = "\n".join(filter(None, write(puzzle.title, puzzle.state).splitlines()))
    return "\n".join([*lines, position]) + "\n"


def read_all(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a text, with an empty line between two; raises BadPosition."""
    for paragraph in filter(None, text.split("\n\n")):
        head, seat, *lines = [*paragraph.strip().splitlines(), ""]
        name, _, source = head.partition(": ")
        turns = [*takewhile(lambda line: line.startswith(WORTH), lines)]
        try:
            number, place = int(name.removeprefix("puzzle ")), int(seat.removeprefix("seat "))
            found = [_turn(line) for line in turns]
        except ValueError:
            raise BadPosition(f"This is not the beginning of a puzzle: {head}") from None
        title, state = read("\n".join(lines[len(turns) :]))
        yield Puzzle(number, title, state, place - 1, found, source)


def _turn(line: str) -> Turn:
    worth, _, orders = line.removeprefix(WORTH).partition(": ")
    chance, _, usual = worth.partition(" ")
    return Turn(tuple(orders.split("; ")), float(chance), usual == USUAL)


def path_of(mind: Mind) -> Path:
    """Return where the puzzles of a title are kept: beside its model."""
    return mind.model.path.with_name("puzzles.txt")


@cache
def puzzles_of(path: Path) -> dict[int, Puzzle]:
    """Return the puzzles in a file by number, none if there is no file; raises BadPosition."""
    if not path.exists():
        return {}
    return {puzzle.number: puzzle for puzzle in read_all(path.read_text(encoding="utf-8"))}
