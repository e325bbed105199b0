"""The turns of a game that can be guessed, and where."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse

from games.play.access import Access
from games.play.language import say
from games.rules.common.message import Player as PlayerName
from games.rules.common.message import term
from games.study.pages.turn_line import as_line
from games.study.turns import LoggedTurn, turns_of


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
