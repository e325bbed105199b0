"""Games against bots that start at once."""

from typing import Any

from django.db import transaction

from games.accounts.models import User
from games.play.errors import NoSeat
from games.play.models import Game, Player, Status
from games.play.services.seats import SeatPlan, Terms, create_game
from games.rules.common.message import message

OPPONENTS = 2
"""How many bots there are at the table."""

USUAL = "journeyman"
"""How well they play unless someone chooses another level."""

HOURS = 30 * 24
"""Nobody waits for the person at the table, so they have as long as a turn may take."""

MOST_OF_GUEST = 10
"""How many games a guest may play at a time."""


@transaction.atomic
def play_bots(*, user: Any, title: str, friendly: bool = False, level: str = USUAL) -> Game:
    """Seat a person at a private table with bots of a level, on the title's usual board.

    Return the table that they have already if they have not played there yet: a button pressed
    twice makes one game. A guest's game is not rated, and neither is a `friendly` one. Raises
    NoSeat if a guest plays too many.
    """
    rated = not (user.guest or friendly)
    # Lock the user's row, so that pressing twice at once waits for the first table.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    running = Game.objects.filter(creator=user, status=Status.RUNNING, players__user=user)
    alike = running.filter(title=title, private=True, hours=HOURS, rated=rated)
    alike = alike.filter(pk__in=Player.objects.filter(bot=level).values("game"))
    if untouched := alike.exclude(moves__seat=0).first():
        return untouched
    if user.guest and running.count() >= MOST_OF_GUEST:
        raise NoSeat(
            message(
                "You're playing {number} games. Finish one, or sign up to play more.",
                number=MOST_OF_GUEST,
            )
        )
    return create_game(
        creator=user,
        title=title,
        seats=[SeatPlan(user=user), *[SeatPlan(bot=level)] * OPPONENTS],
        options={},
        private=True,
        terms=Terms(hours=HOURS, rated=rated),
    )
