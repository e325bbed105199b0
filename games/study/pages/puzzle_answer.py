"""What an answer to a puzzle was worth and why, beside the best turn and the usual mistake."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from django.db.models import Count, Max

from games.bots.evaluation import chance_in_figures, standing
from games.bots.puzzles import Puzzle, Turn
from games.bots.reasons import theme_of, told
from games.play.language import spoken
from games.rules.common.message import Message, message, term
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
VIEWS: Final[Mapping[str, Message]] = {
    "best": term("turn on the board", "Best turn"),
    "mine": term("turn on the board", "My turn"),
    "usual": term("turn on the board", "Usual mistake"),
}
OUTLOOK: Final[Mapping[int, Message]] = {
    -2: message("After the best turn, bots see you clearly behind."),
    -1: message("After the best turn, bots see you behind."),
    0: message("After the best turn, bots see you about even."),
    1: message("After the best turn, bots see you ahead."),
    2: message("After the best turn, bots see you clearly ahead."),
}
"""What bots say by `games.bots.evaluation.standing`."""


@dataclass(frozen=True)
class Link:
    """A link to one of the turns on the board."""

    url: str
    label: str
    current: bool


@dataclass(frozen=True)
class AnswerPage:
    """An answer to a puzzle, `right` or not, with one of the turns on the board.

    `why` says what the best turn does, `reply` how others punish the answer, '' if they do not,
    and `worth` what chances to win there are. `theme` is what the puzzle is about.
    """

    puzzle: Puzzle
    right: bool
    why: str
    reply: str
    worth: str
    theme: str
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
        language = spoken()
        links = [
            Link(f"{url}?turn={each}", language.say(label), each == view)
            for each, label in VIEWS.items()
        ]
        return cls(
            puzzle=puzzle,
            right=puzzle.is_right(mine.chance),
            why=language.say_all(_why(puzzle, mine)),
            reply=language.say_all(_reply(puzzle, mine)),
            worth=language.say_all(_worth(puzzle, mine, usual)),
            theme=language.say(theme_of(puzzle)),
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


def _why(puzzle: Puzzle, mine: Turn) -> Iterable[Message]:
    """Yield what the best turn does, beside the answer or else beside what is usual."""
    best, names = puzzle.turns[0], names_of(puzzle)
    if _lead_alike(puzzle, mine, best):
        yield message("Your turn is the best one we know.")
    elif puzzle.is_right(mine.chance):
        yield message("Your turn is as good as the best one we know. Here is what that one does.")
    else:
        yield message("Here is what the best turn does.")
    for point in mine.why or best.why:
        yield from told(puzzle, point, names)


def _reply(puzzle: Puzzle, mine: Turn) -> Sequence[Message]:
    return told(puzzle, mine.reply, names_of(puzzle)) if mine.reply else ()


def _worth(puzzle: Puzzle, mine: Turn, usual: Turn) -> Iterable[Message]:
    """Yield what the turns are worth."""
    best, chances = puzzle.turns[0], outlook_of(puzzle)
    seat = puzzle.seat
    chance = chance_in_figures(chances.values[seat], chances.errors[seat])
    if chance is None:
        yield OUTLOOK[standing(chances.values, seat)]
    else:
        yield message(
            "After the best turn, bots give you a chance to win of {chance}.", chance=chance
        )
    if _lead_alike(puzzle, mine, usual):
        yield message(
            (
                "Your turn is the usual mistake, and lowers your chance to win by {points} ±"
                " {error} percentage points."
            ),
            **_cost(best, mine),
        )
        return
    if not puzzle.is_right(mine.chance):
        yield message(
            "Your turn lowers your chance to win by {points} ± {error} percentage points.",
            **_cost(best, mine),
        )
    yield message(
        "The usual mistake lowers your chance to win by {points} ± {error} percentage points.",
        **_cost(best, usual),
    )


def _cost(best: Turn, turn: Turn) -> dict[str, int]:
    """Return how much a turn lowers the chance to win, in percent."""
    return {
        "points": max(1, round(100 * (best.chance - turn.chance))),
        "error": max(1, round(100 * turn.error)),
    }


def _lead_alike(puzzle: Puzzle, one: Turn, other: Turn) -> bool:
    """Return whether two turns lead to the same position."""
    return end_of(puzzle, one.orders) == end_of(puzzle, other.orders)
