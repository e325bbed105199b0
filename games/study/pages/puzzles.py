"""The list of puzzles: today's, all by title, and how a person has done."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Self

from django.utils import timezone

from games.accounts.models import User
from games.bots.puzzles import Puzzle
from games.bots.reasons import theme_of
from games.play.language import spoken
from games.play.pages.boards import called
from games.ratings.scale import START, Shown
from games.rules.title import AnyTitle
from games.study.models import PuzzleAnswer
from games.study.pages.daily import puzzle_of, puzzles_by_title
from games.study.pages.puzzle import question_of, set_up_of
from games.study.pages.puzzle_ratings import ratings_of

LATEST: Final = 10
"""How many of a person's answers are listed."""


@dataclass(frozen=True)
class Row:
    """A puzzle in the list, with its theme in words, '' if it has none.

    `solved` is None for one that is not answered yet.
    """

    puzzle: Puzzle
    set_up: str
    theme: str
    rating: Shown | None
    solved: bool | None


@dataclass(frozen=True)
class Past:
    """One of a person's first answers, by the name and the number of the puzzle.

    `kept` is False for a puzzle that was withdrawn since.
    """

    name: str
    answer: PuzzleAnswer
    kept: bool

    @classmethod
    def of(cls, answer: PuzzleAnswer) -> Self:
        """Return an answer with what its puzzle is called."""
        kept = answer.number in puzzles_by_title().get(answer.title, {})
        return cls(called(answer.title, None), answer, kept)


@dataclass(frozen=True)
class Record:
    """How a person has done: counts, days in a row with a right answer, and their answers.

    `days` ends today, or yesterday while today's is missing.
    """

    answers: int
    right: int
    days: int
    latest: Sequence[Past]

    @classmethod
    def of(cls, user: User, today: date) -> Self:
        """Return the record of a person."""
        answers = list(PuzzleAnswer.objects.filter(user=user))
        solved = {timezone.localdate(answer.at) for answer in answers if answer.right}
        return cls(
            len(answers),
            sum(answer.right for answer in answers),
            streak(solved, today),
            [Past.of(each) for each in answers[:LATEST]],
        )


@dataclass(frozen=True)
class Theme:
    """What puzzles can be about, in words, and how many are."""

    id: str
    words: str
    number: int


@dataclass(frozen=True)
class PuzzleList:
    """Today's puzzle, all puzzles by title, and the record of a person who has answered some.

    `themes` are those of all puzzles, the most frequent first. If one is chosen, `theme` is its id,
    and only its puzzles are listed.
    """

    today: Row | None
    question: str
    titles: Sequence[tuple[AnyTitle, Sequence[Row]]]
    record: Record | None
    themes: Sequence[Theme]
    theme: str

    @classmethod
    def of(
        cls, user: User | None, solved: Mapping[tuple[str, int], bool], day: date, theme: str = ""
    ) -> Self:
        """Return the list for a person, or a visitor; `solved` is what they answered."""
        titles = [
            (next(iter(puzzles.values())).title, rows_of(puzzles.values(), solved))
            for puzzles in puzzles_by_title().values()
        ]
        today = puzzle_of(day)
        everything = [row for _, rows in titles for row in rows]
        themes = Counter(row.puzzle.theme for row in everything if row.puzzle.theme)
        words = {row.puzzle.theme: row.theme for row in everything}
        if theme in themes:
            titles = [
                (title, [row for row in rows if row.puzzle.theme == theme])
                for title, rows in titles
            ]
        return cls(
            next((row for row in everything if row.puzzle is today), None),
            question_of(today) if today else "",
            [(title, rows) for title, rows in titles if rows],
            Record.of(user, day) if user and solved else None,
            [Theme(each, words[each], number) for each, number in themes.most_common()],
            theme if theme in themes else "",
        )


def rows_of(puzzles: Iterable[Puzzle], solved: Mapping[tuple[str, int], bool]) -> list[Row]:
    """Return rows of the puzzles of a title, the easiest first."""
    listed = [*puzzles]
    title = listed[0].title.id
    ratings = ratings_of(title, [puzzle.number for puzzle in listed])
    language = spoken()
    rows = [
        Row(
            puzzle,
            set_up_of(puzzle),
            language.say(theme_of(puzzle)) if puzzle.theme else "",
            ratings[puzzle.number],
            solved.get((title, puzzle.number)),
        )
        for puzzle in listed
    ]
    return sorted(rows, key=_difficulty)


def _difficulty(row: Row) -> tuple[float, int, int]:
    """Return what orders puzzles: those without a rating by their stars."""
    rating = row.rating.rating if row.rating else START
    return rating, row.puzzle.stars, row.puzzle.number


def streak(days: set[date], today: date) -> int:
    """Return how many days in a row end today, or yesterday."""
    last = today if today in days else today - timedelta(days=1)
    count = 0
    while last - timedelta(days=count) in days:
        count += 1
    return count


def solved_by(user: User) -> dict[tuple[str, int], bool]:
    """Return whether a person's first answers were right, by title and number."""
    rows = PuzzleAnswer.objects.filter(user=user).values_list("title", "number", "right")
    return {(title, number): right for title, number, right in rows}


def next_after(puzzle: Puzzle, known: set[int]) -> Puzzle | None:
    """Return the next puzzle of the title whose number isn't `known`, None if all are."""
    puzzles = puzzles_by_title()[puzzle.title.id]
    open_still = [number for number in puzzles if number not in known | {puzzle.number}]
    later = [number for number in open_still if number > puzzle.number]
    return puzzles[min(later or open_still)] if open_still else None
