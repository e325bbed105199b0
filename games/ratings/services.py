"""What other rooms tell ratings."""

from django.db import transaction

from games.ratings.finished import Finished
from games.ratings.models import Kind, Part, Reason, Result, ResultSeat


@transaction.atomic
def record(finished: Finished) -> Result | None:
    """Store the result of a game; do nothing if it is known. None for a game without people."""
    if not any(seat.user is not None for seat in finished.seats):
        return None
    kind, reason = what_counts(finished)
    result, is_new = Result.objects.get_or_create(
        game=finished.game,
        defaults={
            "title": finished.title,
            "board": finished.board,
            "players": finished.players,
            "ended": finished.ended,
            "kind": kind,
            "reason": reason,
        },
    )
    if is_new:
        ResultSeat.objects.bulk_create(
            ResultSeat(
                result=result,
                seat=seat.seat,
                starts=seat.starts,
                user_id=seat.user,
                person=seat.user,
                bot=seat.bot,
                place=seat.place,
                score=seat.score,
                part=seat.part,
            )
            for seat in finished.seats
        )
    return result


def what_counts(finished: Finished) -> tuple[Kind, Reason]:
    """Return what a game counts for, and why if for nothing.

    People who held their seat from beginning to end are rated among themselves. A game that one
    person played against bots only is rated apart.
    """
    if finished.reason:
        return Kind.NONE, finished.reason
    whole = [seat for seat in finished.seats if seat.part == Part.WHOLE]
    people = {seat.user for seat in whole if seat.user is not None}
    if len(people) > 1:
        return Kind.PEOPLE, Reason.NONE
    others = [seat for seat in finished.seats if seat.user not in people]
    against_bots = len(whole) == len(finished.seats) and all(seat.bot for seat in others)
    if people and others and against_bots:
        return Kind.BOTS, Reason.NONE
    return Kind.NONE, Reason.ALONE
