"""Results for tests of ratings."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.accounts.models import User
from games.ratings.finished import Finished, FinishedSeat
from games.ratings.models import Part, Reason

START = datetime(2030, 1, 1, 12, tzinfo=UTC)


def seat(number: int, who: Any, place: int | None = None, part: Part = Part.WHOLE) -> FinishedSeat:
    """A seat of a finished game; `who` is a user or the name of a bot."""
    person = who.pk if isinstance(who, User) else None
    return FinishedSeat(
        seat=number,
        starts=number,
        part=part,
        user=person,
        bot="" if person else who,
        place=place,
        score=None if place is None else 50 - place,
    )


def finished(
    who: Sequence[Any],
    places: Sequence[int] | None = None,
    *,
    game: int = 1,
    day: float = 0,
    reason: Reason = Reason.NONE,
    title: str = "teutonica",
    board: str = "hanse",
) -> Finished:
    """A finished game that everyone played from beginning to end, by default in order of seats."""
    return Finished(
        game=game,
        title=title,
        board=board,
        players=len(who),
        ended=START + timedelta(days=day),
        seats=[
            seat(number, each, places[number] if places else number + 1)
            for number, each in enumerate(who)
        ],
        reason=reason,
    )
