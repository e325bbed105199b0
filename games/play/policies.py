"""Who may do what with a game: a sentence that says why not, '' if they may, or yes or no.

Who may see a game at all is decided by `games.play.access`.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from games.accounts.models import Block, User
from games.accounts.people import has_blocked
from games.accounts.staff import has_seen_as
from games.play.access import Access
from games.play.event_hosts import comparison_of, host_of
from games.play.hot_seat import keeps_secrets
from games.play.language import say
from games.play.models import (
    MAX_PAUSES,
    Change,
    Game,
    Holder,
    Invitation,
    Outcome,
    Player,
    Vote,
    VoteKind,
)
from games.play.models.invitation import DAY, MOST_TIMES
from games.play.reliability import Reliability
from games.rules.common.message import Told, message

FOR_MEMBERS: Final = message(
    "Guests play against bots. Sign up to play with people: your games stay yours."
)
NOT_FOR_YOU: Final = message(
    "No free seat in this game is open to you. The lobby has others to join."
)
REPLACED: Final = message(
    "Staff gave your seat in this game to a bot, so you can't take a seat in it again."
)
SEATED_BY_HOSTS: Final = message(
    "A bot account takes no seat on its own. Someone can seat it at a table that they create."
)
OWN_BOT_PLAYS: Final = message(
    "A bot of yours plays in this game. As it is rated, you can't have a seat in it, too."
)
HAS_LOOKED: Final = message(
    "You've seen the site as a player of this game, and what only they may know. Leave the seat "
    "to someone else."
)


def is_unwelcome(game: Game, user: User) -> bool:
    """Return whether a game's creator, or a person who plays in it, has blocked this person.

    Or whether they have blocked a bot account that plays in it.
    """
    players = game.players.filter(user__isnull=False).values("user")
    by_them = Q(Q(user=game.creator_id) | Q(user__in=players), other=user)
    of_bot = Q(user=user, other__in=players, other__owner__isnull=False)
    return Block.objects.filter(by_them | of_bot).exists()


def has_looked_in(game: Game, user: User) -> bool:
    """Return whether someone on the staff has seen a running game as one of its players."""
    players = User.objects.filter(held__player__game=game)
    return has_seen_as(players, by=user, since=game.started or game.created)


def obstacle_to_joining(game: Game, user: Any) -> str:
    """Return why a visitor cannot take a free seat, as a sentence, or '' if nothing is in the way.

    People whom its creator or a player has blocked are not told so.
    """
    host = host_of(game)
    hosts = host.obstacle_to_joining(game, user) if host else ""
    return hosts or obstacle_to_seat(game, user)


def obstacle_to_seat(game: Game, user: Any) -> str:
    """Return why a person cannot have a free seat even if the host of its event gives it to them.

    A sentence as of `obstacle_to_joining`, or ''.
    """
    if not user.is_authenticated:
        return ""
    if user.guest:
        return say(FOR_MEMBERS)
    if user.is_bot_account:
        return say(SEATED_BY_HOSTS)
    if game.rated_with_bots and game.players.filter(user__owner=user).exists():
        return say(OWN_BOT_PLAYS)
    if game.handovers and _was_replaced(game, user):
        return say(REPLACED)
    if is_unwelcome(game, user):
        return say(NOT_FOR_YOU)
    if game.is_running and has_looked_in(game, user):
        return say(HAS_LOOKED)
    return Reliability.of(user).obstacle(game) if game.least_reliability else ""


def _was_replaced(game: Game, user: User) -> bool:
    """Return whether staff have given a seat of this person's to a bot."""
    held = Holder.objects.filter(player__game=game, user=user, went=Change.STAFF)
    return held.exists()


def may_invite(game: Game, players: Sequence[Player], user: Any) -> bool:
    """Return whether a person may invite others to a game while seats are free."""
    return bool(user.is_authenticated) and user.pk in {
        game.creator_id,
        *(player.user_id for player in players),
    }


def may_accept(invitation: Invitation, guest: User) -> bool:
    """Return whether nothing keeps an invited player from a seat of a game that waits for players.

    They may have blocked the host since.
    """
    return not has_blocked(guest.pk, invitation.host_id) and not obstacle_to_joining(
        invitation.game, guest
    )


def may_invite_again(invitation: Invitation, now: datetime) -> bool:
    """Return whether an invitation can be emailed once more."""
    return invitation.times < MOST_TIMES and invitation.at <= now - DAY


def obstacle_to_vote(game: Game, player: Player, kind: str) -> str:
    """Return why a player cannot call a vote of a kind, as a sentence, '' if the others can decide.

    Votes of the same kind, open or failed, are not looked at.
    """
    if not game.is_running:
        return say(message("You can vote only while a game is running."))
    if player.user_id is None or player.offered_at:
        return say(message("Your seat is on offer. Take it back first."))
    if kind not in VoteKind.values or kind == VoteKind.ABSENT:
        return say(message("There is no such vote."))
    if kind in forbidden_votes(game) and game.event:
        return say(message("There is no such vote in {event}.", event=Told(game.event.name)))
    if kind == VoteKind.PAUSE and game.paused:
        return say(message("The game is already paused."))
    if kind == VoteKind.PAUSE and game.pauses >= MAX_PAUSES:
        return say(
            message(
                "A game can be paused {number} times, and this one has been.", number=MAX_PAUSES
            )
        )
    if kind == VoteKind.RESUME and not game.paused:
        return say(message("The game isn't paused."))
    return ""


def forbidden_votes(game: Game) -> Collection[str]:
    """Return the kinds of votes that the host of a game's event does not allow."""
    host = host_of(game)
    return host.forbidden_votes if host else ()


def choices_in(vote: Vote, game: Game) -> list[Outcome]:
    """Return the choices that players have in a vote of their game."""
    cancels = VoteKind.CANCEL not in forbidden_votes(game)
    return [choice for choice in vote.choices() if cancels or choice != Outcome.CANCEL]


def may_have_hints(game: Game, players: Sequence[Player], seat: int | None) -> bool:
    """Return whether a seat is a person's, and no other person plays from another screen.

    In a game that is compared with those of others, nobody has hints.
    """
    alone = seat is not None and all(
        player.is_peopled if player.seat == seat else player.bot or player.nickname
        for player in players
    )
    return alone and comparison_of(game) is None


def was_played_alone(game: Game, by: int) -> bool:
    """Return whether a person, by their id, alone has ever held a seat of a game, and bots others.

    Nobody else's secrets are in it.
    """
    people = Holder.objects.filter(player__game=game, bot="").values_list("user", flat=True)
    return set(people) == {by}


def obstacle_to_playing_on(access: Access) -> str:
    """Return why a person cannot play on from a game, as a sentence, '' if they can.

    A position knows what is hidden from some of its players, so it must be of a game that is over,
    or of a table of one's own where nobody has secrets from another.
    """
    game = access.game
    if not access.user.is_authenticated:
        return say(message("Sign in to play on from here at a table of your own."))
    if access.user.guest:
        return say(message("Sign up to play on from here at a table of your own."))
    own = game.hot_seat and access.is_creator
    if game.state is None or not (game.is_over or own):
        return say(
            message("You can play on from a game at a table of your own once the game is over.")
        )
    if not game.is_over and keeps_secrets(game.rules(), game.position(), access.players):
        return say(
            message(
                "The players at this table have secrets from each other until the game is over."
            )
        )
    return ""
