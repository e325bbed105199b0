"""How hard puzzles are, by how many people solve them."""

from collections.abc import Iterable
from math import log, sqrt
from typing import Final

from django.db.models import Count, Q

from games.ratings.scale import POINTS, START, Shown
from games.study.models import PuzzleAnswer

LOGIT: Final = POINTS / log(0.76 / 0.24)
"""Points for each unit of the log of the odds: a lead of POINTS means to win 76 of 100 games."""
UNKNOWN: Final = 1
"""How many right and wrong answers are added: about what is known of a puzzle beforehand."""


def rating_of(answers: int, right: int) -> Shown:
    """Return the rating of a puzzle from the first answers to it, and how many were right.

    It is the rating of a player against whom someone rated 1500 would win as often as people solve
    the puzzle, with one standard deviation: the empirical logit of Haldane (1956) and Anscombe
    (1956) and its variance (Gart and Zweifel, 1967), after adding UNKNOWN answers of each kind.
    """
    solved, failed = right + UNKNOWN + 0.5, answers - right + UNKNOWN + 0.5
    return Shown(
        round(START + LOGIT * log(failed / solved)),
        round(LOGIT * sqrt(1 / solved + 1 / failed)),
    )


def ratings_of(title: str, numbers: Iterable[int]) -> dict[int, Shown | None]:
    """Return the ratings of puzzles of a title by their numbers, in one query.

    A puzzle that nobody has answered yet has none.
    """
    first = PuzzleAnswer.objects.filter(title=title).order_by().values("number")
    counted = first.annotate(answers=Count("pk"), solved=Count("pk", filter=Q(right=True)))
    found = {row["number"]: rating_of(row["answers"], row["solved"]) for row in counted}
    return {number: found.get(number) for number in numbers}
