"""Laws about moves: games replay, and what was confirmed has been played, once."""

from collections.abc import Iterator

from games.play.management.commands.verify_games import problem_of
from games.play.models import Game, Move, PlayedBy
from tests.soak.laws.evidence import Evidence, Seats


def replay(evidence: Evidence) -> Iterator[str]:
    """Each game's moves lead to its position."""
    for game in Game.objects.all():
        if problem := problem_of(game):
            yield f"Game {game.pk}: {problem}"


def confirmed(evidence: Evidence) -> Iterator[str]:
    """What the site has told people is played once, in this order, and nothing else is.

    What got no answer is played once or not at all.
    """
    notes = evidence.notes
    for pk in notes.laid.keys() | notes.confirmed.keys():
        confirmations = notes.confirmed.get(pk, {})
        log = _own(pk, notes.laid.get(pk, 0))
        # How many moves of the log may be accounted for so far.
        places = {0}
        for _, (seat, orders, told) in sorted(confirmations.items()):
            block = [(seat, order) for order in orders]
            played = {
                place + len(block) for place in places if log[place : place + len(block)] == block
            }
            if told and not played:
                yield f"Game {pk}: what seat {seat} confirmed is gone: {'; '.join(orders)}."
                break
            places = played if told else places | played
        else:
            if len(log) not in places:
                yield f"Game {pk}: move {log[max(places)]} was played and not confirmed."


def _own(pk: int, laid: int) -> list[tuple[int | None, str]]:
    """Return the seats and orders that people have played themselves since the game was laid."""
    seats = Seats(Game.objects.get(pk=pk))
    own = []
    moves = Move.objects.after(laid).filter(game=pk, played_by=PlayedBy.SEAT).exclude(seat=None)
    for move in moves.order_by("number"):
        holder = seats.holder(move.seat or 0, move.number)
        # A bot gives the answer that somebody owes who leaves.
        if holder.user_id is not None and move.when != holder.until:
            own.append((move.seat, move.order))
    return own
