"""A puzzle to play a turn on, and what an answer to it is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404
from django.urls import reverse

from games.accounts.languages import address_here
from games.bots import STRATEGIES
from games.bots.evaluation import Chances, compared
from games.bots.puzzles import (
    MOST_ORDERS,
    STARS,
    Line,
    Puzzle,
    Turn,
    digest,
    judged,
    orders_of,
    path_of,
    withdrawn_from,
)
from games.bots.reasons import reason
from games.bots.strategy import TitleStrategy
from games.play.language import spoken
from games.play.pages.boards import BOARD, board_names
from games.play.pages.pictures import board_png
from games.post.letters import Attachment
from games.rules.common.lru import LRUCache
from games.rules.common.message import message, term
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE, Touched
from games.study.pages.board_page import BoardPage, PlayedOrder
from games.study.pages.daily import puzzles_by_title
from games.study.pages.turn_line import as_line, orders_in
from games.wording import WORDINGS
from games.wording.seats import colour_names

SMALL: Final = 420
"""The width of the boards in the list of puzzles, in pixels."""

TRIALS: Final = 8
"""How often the best turn is played on to say how good it is."""

_attempts = LRUCache(200)
_answers = LRUCache(2000)
_outlooks = LRUCache(200)
_pictures = LRUCache(200)


@dataclass(frozen=True)
class Attempt:
    """A turn as far as it is played: what happened, and the position to go on from.

    `orders` are the chosen ones, without the end of the turn if there was no other choice.
    `over` is True once there is nothing more to order, `asked` the sentence that asks.
    """

    puzzle: Puzzle
    orders: tuple[str, ...]
    played: Sequence[PlayedOrder]
    asked: str
    over: bool
    board_page: BoardPage

    @property
    def undo(self) -> str:
        """The URL of the attempt without the last order that was chosen."""
        return attempt_url(self.puzzle, self.orders[:-1])

    @property
    def start(self) -> str:
        """The URL of the puzzle itself."""
        return puzzle_url(self.puzzle)


def found(title: str, number: int) -> Puzzle:
    """Return a puzzle; raises Http404."""
    puzzle = puzzles_by_title().get(title, {}).get(number)
    if puzzle is None:
        raise Http404("There is no such puzzle.")
    return puzzle


def is_withdrawn(title: str, number: int) -> bool:
    """Return whether there was a puzzle with this number once."""
    strategy = STRATEGIES.get(title)
    return strategy is not None and number in withdrawn_from(path_of(strategy))


def puzzle_url(puzzle: Puzzle) -> str:
    return reverse("study:puzzle", args=[puzzle.title.id, puzzle.number])


def picture_url(puzzle: Puzzle) -> str:
    return address_here(reverse("study:puzzle-picture", args=[puzzle.title.id, puzzle.number]))


def attempt_url(puzzle: Puzzle, orders: Sequence[str]) -> str:
    """Return the URL of a puzzle after some orders."""
    if not orders:
        return puzzle_url(puzzle)
    return reverse("study:puzzle-turn", args=[puzzle.title.id, puzzle.number, as_line(orders)])


def attempted(line: str) -> list[str]:
    """Return the orders in the address of an attempt, one more than a turn may have at most."""
    return orders_in(line)[: MOST_ORDERS + 1]


def names_of(puzzle: Puzzle) -> Sequence[str]:
    """Return the names of the players: their colours."""
    return colour_names(spoken())[: puzzle.view.players]


def question_of(puzzle: Puzzle) -> str:
    """Return what a puzzle asks: "Red's turn: 3 actions left. What is best?"."""
    language, names = spoken(), names_of(puzzle)
    asked = WORDINGS[puzzle.title.id].prompt_of_others(puzzle.view, names, language)
    return f"{asked} {language.say(message('What is best?'))}"


def set_up_of(puzzle: Puzzle) -> str:
    """Return the board, the number of players, and the options that are not as usual, in words."""
    view, title = puzzle.view, puzzle.title
    board = view.options.get(BOARD, "")
    usual = title.complete({BOARD: board} if board else {}, view.players)
    others = [
        spoken().say(value.label)
        for option in title.options()
        for value in option.values
        if option.name != BOARD
        and value.id == view.options.get(option.name)
        and value.id != usual.get(option.name)
    ]
    boards = [name for key, name in board_names(title.id).items() if key == board]
    players = spoken().say(term("players of a game", "{number} players", number=view.players))
    return ", ".join([*boards, players, *others])


def stars_of(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is, in words: '2 of 3 stars'."""
    return spoken().say(
        term("difficulty", "{stars} of {most} stars", stars=puzzle.stars, most=STARS)
    )


def attempt_of(puzzle: Puzzle, orders: Sequence[str], picked: str | None = None) -> Attempt:
    """Return an attempt after some orders; raises IllegalOrder.

    Where nothing is left but to end the turn, it is ended.
    """
    line = line_of(puzzle, orders).with_end()
    key = (puzzle.title.id, puzzle.number, line.texts, picked, spoken().code)
    attempt: Attempt = _attempts.get(key, lambda: _drawn(puzzle, line, picked))
    return attempt


def line_of(puzzle: Puzzle, orders: Sequence[str]) -> Line:
    """Return the turn after some orders; raises IllegalOrder."""
    return Line(puzzle.title, puzzle.state, puzzle.seat, strategy_of(puzzle)).read(orders)


def strategy_of(puzzle: Puzzle) -> TitleStrategy:
    return STRATEGIES[puzzle.title.id]


def _drawn(puzzle: Puzzle, line: Line, picked: str | None) -> Attempt:
    """Draw an attempt."""
    title, seat = puzzle.title, puzzle.seat
    asked = question_of(puzzle)
    if line.over and CHANCE in title.to_move(line.state):
        asked = spoken().say(
            message("What is drawn next can't be known, so your answer ends here. Is that it?")
        )
    elif line.over:
        asked = spoken().say(message("Your turn is over. Is that your answer?"))
    elif line.steps:
        view, orders = title.view(line.state, seat), title.orders(line.state, seat)
        asked = WORDINGS[title.id].prompt_of_me(view, orders, spoken())
    board_page = BoardPage.of(
        title,
        line.state,
        seat,
        names_of(puzzle),
        url=attempt_url(puzzle, line.texts),
        acts=not line.over,
        picked=picked,
        base=puzzle.view,
    )
    played = played_orders(puzzle, line)
    return Attempt(puzzle, _chosen(puzzle, line), played, asked, line.over, board_page)


def _chosen(puzzle: Puzzle, line: Line) -> tuple[str, ...]:
    """Return the orders of a turn, without its end if there was no other choice."""
    before = line.texts[:-1]
    return before if line.over and line_of(puzzle, before).with_end().over else line.texts


def played_orders(puzzle: Puzzle, line: Line) -> list[PlayedOrder]:
    """Return what happened in a turn, order by order."""
    wording, language, names = WORDINGS[puzzle.title.id], spoken(), names_of(puzzle)
    return [
        PlayedOrder(
            step.seat,
            wording.describe(
                step.after,
                step.seat,
                step.text,
                step.after.events,
                names,
                puzzle.seat,
                language,
            ),
        )
        for step in line.steps
    ]


def touched_by(puzzle: Puzzle, line: Line) -> list[Touched]:
    """Return what the orders of a turn touched on the board."""
    return [puzzle.title.touched(step.after, step.text, step.after.events) for step in line.steps]


def shown(puzzle: Puzzle, turn: Turn) -> Attempt:
    """Return a whole turn, with its steps marked on the board after it."""
    line = line_of(puzzle, turn.orders)
    board_page = BoardPage.of(
        puzzle.title,
        line.state,
        puzzle.seat,
        names_of(puzzle),
        url=puzzle_url(puzzle),
        acts=False,
        since=touched_by(puzzle, line),
    )
    return Attempt(puzzle, line.texts, played_orders(puzzle, line), "", True, board_page)


def end_of(puzzle: Puzzle, orders: Sequence[str]) -> str:
    """Return a fingerprint of where a turn leads; raises IllegalOrder if it is not whole."""
    if not line_of(puzzle, orders).over:
        raise IllegalOrder(message("Play the whole turn first: it isn't over yet."))
    return digest(puzzle, orders, strategy_of(puzzle))


def answer_of(puzzle: Puzzle, orders: Sequence[str]) -> Turn:
    """Return a whole turn as it is judged, with reasons; raises IllegalOrder.

    It may take a second, but only once for all turns that lead to the same position.
    """
    key = (puzzle.title.id, puzzle.number, end_of(puzzle, orders), spoken().code)
    answer: Turn = _answers.get(key, lambda: _judged(puzzle, orders))
    return answer._replace(orders=tuple(orders))


def _judged(puzzle: Puzzle, orders: Sequence[str]) -> Turn:
    turn = judged(puzzle, orders, strategy_of(puzzle))
    if puzzle.is_right(turn.chance) or turn.why:
        return turn
    found = reason(puzzle, puzzle.turns[0].orders, orders)
    return turn._replace(why=found.points, reply=found.reply)


def outlook_of(puzzle: Puzzle) -> Chances:
    """Return the chances to win that bots see after the best turn."""
    key = (puzzle.title.id, puzzle.number)
    chances: Chances = _outlooks.get(key, lambda: _outlook(puzzle))
    return chances


def _outlook(puzzle: Puzzle) -> Chances:
    orders = orders_of(puzzle, puzzle.turns[0].orders, strategy_of(puzzle))
    return compared(puzzle.view, [orders], puzzle.source, TRIALS)[0]


def picture_of(puzzle: Puzzle, width: int = 0) -> bytes:
    """Return the board of a puzzle as PNG, of a `width` in pixels or as wide as in emails."""
    key = (puzzle.title.id, puzzle.number, width, spoken().code)
    picture: bytes = _pictures.get(key, lambda: _png(puzzle, width))
    return picture


def email_picture_of(puzzle: Puzzle) -> Attachment:
    """Return the board of a puzzle for an email."""
    name = f"puzzle-{puzzle.title.id}-{puzzle.number}@board"
    return Attachment("board.png", picture_of(puzzle), "image/png", name, words_of(puzzle))


def _png(puzzle: Puzzle, width: int) -> bytes:
    return board_png(puzzle.title.id, puzzle.view, width=width, names=names_of(puzzle))


def words_of(puzzle: Puzzle) -> str:
    """Return the position in a few sentences, for people who do not see the board."""
    return WORDINGS[puzzle.title.id].position(puzzle.view, names_of(puzzle), spoken())
