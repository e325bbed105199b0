"""Laws about what people set beforehand: standing orders and conditional turns."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from games.play.models import Game, Move, PlayedBy
from tests.soak.laws.evidence import Evidence, Seats
from tests.soak.notes import Line


class Seen(NamedTuple):
    """A move as somebody may see it."""

    number: int
    seat: int
    order: str
    when: datetime


def standing_orders(evidence: Evidence) -> Iterator[str]:
    """A standing order answers for whom has set it, from then on until they take it back."""
    for move in Move.objects.filter(played_by=PlayedBy.STANDING).select_related("game"):
        holder = Seats(move.game).holder(move.seat or 0, move.number)
        wishes = (
            wish
            for wish in evidence.notes.wishes
            if (wish.game, wish.user) == (move.game_id, holder.user_id)
            and wish.since <= move.when
            and (wish.removed is None or move.when <= wish.removed)
        )
        if next(wishes, None) is None:
            yield f"Game {move.game_id}: move {move.number} follows no standing order."


def conditional_turns(evidence: Evidence) -> Iterator[str]:
    """A line plays its next order once all has come that it supposes, and nothing else has."""
    planned = Move.objects.filter(played_by=PlayedBy.PLANNED)
    for game in Game.objects.filter(pk__in=planned.values("game")):
        lines = [line for line in evidence.notes.lines if line.game == game.pk]
        seats = Seats(game)
        for move in planned.filter(game=game):
            holder = seats.holder(move.seat or 0, move.number)
            own = [each for each in lines if (each.user, each.seat) == (holder.user_id, move.seat)]
            if not any(move.number in due(line, _seen(game, line)) for line in own):
                yield f"Game {game.pk}: no conditional turn had come to move {move.number}."


def _seen(game: Game, line: Line) -> list[Seen]:
    """Return the moves after a line was kept, until it was withdrawn, as its person sees them."""
    title, moves = game.rules(), []
    for move in game.moves.after(line.begun).order_by("number"):
        if line.withdrawn is None or move.when <= line.withdrawn:
            text = title.redact(move.rules_seat, move.order, move.events, line.seat)
            moves.append(Seen(move.number, move.rules_seat, text, move.when))
    return moves


def due(line: Line, moves: Sequence[Seen]) -> set[int]:
    """Return the numbers of the moves that are the line's own, as all before it has come."""
    steps, played = list(line.steps), set()
    ahead: Counter[tuple[int, str]] = Counter()
    for move in moves:
        if not steps:
            break
        if move.seat != line.seat:
            ahead[move.seat, move.order] += 1
            continue
        while steps and steps[0][0] != line.seat and ahead[steps[0]]:
            ahead[steps.pop(0)] -= 1
        extra = not line.free and ahead.total()
        if extra or not steps or steps.pop(0) != (line.seat, move.order):
            break
        played.add(move.number)
        if steps and steps[0][0] != line.seat:
            # What comes while it acts is not what it supposes next.
            ahead.clear()
    return played
