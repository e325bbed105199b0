"""Join the duplicate of the week: a table with masters, once an account."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.duplicate.errors import DuplicateError
from games.duplicate.models import DuplicateGame
from games.duplicate.policies import obstacle_to_joining
from games.duplicate.services.weeks import duplicate_at
from games.duplicate.setups import LEVEL, SEATS
from games.play import services as play
from games.play.models import Game, OnTimeout
from games.play.services import SeatPlan, Terms

TERMS: Final = Terms(hours=30 * 24, on_timeout=OnTimeout.BOT, rated=False)
"""A turn has more time than there is to play the whole game."""


@transaction.atomic
def join(*, user: User, now: datetime | None = None) -> Game:
    """Seat a person at their table of the duplicate of the week, and return its game.

    Return the same one if they have joined already. Raises DuplicateError.
    """
    now = now or timezone.now()
    # Whoever presses twice at once waits for the first table.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    duplicate = duplicate_at(now)
    joined = DuplicateGame.objects.filter(duplicate=duplicate, user=user)
    if own := joined.select_related("game").first():
        return own.game
    if obstacle := obstacle_to_joining(duplicate, user):
        raise DuplicateError(obstacle)
    game = play.create_game(
        creator=user,
        title=duplicate.title,
        seats=[SeatPlan(user=user), *[SeatPlan(bot=LEVEL)] * (SEATS - 1)],
        options=duplicate.options,
        name=duplicate.event.name,
        private=True,
        terms=TERMS,
        event=duplicate.event,
    )
    DuplicateGame.objects.create(duplicate=duplicate, user=user, game=game, joined_at=now)
    return game
