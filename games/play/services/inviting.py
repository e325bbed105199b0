"""People are asked to a table by name."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.play.errors import NoSeat
from games.play.models import Game, Holder, Player
from games.play.services.locks import locked_game
from games.post import services as post
from games.post.models import Letter

DAY = timedelta(days=1)

MOST = 20
"""People who can be asked to one game."""

MOST_A_DAY = 40
"""Invitations that one person can send within a day, over all games."""


@dataclass(frozen=True)
class Invitation:
    """Who is invited, whether they had been already, and whether the letter `reaches` them."""

    guest: User
    asked_before: bool
    reaches: bool


@transaction.atomic
def invite(*, game: Game, host: Any, name: str) -> Invitation:
    """Write an invitation to the person of a name, one until they have come; raises NoSeat."""
    # Their row is held, so that invitations to several games at once are counted too.
    User.objects.select_for_update(no_key=True).get(pk=host.pk)
    game = locked_game(game.pk)
    players = list(Player.objects.at_table(game))
    seated = {player.user_id for player in players}
    if game.creator_id != host.pk and host.pk not in seated:
        raise NoSeat("Only who sits at this table, or created the game, asks others to it.")
    if not game.is_open or not any(player.is_free for player in players):
        raise NoSeat("No seat is free here any more.")
    guest = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if guest is None:
        raise NoSeat(
            "Nobody here goes by that name. Somebody without an account can be sent the link."
        )
    if guest.pk in seated:
        raise NoSeat(f"{guest.username} sits at this table already.")
    sent = Letter.objects.filter(kind="invitation", subject_of=game.subject, channel=None)
    if sent.count() >= MOST:
        raise NoSeat(f"{MOST} people were asked to this game by name; send others the link.")
    of_today = Letter.objects.filter(
        kind="invitation",
        created_at__gt=timezone.now() - DAY,
        payload__by=host.pk,
        channel=None,
    )
    if of_today.count() >= MOST_A_DAY:
        raise NoSeat(
            f"You have invited {MOST_A_DAY} people within a day; invite more tomorrow, or send "
            f"them the link."
        )
    # Somebody who was here and left is asked anew.
    stays = Holder.objects.filter(player__game=game, user=guest).count()
    key = f"invitation:{game.pk}:{guest.pk}:{stays}"
    asked_before = sent.filter(key=key).exists()
    letter = post.notify(
        kind="invitation",
        user=guest,
        key=key,
        subject_of=game.subject,
        payload={"game": game.pk, "by": host.pk},
    )
    return Invitation(guest, asked_before=asked_before, reaches=post.reaches(letter))
