"""What an answer to a puzzle was worth and why, beside the best turn and the usual mistake."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from django.db.models import Count, Max

from games.bots.puzzles import Puzzle, Turn
from games.bots.reasons import named
from games.rules.errors import IllegalOrder
from games.study.models import PuzzleAnswer
from games.study.pages.puzzle import (
    Attempt,
    answer_of,
    end_of,
    names_of,
    outlook_of,
    puzzle_url,
    shown,
)
from games.study.pages.puzzles import next_after

MANY: Final = 3
"""How many people must make a mistake for it to be the usual one."""
VIEWS: Final = {"best": "Best turn", "mine": "My turn", "usual": "Usual mistake"}


@dataclass(frozen=True)
class Link:
    """A link to one of the turns on the board."""

    url: str
    label: str
    current: bool


@dataclass(frozen=True)
class AnswerPage:
    """An answer to a puzzle, `right` or not, with one of the turns on the board.

    `why` has sentences about what the best turn does, `reply` says how others punish the answer, ''
    if they do not, and `worth` has sentences about chances to win.
    """

    puzzle: Puzzle
    right: bool
    why: Sequence[str]
    reply: str
    worth: Sequence[str]
    attempt: Attempt
    links: Sequence[Link]
    next: Puzzle | None

    @classmethod
    def of(cls, puzzle: Puzzle, orders: Sequence[str], view: str, known: set[int]) -> Self:
        """Return the page of an answer; `known` are numbers of puzzles that were answered.

        `view` is one of VIEWS, the turn to show. Raises IllegalOrder.
        """
        best, usual, mine = puzzle.turns[0], usual_mistake(puzzle), answer_of(puzzle, orders)
        turns = {"best": best, "mine": mine, "usual": usual}
        view = view if view in turns else "best"
        url = f"{puzzle_url(puzzle)}answer/"
        links = [Link(f"{url}?turn={each}", label, each == view) for each, label in VIEWS.items()]
        return cls(
            puzzle=puzzle,
            right=puzzle.is_right(mine.chance),
            why=_why(puzzle, mine),
            reply=named(mine.reply, names_of(puzzle)),
            worth=_worth(puzzle, mine, usual),
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
    try:
        answer = answer_of(puzzle, answers.get(pk=most["last"]).orders)
    except IllegalOrder:  # an answer from before the rules were mended
        return puzzle.usual
    return puzzle.usual if puzzle.is_right(answer.chance) else answer


def _why(puzzle: Puzzle, mine: Turn) -> list[str]:
    """Return what the best turn does, beside the answer or else beside what is usual."""
    best, names = puzzle.turns[0], names_of(puzzle)
    subject = "The best turn"
    if _lead_alike(puzzle, mine, best):
        subject = "Your turn"
    elif puzzle.is_right(mine.chance):
        subject = "Your turn is as good as the best one we know, which"
    points = [named(point, names) for point in mine.why or best.why]
    verbs = [subject, *["It also"] * (len(points) - 1)]
    return [f"{verb} {point}." for verb, point in zip(verbs, points, strict=True)]


def _worth(puzzle: Puzzle, mine: Turn, usual: Turn) -> list[str]:
    """Return what the turns are worth, in words."""
    best, outlook = puzzle.turns[0], outlook_of(puzzle)
    said = [f"After the best turn, bots see you {outlook}."]
    if "%" in outlook:
        said = [f"After the best turn, bots give you a {outlook} chance to win."]
    if _lead_alike(puzzle, mine, usual):
        said.append(f"Your turn is the usual mistake, and {_costs(best, mine)}.")
        return said
    if not puzzle.is_right(mine.chance):
        said.append(f"Your turn {_costs(best, mine)}.")
    said.append(f"The usual mistake {_costs(best, usual)}.")
    return said


def _costs(best: Turn, turn: Turn) -> str:
    """Return how much a turn lowers the chance to win."""
    points = max(1, round(100 * (best.chance - turn.chance)))
    error = max(1, round(100 * turn.error))
    return f"lowers your chance to win by {points} ± {error} percentage points"


def _lead_alike(puzzle: Puzzle, one: Turn, other: Turn) -> bool:
    """Return whether two turns lead to the same position."""
    return end_of(puzzle, one.orders) == end_of(puzzle, other.orders)
