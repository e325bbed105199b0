"""What a visitor has guessed in a game, with points, and what is left to guess."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.play.access import Access
from games.study.guessing import MOST_POINTS, points
from games.study.models import Analysis, JudgedTurn
from games.study.pages.analysis import turn_in_words
from games.study.pages.guess.turns import (
    ToGuess,
    answer_url,
    guess_url,
    present_turn,
    seat_url,
    turns_over,
)
from games.study.turns import LoggedTurn, turns_of

Guesses = Mapping[int, Sequence[str]]
"""The orders of a visitor's guesses in a game, by the number of the move."""


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
