"""Reasons: what one turn of a puzzle does that another does not, and how bots punish the other."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from games.bots import REASONS, STRATEGIES
from games.bots.puzzles import Line, Puzzle
from games.bots.stories import Fact, Point, Reasons, Round, Story
from games.bots.strategy import TitleStrategy
from games.rules.common.message import Message, message
from games.rules.playthrough import Playthrough

LINES: Final = 7
"""How many lines of play are compared: what chance decides differs from one to the next."""
MOST: Final = 3
"""The most points that are given."""
ROUNDS: Final = 3
"""How many rounds a story has after the turn."""
PARTS: Final = 1 + 2 * ROUNDS
"""The turn itself, and then by turns what the others do and what its seat does."""
LATER: Final = "later"
"""The kind of a reply that comes in a round after the first: so many later, and then its fact."""
WHEN: Final = (message("A round later:"), message("Two rounds later:"))
"""What such a reply begins with."""
LEAST: Final = 0.3
"""Points that weigh less than this part of the weightiest are left out."""


class Reason(NamedTuple):
    """Why a turn is better than another: `points` as facts, `theme` and `weight` of the first.

    `reply` is how bots answer the other one, empty if that is no different, and `late` is how many
    rounds later they do.
    """

    points: tuple[Fact, ...]
    theme: str
    weight: float
    reply: Fact
    late: int = 0


def reason(puzzle: Puzzle, better: Sequence[str], other: Sequence[str]) -> Reason:
    """Return why one turn of a puzzle is better than another; raises IllegalOrder."""
    strategy, teller = STRATEGIES[puzzle.title.id], REASONS[puzzle.title.id]
    pairs = [
        (story_of(puzzle, better, strategy, line), story_of(puzzle, other, strategy, line))
        for line in range(LINES)
    ]
    points = weighed(teller.points(*pair) for pair in pairs)
    first = points[0] if points else None
    replies = (_told_first(first, teller, pairs, number) for number in range(ROUNDS))
    return Reason(
        tuple(point.fact for point in points[:MOST]),
        points[0].theme if points else "",
        points[0].weight if points else 0.0,
        *next(filter(None, replies), ((), 0)),
    )


def _told_first(
    point: Point | None, teller: Reasons, pairs: Sequence[tuple[Story, Story]], number: int
) -> tuple[Fact, int] | None:
    """Return the reply of a round that is told, and its round, None if it has no reply.

    That is the one which the first point of a reason prevents, else the weightiest.
    """
    found = [each.fact for each in weighed(teller.replies(*pair, number) for pair in pairs)]
    if not found:
        return None
    fact = found[0]
    if point is not None:
        # After its kind, a fact says who does what.
        fact = next((each for each in found if each[1:] == point.fact[1:]), fact)
    return ((LATER, number, *fact) if number else fact), number


def weighed(lines: Iterable[Iterable[Point]]) -> list[Point]:
    """Return the points of more than half of some lines of play, the weightiest first."""
    count: Counter[tuple[str | int, ...]] = Counter()
    first: dict[tuple[str | int, ...], Point] = {}
    for line in lines:
        found = {point.key: point for point in line}
        count.update(found.keys())
        first = found | first
    often = [point for key, point in first.items() if 2 * count[key] > LINES]
    often.sort(key=lambda point: -point.weight)
    return [point for point in often if point.weight >= LEAST * often[0].weight]


def story_of(puzzle: Puzzle, texts: Sequence[str], strategy: TitleStrategy, seed: object) -> Story:
    """Return what a turn of a puzzle leads to; raises IllegalOrder.

    Everyone plays on as the quick bot does. The same seed draws the same.
    """
    title, seat, rng = puzzle.title, puzzle.seat, random.Random(f"{puzzle.source} {seed}")
    turn = Line(title, puzzle.state, seat, strategy).read(texts)
    play = Playthrough(title, turn.state, rng)
    mine, changes = True, 0
    for asked, *_ in play.asked():
        if (play.state.turn == seat) != mine:
            mine, changes = not mine, changes + 1
        if changes == PARTS:
            break
        play.answer(asked, strategy.quick)
    steps = groupby([*turn.steps, *play.steps], lambda step: step.before.turn == seat)
    # Every other part is a turn of the seat, from the first on.
    parts = [[*part] for _, part in steps][:PARTS]
    parts += [[] for _ in range(PARTS - len(parts))]
    begins = [part[0].before if part else play.state for part in parts]
    numbers = range(1, PARTS, 2)
    rounds = [Round(parts[each], begins[each + 1], parts[each + 1]) for each in numbers]
    return Story(seat, puzzle.state, parts[0], begins[1], rounds)


def told(puzzle: Puzzle, fact: Fact, names: Sequence[str]) -> list[Message]:
    """Return a point of a reason, or a reply, in sentences."""
    begin = list[Message]()
    if fact[0] == LATER:
        _, late, *rest = fact
        begin, fact = [WHEN[int(late) - 1]], tuple(rest)
    return [*begin, *REASONS[puzzle.title.id].told(puzzle.state.board, fact, names)]


def theme_of(puzzle: Puzzle) -> Message:
    """Return what a puzzle is about, in words."""
    return REASONS[puzzle.title.id].THEMES[puzzle.theme]
