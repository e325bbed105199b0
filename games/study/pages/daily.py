"""The puzzle of the day."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from hashlib import blake2b

from games.bots import STRATEGIES
from games.bots.puzzles import Puzzle, path_of, puzzles_of


def puzzles_by_title() -> dict[str, dict[int, Puzzle]]:
    """Return the puzzles of each title that has some, by number."""
    found = {title: puzzles_of(path_of(strategy)) for title, strategy in STRATEGIES.items()}
    return {title: puzzles for title, puzzles in found.items() if puzzles}


def puzzle_of(day: date) -> Puzzle | None:
    """Return the puzzle of a day, None if there are no puzzles.

    Titles take turns. Each shows all its puzzles before one comes again.
    """
    rows = _shuffled()
    if not rows:
        return None
    turn, title = divmod(day.toordinal(), len(rows))
    return rows[title][turn % len(rows[title])]


def days_before(day: date, count: int) -> list[tuple[date, Puzzle]]:
    """Return a day and the days before it with their puzzles, the latest first."""
    days = [day - timedelta(days=number) for number in range(count)]
    return [(each, puzzle) for each in days if (puzzle := puzzle_of(each))]


@cache
def _shuffled() -> Sequence[Sequence[Puzzle]]:
    """Return the puzzles of each title in an order that mixes boards, and is always the same."""
    return [sorted(puzzles.values(), key=_lot) for puzzles in puzzles_by_title().values()]


def _lot(puzzle: Puzzle) -> bytes:
    return blake2b(f"{puzzle.title.id} {puzzle.number}".encode()).digest()
