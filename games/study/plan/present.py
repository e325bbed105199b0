"""What has been played since a plan began, and what of the plan still fits."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from games.play.models import Game, Log, Move
from games.study.models import Plan
from games.study.plan.tree import Place
from games.study.plan.words import redacted
from games.study.plan.worlds import Step, drawn


def beginning(game: Game, state: Any, number: int, seat: int | None, user: Any) -> Plan:
    """Return a new plan, not saved, of the position after a move as a seat knows it."""
    title = game.rules()
    root = drawn(title, state, seat)
    return Plan(
        user=user,
        game=game,
        number=number,
        seat=seat,
        title=title.id,
        root=title.dump(root),
        digest=title.digest(root),
    )


def begins_with(plan: Plan, state: Any) -> bool:
    """Return whether a plan begins with a position of its game, as its seat knows it."""
    title = plan.rules()
    return title.digest(drawn(title, state, plan.seat)) == plan.digest


def own_orders(path: Sequence[Step], seat: int) -> list[str]:
    """Return the orders of a seat with which a path begins."""
    return [step.order for step in takewhile(lambda step: step.seat == seat, path)]


@dataclass(frozen=True)
class Since:
    """How a line compares with the `moves` that were played since its plan began.

    `alike` is with how many of them it agrees. `broken_by` is the first that it did not expect,
    None if it agrees with all of them or ends before.
    """

    moves: Sequence[Move]
    alike: int
    broken_by: Move | None


def since(place: Place, game: Game) -> Since:
    """Compare the line of a place with what was played in its game."""
    title, seat = place.root.title, place.plan.seat
    moves = Log(game).after(place.plan.number)
    real = [
        (move.rules_seat, title.redact(move.rules_seat, move.order, move.events, seat))
        for move in moves
    ]
    planned = redacted(place.walk, len(moves))
    alike = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(real, planned, strict=False))))
    broken = moves[alike] if alike < min(len(real), len(planned)) else None
    return Since(moves, alike, broken)


def left_over(place: Place, game: Game, state: Any) -> tuple[Step, ...]:
    """Return the steps of a line that may still come, the present position being `state`.

    If what was played broke the line, these are its steps from the next turn of the seat whose turn
    it is now, if there is one.
    """
    compared = since(place, game)
    if compared.broken_by is None:
        return place.path[len(compared.moves) :]
    spots = place.walk.spots
    title = place.root.title
    whose, asked = title.view(state, None).turn, title.to_move(state)
    for at in range(compared.alike, len(place.path)):
        begins = at == 0 or spots[at].turn != spots[at - 1].turn
        if begins and spots[at].whose == whose and place.path[at].seat in asked:
            return place.path[at:]
    return ()
