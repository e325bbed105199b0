"""What the page of all ways to learn offers: guided games, rules, a puzzle and a game to guess."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self

from games.accounts.models import User
from games.bots.puzzles import Puzzle
from games.drawing import DRAWINGS
from games.play.pages.guided import Begun, guided_titles
from games.play.pages.thumbnails import board_of, preview_of
from games.rules import TITLES
from games.rules.title import AnyTitle
from games.study.pages.daily import puzzle_of
from games.study.pages.guide import begun_by
from games.study.pages.puzzle import picture_url, puzzle_url, question_of, set_up_of
from games.study.pages.weekly import WeeklyGame, weekly_game


@dataclass(frozen=True)
class Course:
    """A title to learn: a picture of its first board, and where the visitor is in its guided game.

    `begun` is None for a guided game that they have not begun, or finished.
    """

    title: AnyTitle
    picture: str
    guided: bool
    begun: Begun | None


@dataclass(frozen=True)
class PuzzleOffer:
    """A puzzle as an invitation to solve it."""

    puzzle: Puzzle
    url: str
    picture: str
    question: str
    set_up: str

    @classmethod
    def of(cls, puzzle: Puzzle) -> Self:
        """Return the invitation to solve a puzzle."""
        return cls(
            puzzle,
            puzzle_url(puzzle),
            picture_url(puzzle),
            question_of(puzzle),
            set_up_of(puzzle),
        )


@dataclass(frozen=True)
class Learning:
    """A course for each title, and the puzzle of the day and the game of the week, if any."""

    courses: Sequence[Course]
    puzzle: PuzzleOffer | None
    weekly: WeeklyGame | None

    @classmethod
    def of(cls, user: User | None, day: date) -> Self:
        """Return the page for a person, or a visitor."""
        begun = {place.title: place for place in begun_by(user)} if user else {}
        guided = guided_titles()
        courses = [
            Course(title, _picture(title), title in guided, begun.get(title))
            for title in (TITLES[each] for each in DRAWINGS)
        ]
        puzzle = puzzle_of(day)
        return cls(courses, PuzzleOffer.of(puzzle) if puzzle else None, weekly_game())


def _picture(title: AnyTitle) -> str:
    """Return the URL of a picture of the board of a title's first setup."""
    setup = title.setups()[0]
    return preview_of(title.id, board_of(title.id, setup.options, setup.players))
