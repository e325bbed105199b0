"""What was played in a turn that was guessed, and what the master would have played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from games.play.access import Access
from games.play.history import state_after
from games.play.language import say, spoken
from games.play.models import Game, Log
from games.play.pages.log import entries_of, touched_by
from games.play.seat_history import SeatHistory
from games.rules.common.lru import LRUCache
from games.rules.common.message import Message, term
from games.rules.title import CHANCE
from games.study.guessing import MOST_POINTS
from games.study.models import Analysis
from games.study.pages.analysis import turn_in_words, worth_of
from games.study.pages.board_page import BoardPage, PlayedOrder
from games.study.pages.guess.scores import Guesses, Judged, judged, masters_turns, next_url
from games.study.pages.guess.trial import Trial
from games.study.pages.guess.turns import ToGuess, answer_url, logged, where
from games.study.turns import LoggedTurn

SHOWN: Final[Mapping[str, Message]] = {
    "played": term("turn on the board", "As played"),
    "mine": term("turn on the board", "My turn"),
    "master": term("turn on the board", "The master's turn"),
}

# Many people guess the same turns: those of the game of the week.
_boards = LRUCache(100)


@dataclass(frozen=True)
class Link:
    """A link to one of the turns on the board."""

    url: str
    label: str
    current: bool


@dataclass(frozen=True)
class AnswerPage:
    """What was played in a turn that was guessed, and what the master would have played.

    `mine`, `played` and `best` are the turns in words, `best` is '' as long as nobody knows it,
    and `worth` how much it would have brought. `steps` are what happened in the turn on the board.
    `moment` is the URL of the turn in the game's history.
    """

    turn: ToGuess
    where: str
    judged: Judged
    mine: str
    played: str
    best: str
    worth: str
    board_page: BoardPage
    steps: Sequence[PlayedOrder]
    links: Sequence[Link]
    moment: str
    next: str

    @property
    def most(self) -> int:
        """The most points for one turn."""
        return MOST_POINTS

    @classmethod
    def of(
        cls,
        access: Access,
        turn: ToGuess,
        guesses: Guesses,
        analysis: Analysis | None,
        shown: str = "",
    ) -> "AnswerPage":
        """Return the page of a guess at a turn that is over; `shown` is one of SHOWN.

        Raises Http404 if the turn is not over.
        """
        game, guess = access.game, guesses[turn.number]
        played = logged(access, turn.number)
        (done,) = judged(access, {turn.number: guess}, analysis)
        best = masters_turns(access, analysis).get(turn.number)
        views = [each for each in SHOWN if best is not None or each != "master"]
        shown = shown if shown in views else views[0]
        if shown == "played":
            board_page, steps = _as_played(access, turn, played)
        else:
            orders = best.best if best is not None and shown == "master" else guess
            trial = Trial.as_far_as_legal(access, turn, orders)
            board_page, steps = trial.board_page(acts=False), trial.played
        url, names = answer_url(game.pk, turn.number), access.seat_history.at(turn.number)
        return cls(
            turn=turn,
            where=where(access, turn),
            judged=done,
            mine=turn_in_words(game, turn.seat, guess, names),
            played=turn_in_words(game, turn.seat, played.orders, names),
            best=turn_in_words(game, turn.seat, best.best, names) if best is not None else "",
            worth=say(worth_of(best)) if best is not None and best.swing else "",
            board_page=board_page,
            steps=steps,
            links=[Link(f"{url}?turn={each}", say(SHOWN[each]), each == shown) for each in views],
            moment=reverse("play:move", args=[game.pk, played.last]),
            next=next_url(access, guesses, turn.seat, turn.number) if game.is_over else "",
        )


def _as_played(
    access: Access, turn: ToGuess, played: LoggedTurn
) -> tuple[BoardPage, list[PlayedOrder]]:
    """Return the board after a turn as it was played, and what happened in it.

    It is seen from the seat whose turn it was once the game is over, before that as by everybody.
    """
    game, history = access.game, access.seat_history
    key = game.token, game.version, turn.number, history, spoken().code
    shown: tuple[BoardPage, list[PlayedOrder]] = _boards.get(
        key, lambda: _drawn(game, history, played)
    )
    return shown


def _drawn(
    game: Game, history: SeatHistory, played: LoggedTurn
) -> tuple[BoardPage, list[PlayedOrder]]:
    title, state = game.rules(), state_after(game, played.last)
    viewer = played.seat if game.is_over else None
    moves = Log(game).between(played.number, played.last)
    board_page = BoardPage.of(
        title,
        state,
        viewer,
        history.at(played.last),
        url=answer_url(game.pk, played.number),
        acts=False,
        levels=history.levels_at(played.last),
        since=touched_by(game, moves, state),
    )
    told = [
        PlayedOrder(CHANCE if each.seat is None else each.seat, each.sentence)
        for each in entries_of(game, moves, state, history, viewer)
    ]
    return board_page, told
