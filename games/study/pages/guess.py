"""Guess the turn: a turn of somebody's game to make on the board, and what was played there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from django.http import Http404
from django.urls import reverse

from games.bots import STRATEGIES
from games.bots.what_if import WhatIf
from games.play.access import Access
from games.play.history import state_after
from games.play.language import say, spoken
from games.play.models import Log
from games.play.pages.log import entries_of, touched_by
from games.rules.common.lru import LRUCache
from games.rules.common.message import Message, message, term
from games.rules.common.message import Player as PlayerName
from games.rules.errors import IllegalOrder
from games.rules.title import CHANCE, Touched, last_order
from games.study.guessing import MOST_ORDERS, MOST_POINTS, LoggedTurn, points, turns_of
from games.study.models import Analysis, JudgedTurn
from games.study.pages.analysis import turn_in_words, worth_of
from games.study.pages.board_page import BoardPage, PlayedOrder
from games.study.pages.turn_line import as_line, orders_in
from games.study.plan.worlds import drawn
from games.wording import WORDINGS

Guesses = Mapping[int, Sequence[str]]
"""The orders of a visitor's guesses in a game, by the number of the move."""

SHOWN: Final[Mapping[str, Message]] = {
    "played": term("turn on the board", "As played"),
    "mine": term("turn on the board", "My turn"),
    "master": term("turn on the board", "The master's turn"),
}

_views = LRUCache(200)


@dataclass(frozen=True)
class ToGuess:
    """A turn to guess, which begins with move `number`; `seat` has the `name` at that time."""

    number: int
    seat: int
    name: str


def to_guess(access: Access, number: int) -> ToGuess | None:
    """Return the turn that begins with a move, to guess.

    In a running game that is the turn that is about to begin, None if it is another one. In a
    finished game it raises Http404 if no turn begins there.
    """
    if access.game.is_over:
        return guessed(access, number)
    present = present_turn(access)
    return present if present is not None and present.number == number else None


def guessed(access: Access, number: int) -> ToGuess:
    """Return a turn that is over, by the move that it begins with; raises Http404."""
    turn = logged(access, number)
    return ToGuess(number, turn.seat, access.seat_history.at(number)[turn.seat])


def logged(access: Access, number: int) -> LoggedTurn:
    """Return the turn of the log that begins with a move and is over; raises Http404."""
    for turn in turns_over(access):
        if turn.number == number:
            return turn
    raise Http404("No turn begins with this move.")


def turns_over(access: Access) -> Sequence[LoggedTurn]:
    """Return the turns of a game that are over."""
    game, turns = access.game, turns_of(access.game)
    return turns if game.is_over else [turn for turn in turns if turn.turn != game.turn]


def present_turn(access: Access) -> ToGuess | None:
    """Return the turn that is about to begin in a running game, None once it has begun."""
    game = access.game
    seat = game.rules().view(access.state, None).turn
    begun = any(turn.turn == game.turn for turn in turns_of(game)[-1:])
    if begun or seat not in game.rules().to_move(access.state):
        return None
    return ToGuess(game.moves_made + 1, seat, access.names[seat])


def guess_url(game_id: int, number: int, orders: Sequence[str] = ()) -> str:
    """Return the URL of a turn to guess after some orders."""
    if not orders:
        return reverse("study:guess-turn", args=[game_id, number])
    return reverse("study:guess-orders", args=[game_id, number, as_line(orders)])


def answer_url(game_id: int, number: int) -> str:
    """Return the URL of what was played in a turn that a visitor has guessed."""
    return reverse("study:guess-answer", args=[game_id, number])


def seat_url(game_id: int, seat: int) -> str:
    """Return the URL of a visitor's guesses at the turns of a seat."""
    return reverse("study:guess-seat", args=[game_id, seat])


class Trial:
    """A turn to guess with some orders played on the board."""

    def __init__(self, access: Access, turn: ToGuess, orders: Iterable[str] = ()) -> None:
        """Play the orders; raises IllegalOrder."""
        self.access, self.turn, self.orders = access, turn, list[str]()
        quick = STRATEGIES[access.game.title].quick
        self._play = WhatIf(_view(access, turn), quick, turn.number)
        for text in orders:
            self.order(text)

    @classmethod
    def along(cls, access: Access, turn: ToGuess, line: str) -> "Trial":
        """Return the turn after the orders that an address names; raises Http404."""
        try:
            return cls(access, turn, orders_in(line)[: MOST_ORDERS + 1])
        except IllegalOrder as error:
            raise Http404("These orders are not legal here.") from error

    @classmethod
    def as_far_as_legal(cls, access: Access, turn: ToGuess, orders: Sequence[str]) -> "Trial":
        """Return the turn after the first orders that are legal, where chance may do otherwise."""
        trial = cls(access, turn)
        for text in orders:
            try:
                trial.order(text)
            except IllegalOrder:
                break
        return trial

    def order(self, text: str) -> None:
        """Play one more order; raises IllegalOrder."""
        if len(self.orders) >= MOST_ORDERS:
            raise IllegalOrder(message("A guess has at most {most} orders.", most=MOST_ORDERS))
        self.orders.append(self._play.order(text))

    @property
    def over(self) -> bool:
        """Whether there is nothing more to order."""
        return self._play.over

    @property
    def is_whole(self) -> bool:
        """Whether at most the end of the turn is left to order."""
        return self.over or last_order(self._title, self._play.state, self.turn.seat) is not None

    @property
    def _title(self) -> Any:
        return self.access.game.rules()

    @property
    def url(self) -> str:
        """The URL of the turn after these orders."""
        return guess_url(self.access.game.pk, self.turn.number, self.orders)

    @cached_property
    def view(self) -> Any:
        """The position as the seat may know it, or who looks on: what was drawn is a guess."""
        viewer = self.turn.seat if self.access.game.is_over else None
        return self._title.concealed(self._play.state, viewer)

    def board_page(self, *, picked: str | None = None, acts: bool = True) -> BoardPage:
        """Return the board."""
        state, seat = self._play.state, self.turn.seat
        history = self.access.seat_history
        return BoardPage.of(
            self._title,
            state,
            seat,
            history.at(self.turn.number),
            view=replace(self.view, seat=seat),
            url=self.url,
            acts=acts and not self.over,
            picked=picked,
            levels=history.levels_at(self.turn.number),
            since=self._touched,
        )

    @property
    def asked(self) -> str:
        """The sentence that asks for the next order."""
        names = self.access.seat_history.at(self.turn.number)
        return WORDINGS[self._title.id].prompt_of_others(self.view, names, spoken())

    @property
    def _touched(self) -> list[Touched]:
        title, state = self._title, self._play.state
        return [title.touched(state, step.text, step.after.events) for step in self._play.steps]

    @property
    def played(self) -> list[PlayedOrder]:
        """What the seat, others and chance have done, as sentences."""
        wording, game = WORDINGS[self._title.id], self.access.game
        names, viewer = self.access.seat_history.at(self.turn.number), None
        if game.is_over:
            viewer = self.turn.seat
        return [
            PlayedOrder(
                step.seat,
                wording.describe(
                    self._play.state,
                    step.seat,
                    step.text,
                    step.after.events,
                    names,
                    viewer,
                    spoken(),
                ),
            )
            for step in self._play.steps
        ]


def _view(access: Access, turn: ToGuess) -> Any:
    """Return what the seat may know before its turn.

    In a running game that is made up from what everybody may know.
    """
    game = access.game
    key = (game.token, game.version, turn.number)
    view: Any = _views.get(key, lambda: _view_of(access, turn))
    return view


def _view_of(access: Access, turn: ToGuess) -> Any:
    game, title = access.game, access.game.rules()
    state = state_after(game, turn.number - 1)
    return title.view(state if game.is_over else drawn(title, state, None), turn.seat)


@dataclass(frozen=True)
class GuessPage:
    """A turn to guess, as far as it is made.

    `where` says which of the turns of its seat it is, `asked` is the sentence that asks. `whole`
    says that at most the end of the turn is left. `undo` and `start` are URLs, '' if there is
    nothing to undo.
    """

    turn: ToGuess
    where: str
    asked: str
    board_page: BoardPage
    played: Sequence[PlayedOrder]
    whole: bool
    undo: str
    start: str

    @classmethod
    def of(cls, trial: Trial, picked: str | None = None) -> "GuessPage":
        """Return the page of a turn after the orders that have been tried."""
        access, turn, orders = trial.access, trial.turn, trial.orders
        game_id = access.game.pk
        return cls(
            turn=turn,
            where=where(access, turn),
            asked="" if trial.over else trial.asked,
            board_page=trial.board_page(picked=picked),
            played=trial.played,
            whole=trial.is_whole,
            undo=guess_url(game_id, turn.number, orders[:-1]) if orders else "",
            start=guess_url(game_id, turn.number) if len(orders) > 1 else "",
        )


def where(access: Access, turn: ToGuess) -> str:
    """Return which of the turns of its seat a turn is: 'Ann, turn 3 of 14'."""
    player = PlayerName(turn.name)
    if not access.game.is_over:
        return say(term("turn", "{player}, move {number}", player=player, number=turn.number))
    numbers = [each.number for each in turns_of(access.game) if each.seat == turn.seat]
    place = numbers.index(turn.number) + 1
    return say(
        term(
            "turn",
            "{player}, turn {number} of {turns}",
            player=player,
            number=place,
            turns=len(numbers),
        )
    )


@dataclass(frozen=True)
class Judged:
    """A guess beside what was played: the points of each.

    `master` are those for the master's turn, None as long as nobody knows that.
    """

    turn: LoggedTurn
    played: int
    master: int | None


def judged(access: Access, guesses: Guesses, analysis: Analysis | None) -> list[Judged]:
    """Return a visitor's guesses at turns that are over."""
    best = masters_turns(access, analysis)
    return [
        Judged(
            turn,
            points(guesses[turn.number], turn.orders),
            points(guesses[turn.number], best[turn.number].best) if turn.number in best else None,
        )
        for turn in turns_over(access)
        if turn.number in guesses
    ]


def masters_turns(access: Access, analysis: Analysis | None) -> Mapping[int, JudgedTurn]:
    """Return the turns that the master has looked at, by number; none before a game is over."""
    if analysis is None or not access.game.is_over:
        return {}
    return {turn.number: turn for turn in analysis.judged}


@dataclass(frozen=True)
class Score:
    """How many turns were guessed, and the points for what was played and for the master's.

    The master knows `known` of these turns.
    """

    guessed: int
    played: int
    known: int
    master: int

    @classmethod
    def of(cls, guesses: Sequence[Judged]) -> "Score":
        """Return the points of some guesses together."""
        masters = [each.master for each in guesses if each.master is not None]
        return cls(len(guesses), sum(each.played for each in guesses), len(masters), sum(masters))

    @property
    def most(self) -> int:
        """The most points for what was played."""
        return self.guessed * MOST_POINTS

    @property
    def most_of_master(self) -> int:
        """The most points for the master's turns."""
        return self.known * MOST_POINTS


@dataclass(frozen=True)
class SeatToGuess:
    """A seat of a finished game whose turns can be guessed, and how far a visitor is.

    `next` is the URL of the first turn that they have not guessed, '' after the last.
    """

    seat: int
    name: str
    level: str
    turns: int
    score: Score
    url: str
    next: str


def seats_of(access: Access, guesses: Guesses, analysis: Analysis | None) -> Sequence[SeatToGuess]:
    """Return the seats of a finished game that have had a turn."""
    turns, done = turns_of(access.game), judged(access, guesses, analysis)
    found = []
    for player in access.players:
        own = [turn for turn in turns if turn.seat == player.seat]
        if own:
            found.append(
                SeatToGuess(
                    seat=player.seat,
                    name=player.name,
                    level=player.level,
                    turns=len(own),
                    score=Score.of([each for each in done if each.turn.seat == player.seat]),
                    url=seat_url(access.game.pk, player.seat),
                    next=next_url(access, guesses, player.seat),
                )
            )
    return found


def next_url(access: Access, guesses: Guesses, seat: int, after: int = 0) -> str:
    """Return the URL of the next turn of a seat to guess, '' if none is left.

    That is the first one after a move, or else the first one of all.
    """
    left = [
        turn.number
        for turn in turns_of(access.game)
        if turn.seat == seat and turn.number not in guesses
    ]
    later = [number for number in left if number > after]
    return guess_url(access.game.pk, (later or left)[0]) if left else ""


@dataclass(frozen=True)
class GuessRow:
    """A guess in a list: the number of its move, who was on turn, and where it is shown."""

    number: int
    seat: int
    name: str
    url: str
    played: int
    master: int | None


def rows_of(access: Access, guesses: Sequence[Judged]) -> list[GuessRow]:
    """Return guesses as a list shows them."""
    return [
        GuessRow(
            number=each.turn.number,
            seat=each.turn.seat,
            name=access.seat_history.at(each.turn.number)[each.turn.seat],
            url=answer_url(access.game.pk, each.turn.number),
            played=each.played,
            master=each.master,
        )
        for each in guesses
    ]


@dataclass(frozen=True)
class Watching:
    """What somebody who looks on may guess in a running game.

    `present` is the turn that is about to begin, None once it has begun. `mine` is their guess at
    the turn that is not over yet, in words, '' without one, and `name` whose turn that is. `rows`
    are their guesses at turns that are over, the newest first.
    """

    present: ToGuess | None
    url: str
    mine: str
    name: str
    rows: Sequence[GuessRow]
    score: Score

    @classmethod
    def of(cls, access: Access, guesses: Guesses) -> "Watching":
        """Return what somebody may guess, by what they have guessed so far."""
        game, present = access.game, present_turn(access)
        done = judged(access, guesses, None)
        seat = game.rules().view(access.state, None).turn
        begun = [turn.number for turn in turns_of(game) if turn.turn == game.turn]
        number = begun[0] if begun else game.moves_made + 1
        mine = guesses.get(number)
        return cls(
            present=present if mine is None else None,
            url=guess_url(game.pk, number),
            mine=turn_in_words(game, seat, mine, access.names) if mine is not None else "",
            name=access.names[seat],
            rows=rows_of(access, done)[::-1],
            score=Score.of(done),
        )


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
    title, state = game.rules(), state_after(game, played.last)
    viewer = turn.seat if game.is_over else None
    moves = Log(game).between(played.number, played.last)
    board_page = BoardPage.of(
        title,
        state,
        viewer,
        history.at(played.last),
        url=answer_url(game.pk, turn.number),
        acts=False,
        levels=history.levels_at(played.last),
        since=touched_by(game, moves, state),
    )
    told = [
        PlayedOrder(CHANCE if each.seat is None else each.seat, each.sentence)
        for each in entries_of(game, moves, state, history, viewer)
    ]
    return board_page, told
