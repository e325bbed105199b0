"""What a draft brings, beside what its orders say: points so far, money, and the end."""

from collections.abc import Iterator, Sequence

from games.rules.common.message import Message, Player, message, plural
from games.rules.hansa.questions import score
from games.rules.hansa.view import View
from games.wording.score import POINT


def consequences(before: View, after: View, names: Sequence[str]) -> Iterator[Message]:
    """Yield how two positions of the viewer's turn differ, in sentences."""
    for seat in range(after.players):
        was, now = (score(view, seat)["total"] for view in (before, after))
        if was != now:
            yield _points(was, now) if seat == after.seat else _of(Player(names[seat]), was, now)
    if after.seat is not None:
        had, desk = before.desks[after.seat], after.desks[after.seat]
        if had.talers != desk.talers:
            yield plural(desk.talers, "You have 1 taler left.", "You have {number} talers left.")
        if had.booths != desk.booths:
            yield plural(
                desk.booths, "You have 1 booth in stock.", "You have {number} booths in stock."
            )
    if after.last_round and not before.last_round:
        yield message("The last round begins.")


def _points(was: int, now: int) -> Message:
    points = POINT.object(now)
    if now > was:
        return message(
            "That makes {points}, {number} more than before.", points=points, number=now - was
        )
    return message(
        "That makes {points}, {number} fewer than before.", points=points, number=was - now
    )


def _of(player: Player, was: int, now: int) -> Message:
    points = POINT.object(now)
    if now > was:
        return message(
            "That makes {points} for {player}, {number} more than before.",
            points=points,
            player=player,
            number=now - was,
        )
    return message(
        "That makes {points} for {player}, {number} fewer than before.",
        points=points,
        player=player,
        number=was - now,
    )
