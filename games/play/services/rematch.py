"""A rematch: the same people, board and terms, and everyone moves one seat on."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import fields

from django.db import transaction

from games.accounts.models import Block, User
from games.accounts.seal import keyed_hashes
from games.play.errors import NoSeat
from games.play.event_hosts import comparison_of
from games.play.models import Door, Game, Player, Status
from games.play.services.bot_accounts import seatable_by
from games.play.services.inviting import invite
from games.play.services.seats import SeatPlan, Terms, create_once, join
from games.rules.common.message import message

SUFFIX = " (rematch)"
LONGEST_NAME = 60


@transaction.atomic
def rematch(*, game: Game, user: User) -> Game:
    """Create a game like a finished one, and invite its people; return it. Raises NoSeat.

    Bots keep playing, bot accounts as far as the person may seat them. People are invited by email,
    and the seat of a closed account is for whoever has the link, as is that of a person who can't
    be invited just now. Whoever asks second joins the game that the first one created. Nobody is
    seated with or invites a person whom they have blocked.
    """
    players = list(Player.objects.at_table(game))
    if all(player.user_id != user.pk for player in players):
        raise NoSeat(message("Only the players of a game can ask for a rematch."))
    if not game.is_over:
        raise NoSeat(message("This game isn't over yet. You can ask for a rematch when it is."))
    if comparison_of(game) is not None:
        raise NoSeat(message("You play this game once, as everyone does. The lobby has others."))
    turned = [*players[1:], players[0]]
    accounts = [player.person.pk for player in players if player.owner]
    bots = set(seatable_by(user).filter(pk__in=accounts)) if accounts else set()
    created = create_once(
        token=_token(game),
        creator=user,
        title=game.title,
        seats=[_plan(player, user, bots) for player in turned],
        options=game.options,
        name=game.name.removesuffix(SUFFIX)[: LONGEST_NAME - len(SUFFIX)] + SUFFIX,
        private=game.private,
        terms=Terms(**{field.name: getattr(game, field.name) for field in fields(Terms)}),
    )
    if created.status == Status.CANCELLED:
        raise NoSeat(message("The rematch was cancelled. Create a new game instead."))
    blocked = set(Block.objects.filter(user=user).values_list("other", flat=True))
    if created.creator_id != user.pk:
        seated = set(created.players.values_list("user", flat=True))
        if blocked & {created.creator_id, *seated} and user.pk not in seated:
            raise NoSeat(
                message("Someone you've blocked is in the rematch. Create a new game instead.")
            )
        return join(game=created, user=user, invited=True)
    people = [
        player.person
        for player in turned
        if player.is_persons and player.user_id not in {user.pk, *blocked}
    ]
    for person in people:
        if person.is_active and created.is_open:
            # The table is there for the others even if a limit of invitations is reached.
            with suppress(NoSeat):
                invite(game=created, host=user, name=person.username)
    return created


def _plan(player: Player, user: User, bots: Collection[User]) -> SeatPlan:
    """Return who gets a player's seat in a rematch; the person may seat these bot accounts."""
    if player.user in bots:
        return SeatPlan(user=player.user)
    if player.user_id == user.pk:
        return SeatPlan(user=user)
    return SeatPlan(bot=player.bot) if player.bot else SeatPlan(door=Door.INVITED)


def _token(game: Game) -> str:
    """Return the token of a game's only rematch, which nobody can guess."""
    present, *old = [each.hex()[:22] for each in keyed_hashes(__name__, f"{game.pk}:{game.token}")]
    made = Game.objects.filter(token__in=old).first() if old else None
    return made.token if made else present
