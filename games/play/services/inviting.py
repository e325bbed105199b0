"""Invitations by name."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.accounts.people import has_blocked
from games.play.engine.locks import locked_game
from games.play.errors import NoSeat
from games.play.letters.invitation import Invited
from games.play.models import Game, Holder, Player
from games.post import services as post
from games.post.models import Letter

DAY = timedelta(days=1)

MOST = 20
"""The most people that can be invited to one game."""

MOST_A_DAY = 40
"""The most invitations that one person can send within a day, over all games."""


@dataclass(frozen=True)
class Invitation:
    """Who was invited, whether they had been before, and whether an email `reaches` them."""

    guest: User
    asked_before: bool
    reaches: bool

    @property
    def told(self) -> str:
        """What happens with the invitation, as a sentence for the person who sent it.

        Why an email cannot reach someone stays private.
        """
        name = self.guest.username
        if not self.reaches:
            return f"{name} can't be reached by email at the moment. Send them the invitation link."
        if self.asked_before:
            return f"{name} has already been invited to this game. We won't send a second email."
        return f"We've emailed {name} an invitation."


@transaction.atomic
def invite(*, game: Game, host: Any, name: str) -> Invitation:
    """Email an invitation to the player with this name, once until they join; raises NoSeat.

    Nothing is sent to a person who has blocked the host.
    """
    # Lock the host's row, so that the daily limit holds across several games at once.
    User.objects.select_for_update(no_key=True).get(pk=host.pk)
    game = locked_game(game.pk)
    players = list(Player.objects.at_table(game))
    seated = {player.user_id for player in players}
    if game.creator_id != host.pk and host.pk not in seated:
        raise NoSeat("Only players and the game's creator can invite people.")
    if not game.is_open or not any(player.is_free for player in players):
        raise NoSeat("All seats are taken.")
    guest = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if guest is None:
        raise NoSeat("No player has that name. You can send them the link instead.")
    if guest.pk in seated:
        raise NoSeat(f"{guest.username} is already in this game.")
    sent = Letter.objects.filter(kind=Invited.kind, topic=game.topic, channel=None)
    if sent.count() >= MOST:
        raise NoSeat(f"You've invited {MOST} people to this game. Send others the link.")
    of_today = Letter.objects.filter(
        kind=Invited.kind,
        created_at__gt=timezone.now() - DAY,
        payload__by=host.pk,
        channel=None,
    )
    if of_today.count() >= MOST_A_DAY:
        raise NoSeat(
            f"You've invited {MOST_A_DAY} people in a day. Invite more tomorrow, or send the link."
        )
    if has_blocked(guest.pk, host.pk):
        return Invitation(guest, asked_before=False, reaches=False)
    # A person who joined and left can be invited again.
    stays = Holder.objects.filter(player__game=game, user=guest).count()
    invited = Invited(game=game.pk, by=host.pk, stays=stays)
    asked_before = sent.filter(key=invited.key(guest)).exists()
    letter = post.notify(invited, user=guest)
    return Invitation(guest, asked_before=asked_before, reaches=post.reaches(letter))
