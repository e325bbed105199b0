"""A rematch: the same people, and everyone moves one seat on; the same board and terms, or others.

A finished game has one rematch: whoever asks second joins the game that the first one created.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import override

from games.accounts.models import Block, User
from games.accounts.seal import keyed_hashes
from games.play.errors import NoSeat
from games.play.event_hosts import comparison_of
from games.play.language import say
from games.play.models import Door, Game, Player, Status
from games.play.services.bot_accounts import seatable_by
from games.play.services.inviting import invite
from games.play.services.seats import SeatPlan, Terms, create_once, join
from games.rules.common.message import message, term

LONGEST_NAME = 60


@dataclass(frozen=True)
class SameSeat:
    """A seat of a rematch: its `plan`, and the `guest` whom an invitation keeps it for."""

    plan: SeatPlan
    guest: User | None = None


def check_rematch(*, game: Game, user: User) -> None:
    """Raise NoSeat unless a person may ask for a rematch of a game."""
    if not game.players.filter(user=user).exists():
        raise NoSeat(message("Only the players of a game can ask for a rematch."))
    if not game.is_over:
        raise NoSeat(message("This game isn't over yet. You can ask for a rematch when it is."))
    if comparison_of(game) is not None:
        raise NoSeat(message("You play this game once, as everyone does. The lobby has others."))


def rematch_of(game: Game) -> Game | None:
    """Return the rematch that somebody has asked for, also a cancelled one, or None."""
    return Game.objects.filter(token__in=_tokens(game)).select_related("creator").first()


@transaction.atomic
def rematch(*, game: Game, user: User) -> Game:
    """Create a game like a finished one, and invite its people; return it. Raises NoSeat.

    Bots keep playing, bot accounts as far as the person may seat them. People are invited by email,
    and the seat of a closed account is for whoever has the link, as is that of a person who can't
    be invited just now. Nobody is seated with or invites a person whom they have blocked.
    """
    check_rematch(game=game, user=user)
    seats = seats_of_rematch(game, user)
    created = create_once(
        token=_token(game),
        creator=user,
        title=game.title,
        seats=[seat.plan for seat in seats],
        options=game.options,
        name=name_of_rematch(game),
        private=game.private,
        terms=Terms.of(game),
    )
    if created.status == Status.CANCELLED:
        raise NoSeat(message("The rematch was cancelled. Create a new game instead."))
    if created.creator_id != user.pk:
        blocked = set(Block.objects.filter(user=user).values_list("other", flat=True))
        seated = set(created.players.values_list("user", flat=True))
        if blocked & {created.creator_id, *seated} and user.pk not in seated:
            raise NoSeat(
                message("Someone you've blocked is in the rematch. Create a new game instead.")
            )
        return join(game=created, user=user, invited=True)
    for guest in filter(None, (seat.guest for seat in seats)):
        if created.is_open:
            # The table is there for the others even if a limit of invitations is reached.
            with suppress(NoSeat):
                invite(game=created, host=user, name=guest.username)
    return created


def rematch_with_changes(*, game: Game, user: User, plan: Mapping[str, Any]) -> Game:
    """Create a finished game's rematch from the arguments of `create_game`; return it.

    If there is one already, it is returned; one that was cancelled gives way to a game of the
    plan's own token. Raises NoSeat, and what `create_game` raises.
    """
    check_rematch(game=game, user=user)
    made = rematch_of(game)
    if made is not None and made.status != Status.CANCELLED:
        return made
    token = _token(game) if made is None else plan["token"]
    return create_once(creator=user, **{**plan, "token": token})


def seats_of_rematch(game: Game, user: User) -> list[SameSeat]:
    """Return the seats of a rematch that a person asks for."""
    players = list(Player.objects.at_table(game))
    accounts = [player.person.pk for player in players if player.owner]
    bots = set(seatable_by(user).filter(pk__in=accounts)) if accounts else set()
    blocked = set(Block.objects.filter(user=user).values_list("other", flat=True))
    return [_seat(player, user, bots, blocked) for player in [*players[1:], players[0]]]


def name_of_rematch(game: Game) -> str:
    """Return the name of a game's rematch, which says so once, in the language of who asks."""
    name = game.name
    for code, _ in settings.LANGUAGES:
        with override(code):
            name = name.removesuffix(_suffix())
    return name[: LONGEST_NAME - len(_suffix())] + _suffix()


def _suffix() -> str:
    said = say(term("name of a game", "rematch"))
    return f" ({said})"


def _seat(player: Player, user: User, bots: Collection[User], blocked: Collection[int]) -> SameSeat:
    """Return who gets a player's seat in a rematch; the person may seat these bot accounts."""
    if player.user in bots:
        return SameSeat(SeatPlan(user=player.user))
    if player.user_id == user.pk:
        return SameSeat(SeatPlan(user=user))
    if player.bot:
        return SameSeat(SeatPlan(bot=player.bot))
    invitable = player.is_persons and player.person.is_active and player.user_id not in blocked
    return SameSeat(SeatPlan(door=Door.INVITED), player.person if invitable else None)


def _tokens(game: Game) -> list[str]:
    """Return the tokens that a game's rematch can have, the newest first; nobody can guess them."""
    return [each.hex()[:22] for each in keyed_hashes(__name__, f"{game.pk}:{game.token}")]


def _token(game: Game) -> str:
    """Return the token of a game's only rematch."""
    present, *old = _tokens(game)
    made = Game.objects.filter(token__in=old).first() if old else None
    return made.token if made else present
