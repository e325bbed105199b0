"""Games against bots that start at once."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from games.accounts.models import User
from games.accounts.models.user import has_name
from games.play.errors import NoSeat
from games.play.models import Game, OnTimeout, Status
from games.play.models.game import has_seat
from games.play.services.seats import SeatPlan, Terms, create_game
from games.rules.common.message import Quote, message

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
    alike = alike.filter(has_seat(bot=level))
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


PROGRAMS = Terms(hours=24, reaction_hours=24, grace_hours=0, on_timeout=OnTimeout.BOT)
"""The terms among bots: nobody is there who could vote."""


@transaction.atomic
def play_among_bots(
    *,
    account: User,
    title: str,
    seats: Sequence[tuple[str, str]],
    options: Mapping[str, str],
    name: str = "",
) -> Game:
    """Seat a bot account at a private table with bots and bot accounts; it starts at once.

    Each seat has the id of a bot or the name of a bot account, and '' for the other. Raises NoSeat
    and IllegalOptions.
    """
    plans = [_plan(*seat) for seat in seats]
    if account not in [plan.user for plan in plans]:
        raise NoSeat(message("Take a seat yourself: give the name of your own bot account."))
    return create_game(
        creator=account,
        title=title,
        seats=plans,
        options=options,
        name=name,
        private=True,
        terms=PROGRAMS,
    )


def _plan(bot: str, account: str) -> SeatPlan:
    if bool(bot) == bool(account):
        raise NoSeat(message("Give each seat either a bot or a bot account."))
    if bot:
        return SeatPlan(bot=bot)
    found = User.objects.filter(has_name(account), owner__isnull=False).first()
    if found is None:
        raise NoSeat(message("No bot account is called {name}.", name=Quote(account)))
    return SeatPlan(user=found)
