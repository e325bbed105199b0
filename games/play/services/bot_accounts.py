"""Which bot accounts someone may seat at a table that they create."""

from collections.abc import Collection
from typing import Any, Final

from django.db.models import Count, Q, QuerySet

from games.accounts import bot_accounts
from games.accounts.models import Block, User
from games.play.errors import NoSeat
from games.play.models import UNFINISHED
from games.rules.common.message import Player as PlayerName
from games.rules.common.message import message

MOST_GAMES: Final = 20
"""A bot account with so many games that are not over gets no more."""

MOST_LISTED: Final = 50
"""The most bot accounts among which a form lets people choose."""


def seatable_by(host: User) -> QuerySet[User]:
    """Return the bot accounts that a person, or a bot account itself, may seat now, by name.

    Their own, and those whose owners let everyone: all that are awake and not at too many tables,
    and have nobody between them and the host who has blocked the other.
    """
    me = host.owner_id or host.pk
    allowed = Q(owner=me) | Q(seated_by_all=True, owner__is_active=True)
    blocks = Block.objects.order_by()
    of_me = blocks.filter(user=me).values("other")
    of_owner = blocks.filter(other=me).values("user")
    found = bot_accounts.awake().filter(allowed)
    found = found.exclude(Q(pk__in=of_me) | Q(owner__in=of_me) | Q(owner__in=of_owner))
    playing = Count("seats", filter=Q(seats__game__status__in=UNFINISHED))
    return found.annotate(playing=playing).filter(playing__lt=MOST_GAMES).order_by("username")


def choices_of(host: User) -> list[tuple[int, str, str]]:
    """Return the bot accounts that a person may seat: id, name and owner's name; one query."""
    rows = seatable_by(host).values_list("pk", "username", "owner__username")
    return list(rows[:MOST_LISTED])


def check_seatable(host: Any, bots: Collection[User]) -> None:
    """Raise NoSeat unless a host may seat all of these bot accounts; the caller's transaction."""
    numbers = [bot.pk for bot in bots]
    # Lock their rows in order, so that two tables at once count each other.
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk")
    list(locked.values_list("pk"))
    free = set(seatable_by(host).filter(pk__in=numbers).values_list("pk", flat=True))
    for bot in bots:
        if bot.pk not in free:
            raise NoSeat(
                message(
                    "{player} can't play at the moment: its program is asleep, has enough games, "
                    "or isn't for everyone. Choose another.",
                    player=PlayerName(bot.called),
                )
            )
