"""What an answer to a puzzle was worth, beside the best turn and the usual mistake."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from django.db.models import Count, Max

from games.bots.puzzles import Puzzle, Turn
from games.club.models import PuzzleAnswer
from games.club.pages.puzzle import Attempt, end_of, puzzle_url, shown
from games.club.pages.puzzles import next_after
from games.rules.errors import IllegalOrder

MANY: Final = 3
"""A mistake that so many people made is the usual one."""
VIEWS: Final = {"best": "Best turn", "mine": "My turn", "usual": "Usual mistake"}


@dataclass(frozen=True)
class Link:
    """A link to one of the turns on the board."""

    url: str
    label: str
    current: bool


@dataclass(frozen=True)
class AnswerPage:
    """An answer to a puzzle, `right` or not, in words, with one of the turns on the board."""

    puzzle: Puzzle
    right: bool
    sentences: Sequence[str]
    attempt: Attempt
    links: Sequence[Link]
    next: Puzzle | None

    @classmethod
    def of(
        cls, puzzle: Puzzle, orders: Sequence[str], chance: float, view: str, known: set[int]
    ) -> Self:
        """Return the page of an answer; `known` are numbers of puzzles that were answered.

        `view` is one of VIEWS, the turn to show.
        """
        best, usual = puzzle.turns[0], usual_mistake(puzzle)
        mine = Turn(tuple(orders), chance)
        turns = {"best": best, "mine": mine, "usual": usual}
        view = view if view in turns else "best"
        url = f"{puzzle_url(puzzle)}answer/"
        links = [Link(f"{url}?turn={each}", label, each == view) for each, label in VIEWS.items()]
        return cls(
            puzzle=puzzle,
            right=puzzle.is_right(chance),
            sentences=_sentences(puzzle, mine, best, usual),
            attempt=shown(puzzle, turns[view]),
            links=links,
            next=next_after(puzzle, known),
        )


def usual_mistake(puzzle: Puzzle) -> Turn:
    """Return the mistake that most people made, or a bot's that doesn't look ahead."""
    answers = PuzzleAnswer.objects.filter(title=puzzle.title.id, number=puzzle.number, right=False)
    ends = answers.order_by().values("end").annotate(count=Count("pk"), last=Max("pk"))
    most = ends.filter(count__gte=MANY).order_by("-count", "end").first()
    if most is None:
        return puzzle.usual
    answer = answers.get(pk=most["last"])
    try:
        end_of(puzzle, answer.orders)
    except IllegalOrder:  # an answer from before the rules were mended
        return puzzle.usual
    return Turn(tuple(answer.orders), answer.chance)


def _sentences(puzzle: Puzzle, mine: Turn, best: Turn, usual: Turn) -> list[str]:
    """Return in words what the turns are worth."""
    end = end_of(puzzle, mine.orders)
    reckoned = f"Bots reckon that you'd win about {mine.chance:.0%} of games after your turn"
    if end == end_of(puzzle, best.orders):
        said = [f"{reckoned}."]
    elif puzzle.is_right(mine.chance):
        said = [f"{reckoned}, and {best.chance:.0%} after the best turn we know: as good."]
    else:
        said = [f"{reckoned}, and {best.chance:.0%} after the best one."]
    if end == end_of(puzzle, usual.orders):
        said.append("It's the usual mistake here.")
    else:
        said.append(f"After the usual mistake it would be {usual.chance:.0%}.")
    return said
